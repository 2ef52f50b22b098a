#if Macros
    import SwiftCompilerPlugin
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    @main
    struct BroadcasterMacros: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [MulticastMacro.self]
    }

    /// Extends a protocol with forwarders, for those who conform to it as a `MulticastDelegate` of it.
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
            let place = [Syntax(declaration)] + context.lexicalContext
            let problems = problems(of: declaration, attribute: node, place: place)
            problems.forEach(context.diagnose)
            guard problems.isEmpty else { return [] }

            let writer = ForwarderWriter(
                type: type.trimmedDescription, access: access(at: place),
                associatedTypes: associatedTypes(of: declaration), diagnose: context.diagnose)
            let forwarders = writer.forwarders(for: declaration.memberBlock.members)
            guard !forwarders.isEmpty else { return [] }
            let availability = place.map(availability).joined()
            return [
                try ExtensionDeclSyntax(
                    """
                    \(raw: availability)extension \(type.trimmed) where Self: MulticastDelegate<any \(type.trimmed)> {
                    \(raw: forwarders)
                    }
                    """)
            ]
        }

        /// What makes it impossible to extend or to stand in for the protocol at all.
        private static func problems(
            of declaration: ProtocolDeclSyntax, attribute: AttributeSyntax, place: [Syntax]
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
            } else if inherited.allSatisfy({ isKnownToAdmitValues($0.trimmedDescription) }) {
                problems.append(.notForClasses(declaration))
            }
            for (index, scope) in place.dropLast().enumerated() {
                if let modifier = scope.accessModifier, modifier.name.text == "private" {
                    problems.append(.hidden(modifier, isOwn: index == 0, attribute: attribute))
                }
            }
            return problems
        }

        /// A macro sees names only: of a protocol that it doesn't know, it believes that it is for classes.
        private static func isKnownToAdmitValues(_ name: String) -> Bool {
            ["Any", "Sendable", "SendableMetatype", "Equatable", "Hashable", "Identifiable"].contains(name)
        }

        /// The access level that forwarders must state: a level below `package` is the extension's own.
        ///
        /// The type that an `extension` around the protocol extends can't be seen from here; it is taken to be open
        /// enough.
        private static func access(at place: [Syntax]) -> String {
            var isPublic = true
            for (index, scope) in place.enumerated() where !scope.is(ExtensionDeclSyntax.self) {
                let outer = place.dropFirst(index + 1).first
                let inherited = outer?.is(ExtensionDeclSyntax.self) == true ? outer?.accessModifier : nil
                switch (scope.accessModifier ?? inherited)?.name.text {
                case "public", "open": continue
                case "package": isPublic = false
                default: return ""
                }
            }
            return isPublic ? "public " : "package "
        }

        /// The names of associated types, and of aliases that lead to them.
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

    extension Syntax {
        fileprivate var accessModifier: DeclModifierSyntax? {
            asProtocol((any WithModifiersSyntax).self)?.modifiers.first {
                ["open", "public", "package", "internal", "fileprivate", "private"].contains($0.name.text)
            }
        }
    }
#else
    // The package has this target, and a program needs a beginning, also where nobody asks for the macro.
    @main
    enum NoMacros {
        static func main() {}
    }
#endif
