#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    /// Extends a delegate protocol with forwarders for its stand-ins.
    struct MulticastMacro: ExtensionMacro {
        static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
                context.diagnose(.notAProtocol(node, "it forwards the methods that the protocol requires"))
                return []
            }
            let source = DelegateProtocol(
                declaration, named: type.trimmedDescription, attribute: node, in: context.lexicalContext)
            let problems = source.problems
            problems.forEach(context.diagnose)
            guard problems.isEmpty else { return [] }
            let extensions = StandInExtensions(of: source)
            extensions.problems.forEach(context.diagnose)
            return try extensions.all.map { try ExtensionDeclSyntax("\(raw: $0)") }
        }
    }
#endif
