#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// Declares an enumeration beside a protocol, with a case for each of its methods.
    struct MessagesMacro: PeerMacro {
        static func expansion(
            of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
            in context: some MacroExpansionContext
        ) throws -> [DeclSyntax] {
            guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
                context.diagnose(.notAProtocol(node, "each method that the protocol requires becomes a case"))
                return []
            }
            let source = ObservedProtocol(declaration, node)
            var problems: [Diagnostic] = []
            if declaration.repeats(node) { problems.append(.attachedTwice(node)) }
            if let scope = context.lexicalContext.first, scope.asProtocol((any DeclGroupSyntax).self) == nil {
                problems.append(.localProtocol(declaration))
            }
            problems += MessageProblems(of: source).all
            problems.forEach(context.diagnose)
            guard !problems.contains(where: \.isError) else { return [] }
            let generator = MessageGenerator(
                of: source, access: accessLevel(in: [Syntax(declaration)] + context.lexicalContext))
            return generator.declarations.map { "\(raw: $0)" }
        }
    }
#endif
