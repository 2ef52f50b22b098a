#if Macros
    import Foundation
    import SwiftParser
    import SwiftSyntax
    import SwiftSyntaxMacroExpansion
    import Testing

    @testable import BroadcasterMacros

    /// A file of the compile matrix has protocols with the names that generated code uses.
    @Suite("Names in generated code", .timeLimit(.minutes(60)))
    struct GeneratedNamesTests {
        /// Protocols for which the macros generate all that they can.
        private static let source = """
            @Messages @Multicast public protocol A: AnyObject {
                func a(_ x: Int, y: Channel)
                func b(_ x: Never)
            }
            @Messages protocol B: Sendable {
                func a()
            }
            @Multicast protocol C<D>: AnyObject {
                associatedtype D
                func a(_ x: D, for _: Int)
                func b() -> Int
            }
            """

        @Test("each name in generated code is that of a protocol, a method, a label and a type in a file that compiles")
        func names() throws {
            let code = expansion(
                of: Self.source,
                by: [
                    "Messages": MacroSpec(type: MessagesMacro.self), "Multicast": MacroSpec(type: MulticastMacro.self),
                ]
            )
            // But for the names of messages.
            let generated = identifiers(of: code).subtracting(identifiers(of: Self.source))
                .filter { !$0.contains("Message") }
            #expect(generated.isSuperset(of: ["Observer", "receive", "delegate", "fatalError"]))
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../Compile/Macros/EveryName.swift")
            let names = DeclaredNames(viewMode: .all)
            names.walk(Parser.parse(source: try String(contentsOf: file, encoding: .utf8)))
            for name in generated.union(["Channel"]) {
                #expect(names.protocols.contains(name), "no protocol is called \(name)")
                #expect(names.methods.contains(name), "no method is called \(name)")
                #expect(names.labels.contains(name), "no label is called \(name)")
                #expect(names.types.contains(name), "no type is called \(name)")
            }
        }

        private func identifiers(of source: String) -> Set<String> {
            let tokens = Parser.parse(source: source).tokens(viewMode: .sourceAccurate)
            return Set(tokens.compactMap { if case .identifier(let name) = $0.tokenKind { name } else { nil } })
        }
    }

    private final class DeclaredNames: SyntaxVisitor {
        private(set) var protocols: Set<String> = []
        private(set) var methods: Set<String> = []
        private(set) var labels: Set<String> = []
        private(set) var types: Set<String> = []

        override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
            protocols.insert(node.name.text)
            return .visitChildren
        }

        override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
            methods.insert(node.name.text)
            labels.formUnion(node.parameters.map(\.firstName.text))
            return .skipChildren
        }

        override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
            types.insert(node.name.text)
            return .skipChildren
        }
    }
#endif
