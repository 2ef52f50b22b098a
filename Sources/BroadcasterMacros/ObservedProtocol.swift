#if Macros
    import SwiftSyntax

    /// What `@Messages` reads in a protocol.
    struct ObservedProtocol {
        let declaration: ProtocolDeclSyntax
        let attribute: AttributeSyntax
        /// The functions, those of each clause of `#if` included.
        let functions: [FunctionDeclSyntax]
        let aliases: [String: TypeSyntax]
        let caseNames: CaseNames
        /// Whether the observers of the protocol are `Sendable`.
        let isSendable: Bool
        /// The name of the message, without backticks.
        let messageName: String

        init(_ declaration: ProtocolDeclSyntax, _ attribute: AttributeSyntax) {
            self.declaration = declaration
            self.attribute = attribute
            functions = declaration.memberBlock.members.all.compactMap { $0.as(FunctionDeclSyntax.self) }
            aliases = declaration.aliases
            caseNames = CaseNames(declaration.memberBlock.members)
            isSendable = declaration.inherited.contains { $0.isStandard(["Sendable"]) }
            messageName = declaration.name.unescapedText + "Message"
        }
    }
#endif
