#if Macros
    import SwiftCompilerPlugin
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    @main
    struct BroadcasterMacros: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [MulticastMacro.self, MessagesMacro.self]
    }

    /// Extends a delegate protocol with forwarders for its stand-ins.
    struct MulticastMacro: ExtensionMacro {
        static func expansion(
            of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
            providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
            in context: some MacroExpansionContext
        ) throws -> [ExtensionDeclSyntax] {
            guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
                context.diagnose(.notAProtocol(node))
                return []
            }
            let scopes = [Syntax(declaration)] + context.lexicalContext
            let problems = problems(of: declaration, attribute: node, scopes: scopes)
            problems.forEach(context.diagnose)
            guard problems.isEmpty else { return [] }

            let access = access(in: scopes)
            let generator = ForwarderGenerator(
                type: type.trimmedDescription, access: access,
                associatedTypes: associatedTypes(of: declaration), diagnose: context.diagnose)
            let forwarders = generator.forwarders(for: declaration.memberBlock.members)
            guard !forwarders.isEmpty else { return [] }
            let availability = scopes.map(availability).joined()
            return [
                try ExtensionDeclSyntax(
                    """
                    \(raw: availability)\(raw: isolation(in: scopes))extension \(type.trimmed) \
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
        /// it states a global actor; a macro can't tell which attributes are global actors, so each type name counts.
        private static func isolation(in scopes: [Syntax]) -> String {
            for scope in scopes where !scope.is(ExtensionDeclSyntax.self) {
                let modifiers = scope.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
                if modifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated " }
                let attributes = scope.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
                let names = attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
                if names.contains(where: { $0.contains(where: \.isUppercase) && !$0.hasSuffix("Multicast") }) {
                    return ""
                }
            }
            return ""
        }

        /// The reasons why the protocol can't have forwarders at all.
        private static func problems(
            of declaration: ProtocolDeclSyntax, attribute: AttributeSyntax, scopes: [Syntax]
        ) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let objc = declaration.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) })
                .first(where: { $0.attributeName.trimmedDescription == "objc" })
            {
                problems.append(.objectiveC(objc))
            }
            let inherited =
                (declaration.inheritanceClause?.inheritedTypes.map { TypeSyntax($0.type) } ?? [])
                + (declaration.genericWhereClause?.requirements ?? []).compactMap {
                    guard let conformance = $0.requirement.as(ConformanceRequirementSyntax.self) else { return nil }
                    return conformance.leftType.trimmedDescription == "Self" ? conformance.rightType : nil
                }
            if let actor = inherited.first(where: { $0.trimmedDescription == "Actor" }) {
                problems.append(.actor(actor, name: declaration.name))
            } else if inherited.allSatisfy({ isKnownToAllowValueTypes($0.trimmedDescription) }) {
                problems.append(.notClassBound(declaration))
            }
            for (index, scope) in scopes.dropLast().enumerated() {
                if let modifier = scope.accessModifier, modifier.name.text == "private" {
                    problems.append(.inaccessible(modifier, isOwn: index == 0, attribute: attribute))
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
                    names.insert(associatedType.name.text)
                } else if let alias = member.decl.as(TypeAliasDeclSyntax.self),
                    firstType(of: names, in: Syntax(alias)) != nil
                {
                    names.insert(alias.name.text)
                }
            }
            return names
        }

        private static func availability(of scope: Syntax) -> String {
            let attributes = scope.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
            return attributes.filter { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "available" }
                .map { $0.trimmedDescription + "\n" }.joined()
        }
    }

    /// The access level that generated members must state; below `package`, they inherit the protocol's.
    ///
    /// A macro can't see the type that an enclosing `extension` extends, so it assumes that this type is as
    /// accessible as the protocol.
    func access(in scopes: [Syntax]) -> String {
        var isPublic = true
        for (index, scope) in scopes.enumerated() where !scope.is(ExtensionDeclSyntax.self) {
            let outer = scopes.dropFirst(index + 1).first
            let inherited = outer?.is(ExtensionDeclSyntax.self) == true ? outer?.accessModifier : nil
            switch (scope.accessModifier ?? inherited)?.name.text {
            case "public", "open": continue
            case "package": isPublic = false
            default: return ""
            }
        }
        return isPublic ? "public " : "package "
    }

    extension Syntax {
        fileprivate var accessModifier: DeclModifierSyntax? {
            asProtocol((any WithModifiersSyntax).self)?.modifiers.first {
                $0.isAccessLevel
            }
        }
    }

    extension DeclModifierSyntax {
        var isAccessLevel: Bool {
            ["open", "public", "package", "internal", "fileprivate", "private"].contains(name.text)
        }
    }
#else
    // The package always declares this target, and a plug-in needs an entry point without the trait, too.
    @main
    enum NoMacros {
        static func main() {}
    }
#endif
