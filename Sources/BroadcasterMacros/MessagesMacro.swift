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
            let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
            let isSendable = argument?.as(BooleanLiteralExprSyntax.self).map { $0.literal.text == "true" }
            var problems: [Diagnostic] = []
            if let argument, isSendable == nil { problems.append(.notALiteral(argument)) }
            if let scope = context.lexicalContext.first, scope.asProtocol((any DeclGroupSyntax).self) == nil {
                problems.append(.localProtocol(declaration))
            }
            problems += inheritanceProblems(of: declaration, isArgumentGiven: isSendable != nil)
            let generator = MessageGenerator(
                declaration: declaration, access: access(in: [Syntax(declaration)] + context.lexicalContext),
                isSendable: isSendable)
            problems += generator.problems
            problems.forEach(context.diagnose)
            return problems.isEmpty ? ["\(raw: generator.message)"] : []
        }

        /// A macro sees only names, so it can't know what an inherited protocol requires, or whether it is `Sendable`.
        private static func inheritanceProblems(
            of declaration: ProtocolDeclSyntax, isArgumentGiven: Bool
        ) -> [Diagnostic] {
            declaration.inherited.compactMap { type in
                switch type.trimmedDescription {
                case "Actor", "DistributedActor": .actorMessages(type)
                case "AnyObject", "Sendable", "Swift.Sendable", "SendableMetatype": nil
                default: isArgumentGiven ? nil : .unknownInheritance(type)
                }
            }
        }
    }
#endif
