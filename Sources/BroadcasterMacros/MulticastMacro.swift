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
            let scopes = [Syntax(declaration)] + context.lexicalContext
            let problems = problems(of: declaration, attribute: node, scopes: scopes)
            problems.forEach(context.diagnose)
            guard problems.isEmpty else { return [] }

            let access = access(in: scopes)
            let generator = ForwarderGenerator(
                protocolName: type.trimmedDescription, access: access,
                associatedTypes: associatedTypes(of: declaration), diagnose: context.diagnose)
            let forwarders = generator.forwarders(for: declaration.memberBlock.members)
            guard !forwarders.isEmpty else { return [] }
            return [
                try ExtensionDeclSyntax(
                    """
                    \(raw: scopes.map(\.availability).joined())\(raw: isolation(in: scopes))extension \(type.trimmed) \
                    where \(raw: constraint(on: type.trimmedDescription, access: access)) {
                    \(raw: forwarders)
                    }
                    """)
            ]
        }

        /// The types that get forwarders: the multicast delegates of the protocol.
        ///
        /// A public method can't have a constraint that names a type of an internally imported module, and the macro
        /// can't see how a file imports this one. So public forwarders name what a multicast delegate is: a sequence.
        private static func constraint(on type: String, access: String) -> String {
            access.isEmpty
                ? "Self: MulticastDelegate<any \(type)>" : "Self: Swift.Sequence, Self.Element == any \(type)"
        }

        /// The `nonisolated` of the protocol, or of a type around it.
        ///
        /// An extension doesn't inherit it in a module whose default is the main actor. A nested protocol does, unless
        /// it states a global actor. A macro can't tell which attributes are global actors, so each counts whose first
        /// letter is a capital.
        private static func isolation(in scopes: [Syntax]) -> String {
            for scope in scopes where !scope.is(ExtensionDeclSyntax.self) {
                if scope.declaredModifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated " }
                let names = scope.declaredAttributes.compactMap(\.name)
                let types = names.compactMap { $0.split(separator: ".").last }
                    .filter { $0.first(where: \.isLetter)?.isUppercase == true }
                if !types.allSatisfy({ ["Multicast", "Messages"].contains($0) }) { return "" }
            }
            return ""
        }

        /// The reasons why the protocol can't have forwarders at all.
        private static func problems(
            of declaration: ProtocolDeclSyntax, attribute: AttributeSyntax, scopes: [Syntax]
        ) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let objc = declaration.attributes.first(where: { $0.name == "objc" }) {
                problems.append(.objectiveC(objc))
            }
            let inherited = declaration.inherited
            if let actor = inherited.first(where: { $0.trimmedDescription == "Actor" }) {
                problems.append(.actorDelegates(actor, declaration))
            } else if inherited.allSatisfy({ isKnownToAllowValueTypes($0.trimmedDescription) }) {
                problems.append(.notClassBound(declaration))
            }
            // The outermost declaration may be private, because the forwarders are in the same file.
            for (index, scope) in scopes.dropLast().enumerated() {
                if let modifier = scope.accessModifier, modifier.name.text == "private" {
                    problems.append(.inaccessible(modifier, outside: index == 0 ? nil : attribute))
                }
            }
            return problems
        }

        /// A macro sees only names, so it assumes that an unknown protocol is class-bound.
        private static func isKnownToAllowValueTypes(_ name: String) -> Bool {
            ["Any", "Sendable", "SendableMetatype", "Equatable", "Hashable", "Identifiable"].contains(name)
        }

        /// The names of `Self`, of associated types, and of aliases that refer to them.
        private static func associatedTypes(of declaration: ProtocolDeclSyntax) -> Set<String> {
            var names: Set = ["Self"]
            for member in declaration.memberBlock.members {
                if let associatedType = member.decl.as(AssociatedTypeDeclSyntax.self) {
                    names.insert(associatedType.name.unescapedText)
                } else if let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.firstType(named: names) != nil {
                    names.insert(alias.name.unescapedText)
                }
            }
            return names
        }
    }
#endif
