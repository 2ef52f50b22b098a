#if Macros
    import SwiftSyntax
    import SwiftSyntaxBuilder
    import SwiftSyntaxMacroExpansion

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
