#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// What `@Multicast` reads in a protocol.
    struct DelegateProtocol {
        let declaration: ProtocolDeclSyntax
        let attribute: AttributeSyntax
        /// The name, qualified by the types that enclose the protocol.
        let name: String
        /// The access level of what is generated, with a trailing space, or an empty string.
        let access: String
        /// The protocol, and the declarations around it from the inside out.
        private let scopes: [Syntax]

        init(
            _ declaration: ProtocolDeclSyntax, named name: String, attribute: AttributeSyntax, in outer: [Syntax]
        ) {
            self.declaration = declaration
            self.attribute = attribute
            self.name = name
            scopes = [Syntax(declaration)] + outer
            access = accessLevel(in: scopes)
        }

        /// The primary associated types, unless one of them has the name of a sequence's.
        var primaryAssociatedTypes: [String] { typesOfSequence.isEmpty ? statedTypes : [] }

        /// The primary associated types that have the name of a sequence's.
        var typesOfSequence: [String] { statedTypes.filter(MulticastMembers.types.contains) }

        private var statedTypes: [String] {
            declaration.primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.unescapedText) ?? []
        }

        /// Returns the names of `Self`, of associated types that aren't known, and of aliases that refer to them.
        func associatedTypes(except known: [String]) -> Set<String> {
            var names: Set = ["Self"]
            for member in declaration.memberBlock.members.all {
                if let associatedType = member.as(AssociatedTypeDeclSyntax.self) {
                    let name = associatedType.name.unescapedText
                    if !known.contains(name) { names.insert(name) }
                } else if let alias = member.as(TypeAliasDeclSyntax.self), alias.firstType(named: names) != nil {
                    names.insert(alias.name.unescapedText)
                }
            }
            return names
        }

        /// The inherited protocols that may require methods, unless the attribute says that none is missing.
        var unseenProtocols: [TypeSyntax] {
            attribute.argument("redeclaresInherited", true) == nil ? declaration.inherited.filter { !isKnown($0) } : []
        }

        /// The `@available` attributes of the protocol, and of the types around it.
        var availability: String { scopes.map(\.availability).joined() }

        /// The `nonisolated` of the protocol, or of a type around it.
        ///
        /// An extension doesn't inherit it in a module whose default is the main actor. A nested protocol does, unless
        /// it states a global actor.
        var isolation: String {
            for scope in scopes where !scope.is(ExtensionDeclSyntax.self) {
                if scope.declaredModifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated " }
                if scope.declaredAttributes.all.contains(where: \.mayBeGlobalActor) { return "" }
            }
            return ""
        }

        /// A comment that the compiler shows with its error if the type that an enclosing `extension` extends is less
        /// accessible than the protocol, which a macro can't see.
        var hintOfAccess: String {
            guard !access.isEmpty, let scope = scopes.lazy.compactMap({ $0.as(ExtensionDeclSyntax.self) }).first,
                scope.accessModifier == nil, let level = declaration.accessModifier?.name.text
            else { return "" }
            let type = scope.extendedType.trimmedDescription
            return "// If '\(type)' isn't \(level), remove '\(level)' from the protocol.\n"
        }

        /// The reasons why the protocol can't have forwarders at all.
        var problems: [Diagnostic] {
            var problems: [Diagnostic] = []
            if declaration.repeats(attribute) { problems.append(.attachedTwice(attribute)) }
            problems += attribute.nonLiterals.map(Diagnostic.notALiteral)
            if MulticastMembers.types.contains(name) { problems.append(.namedAsTypeOfSequence(declaration.name)) }
            if let objc = declaration.attributes.all.first(where: { $0.name == "objc" }) {
                problems.append(.objectiveC(objc))
            }
            let inherited = declaration.inherited
            if let actor = inherited.first(where: { $0.isStandard(["Actor", "DistributedActor"]) }) {
                problems.append(.actorDelegates(actor, declaration))
            } else {
                if inherited.allSatisfy(allowsValueTypes) { problems.append(.notClassBound(declaration)) }
                if let sendable = inherited.first(where: { $0.isStandard(["Sendable", "Error"]) }) {
                    problems.append(.sendableDelegates(sendable, declaration))
                }
            }
            // The outermost declaration may be private, because the forwarders are in the same file.
            for (index, scope) in scopes.dropLast().enumerated() {
                if let modifier = scope.accessModifier, modifier.name.text == "private" {
                    problems.append(.inaccessible(modifier, outside: index == 0 ? nil : attribute))
                }
            }
            return problems
        }

        /// Whether value types can conform.
        ///
        /// A macro sees only names, so it assumes that an unknown protocol is class-bound.
        private func allowsValueTypes(_ type: TypeSyntax) -> Bool {
            type.is(SuppressedTypeSyntax.self) || type.isStandard(Self.protocolsForValueTypes)
        }

        /// Whether the protocol requires no method that a stand-in should forward.
        private func isKnown(_ type: TypeSyntax) -> Bool {
            allowsValueTypes(type) || type.is(ClassRestrictionTypeSyntax.self)
                || type.isStandard(["AnyObject", "NSObjectProtocol"])
        }

        private static let protocolsForValueTypes: Set = [
            "AdditiveArithmetic", "Any", "BitwiseCopyable", "CaseIterable", "Codable", "CodingKey", "Collection",
            "Comparable", "Copyable", "CustomDebugStringConvertible", "CustomNSError", "CustomReflectable",
            "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Escapable", "Hashable",
            "Identifiable", "IteratorProtocol", "LocalizedError", "LosslessStringConvertible", "RawRepresentable",
            "RecoverableError", "Sendable", "SendableMetatype", "Sequence", "TextOutputStream",
            "TextOutputStreamable",
        ]
    }
#endif
