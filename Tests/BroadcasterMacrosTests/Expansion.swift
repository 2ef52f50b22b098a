#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacroExpansion
    import SwiftSyntaxMacrosGenericTestSupport
    import Testing

    /// A suite that expands one macro.
    protocol ExpansionSuite {
        /// The macro with its name.
        static var specs: [String: MacroSpec] { get }
        /// The attribute without arguments.
        static var attribute: String { get }
    }

    extension ExpansionSuite {
        func expand(
            _ source: String, to expanded: String, diagnostics: DiagnosticSpec..., fixed: String? = nil,
            at location: Testing.SourceLocation = #_sourceLocation
        ) {
            expectingNewSyntax(in: source) {
                assertMacroExpansion(
                    source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: Self.specs,
                    applyFixIts: fixed == nil ? nil : diagnostics.flatMap { $0.fixIts.map(\.message) },
                    fixedSource: fixed,
                    failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
            }
        }

        /// Expects an error, and nothing generated, in a source below the attribute.
        func expectError(
            _ message: String, _ attribute: String = Self.attribute, in source: String, line: Int = 2, column: Int,
            fixIt: String? = nil, fixed: String? = nil, at location: Testing.SourceLocation = #_sourceLocation
        ) {
            let fixIts = fixIt.map { [FixItSpec(message: $0)] } ?? []
            expand(
                "\(attribute)\n\(source)", to: source,
                diagnostics: DiagnosticSpec(message: message, line: line, column: column, fixIts: fixIts),
                fixed: fixed.map { "\(attribute)\n\($0)" }, at: location)
        }

        /// Expects that each of two attributes is to be removed.
        func expectAttachedTwice(
            _ other: String, in source: String, at location: Testing.SourceLocation = #_sourceLocation
        ) {
            let diagnostics = [(Self.attribute, 1), (other, Self.attribute.count + 2)].map { attribute, column in
                DiagnosticSpec(
                    message: "'\(Self.attribute)' is attached twice; remove one of them", line: 1, column: column,
                    fixIts: [FixItSpec(message: "remove '\(attribute)'")])
            }
            expand(
                "\(Self.attribute) \(other)\n\(source)", to: source, diagnostics: diagnostics[0], diagnostics[1],
                at: location)
        }

        /// The source with what the macro generates, whatever the diagnostics.
        func expansion(_ source: String) -> String {
            BroadcasterMacrosTests.expansion(of: source, by: Self.specs)
        }
    }

    /// Returns the source with what the macros generate, whatever the diagnostics.
    func expansion(of source: String, by macros: [String: MacroSpec]) -> String {
        let file: SourceFileSyntax = "\(raw: source)"
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "App", fullFilePath: "App.swift")])
        return file.expand(macroSpecs: macros) {
            BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
        }.description
    }
#endif
