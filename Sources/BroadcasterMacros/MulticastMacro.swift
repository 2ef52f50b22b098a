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
            let name = type.trimmedDescription
            let scopes = [Syntax(declaration)] + context.lexicalContext
            let problems = problems(of: declaration, named: name, attribute: node, scopes: scopes)
            problems.forEach(context.diagnose)
            guard problems.isEmpty else { return [] }

            let unknown = declaration.inherited.filter { !isKnown($0) }
            if node.argument("redeclaresInherited", true) == nil, !unknown.isEmpty {
                context.diagnose(.unseenRequirements(of: unknown, declaration, node))
            }
            let attributes = scopes.map(\.availability).joined()
            let heading = "\(isolation(in: scopes))extension \(name) where Self: \(swiftModule)Sequence"
            let access = access(in: scopes)
            let hint = access.isEmpty ? "" : hintOfAccess(in: scopes)
            let extensions = extensions(
                of: declaration, named: name, attribute: node, access: access, context.diagnose)
            return try extensions.map {
                let constraint = $0.element.map { ", Self.Element == \($0)" } ?? ""
                let code = "\(attributes)\($0.availability)\(heading)\(constraint) {\n\(hint)\($0.members)\n}"
                return try ExtensionDeclSyntax("\(raw: code)")
            }
        }

        /// An extension of the sequences of one kind of delegate, or of all sequences.
        private struct SequenceExtension {
            var availability = ""
            var element: String?
            let members: String
        }

        /// Returns an extension for each kind of stand-in, one for all others, and one for what the class implements.
        ///
        /// They extend sequences. A public method can't have a constraint that names a type of an internally imported
        /// module, and the macro can't see how a file imports this one.
        private static func extensions(
            of declaration: ProtocolDeclSyntax, named name: String, attribute: AttributeSyntax, access: String,
            _ diagnose: @escaping (Diagnostic) -> Void
        ) -> [SequenceExtension] {
            let members = declaration.memberBlock.members
            let primary = declaration.primaryAssociatedTypes
            func generator(except known: [String]) -> ForwarderGenerator {
                ForwarderGenerator(
                    protocolName: name, access: access, aliases: declaration.aliases,
                    associatedTypes: associatedTypes(of: declaration, except: known), primary: primary)
            }
            let general = generator(except: [])
            let constrained = generator(except: primary)
            general.problems(of: members).forEach(diagnose)
            if attribute.argument("combinesAnswers", true) == nil {
                constrained.answers(of: members).map { .answer($0, forwardedBy: attribute) }.forEach(diagnose)
            }
            var delegates = ["any \(name)"]
            var extensions = [SequenceExtension(element: delegates[0], members: general.forwarders(for: members))]
            if !primary.isEmpty {
                delegates.append("any \(name)<\(primary.joined(separator: ", "))>")
                // The systems whose runtime knows such a type.
                extensions.append(
                    SequenceExtension(
                        availability: "@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)\n",
                        element: delegates[1], members: constrained.forwarders(for: members)))
            }
            // Otherwise, a stand-in with other delegates would call the protocol's default implementations.
            let message = """
                a stand-in for '\(name)' is a sequence of '\(delegates.joined(separator: "' or '"))'; make it a \
                'MulticastDelegate' of that, or implement the requirement in the class
                """
            extensions.append(
                SequenceExtension(
                    availability: "@available(*, unavailable, message: \"\(message)\")\n",
                    members: general.stubs(for: members)))
            extensions.append(SequenceExtension(members: general.unavailableMembers(for: members)))
            return extensions.filter { !$0.members.isEmpty }
        }

        /// The `nonisolated` of the protocol, or of a type around it.
        ///
        /// An extension doesn't inherit it in a module whose default is the main actor. A nested protocol does, unless
        /// it states a global actor.
        private static func isolation(in scopes: [Syntax]) -> String {
            for scope in scopes where !scope.is(ExtensionDeclSyntax.self) {
                if scope.declaredModifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated " }
                if scope.declaredAttributes.all.contains(where: \.mayBeGlobalActor) { return "" }
            }
            return ""
        }

        /// A comment that the compiler shows with its error if the type that an enclosing `extension` extends is less
        /// accessible than the protocol, which a macro can't see.
        private static func hintOfAccess(in scopes: [Syntax]) -> String {
            guard let scope = scopes.lazy.compactMap({ $0.as(ExtensionDeclSyntax.self) }).first,
                scope.accessModifier == nil, let level = scopes.first?.accessModifier?.name.text
            else { return "" }
            let type = scope.extendedType.trimmedDescription
            return "// If '\(type)' isn't \(level), remove '\(level)' from the protocol.\n"
        }

        /// The reasons why the protocol can't have forwarders at all.
        private static func problems(
            of declaration: ProtocolDeclSyntax, named name: String, attribute: AttributeSyntax, scopes: [Syntax]
        ) -> [Diagnostic] {
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
        private static func allowsValueTypes(_ type: TypeSyntax) -> Bool {
            type.is(SuppressedTypeSyntax.self) || type.isStandard(protocolsForValueTypes)
        }

        /// Whether the protocol requires no method that a stand-in should forward.
        private static func isKnown(_ type: TypeSyntax) -> Bool {
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

        /// The names of `Self`, of associated types that aren't known, and of aliases that refer to them.
        private static func associatedTypes(
            of declaration: ProtocolDeclSyntax, except known: [String] = []
        ) -> Set<String> {
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
    }

    extension ProtocolDeclSyntax {
        /// The primary associated types, unless one of them has the name of a sequence's.
        fileprivate var primaryAssociatedTypes: [String] {
            let names = primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.unescapedText) ?? []
            return MulticastMembers.types.isDisjoint(with: names) ? names : []
        }
    }
#endif
