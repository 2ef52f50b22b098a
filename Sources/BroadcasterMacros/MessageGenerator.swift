#if Macros
    import SwiftSyntax

    /// Generates the message of one protocol.
    struct MessageGenerator {
        /// The access level of the members with a trailing space, or an empty string.
        private let access: String
        private let source: ObservedProtocol
        private let declaration: ProtocolDeclSyntax
        private let caseNames: CaseNames
        /// The alias of a type that is called `Channel`, in front of the message.
        private let aliasOfChannel: String?
        /// The protocol, as the message names it.
        private let protocolName: String

        init(of source: ObservedProtocol, access: String) {
            let members = source.declaration.memberBlock
            // In a message, `Channel` is the protocol itself: the associated type of `Broadcaster.Message`.
            let channel = TypeRenamer("Channel", to: (source.messageName + "Channel").escaped)
            let renamed = source.declaration.with(\.memberBlock, channel.rewrite(members).cast(MemberBlockSyntax.self))
            self.source = ObservedProtocol(renamed, source.attribute)
            self.access = access
            declaration = renamed
            caseNames = self.source.caseNames
            let isDeclaredHere = members.members.all.contains {
                $0.as(TypeAliasDeclSyntax.self)?.name.unescapedText == "Channel"
            }
            let isNamedChannel = declaration.name.unescapedText == "Channel"
            let isUsed = isNamedChannel || !isDeclaredHere && members.firstType(named: ["Channel"]) != nil
            aliasOfChannel = isUsed ? channel.name : nil
            protocolName = isNamedChannel ? channel.name : declaration.name.text
        }

        /// The message, and what it needs beside it.
        var declarations: [String] {
            let alias = aliasOfChannel.map {
                "\(heading)typealias \($0) = Channel"
                    + comment(protocolName == $0 ? nil : hint(ofUnseen: "Channel"))
            }
            return (alias.map { [$0] } ?? []) + [message]
        }

        /// The attributes and the access level of the protocol, which what stands beside it shares.
        private var heading: String {
            declaration.attributes.lines { ["available", "_documentation", "_spi"].contains($0.name) }
                + (declaration.accessModifier.map { $0.name.text + " " } ?? "")
        }

        /// Whether the message states that it is `Sendable`, which the compiler infers for one that isn't public.
        private var isDeclaredSendable: Bool {
            access == "public " && !source.isSendable && source.attribute.argument("sendable", false) == nil
        }

        private func hint(ofUnseen type: String) -> String {
            "If '\(type)' isn't found, write '\(declaration.name.text).\(type)' in the protocol."
        }

        private var message: String {
            let members = declaration.memberBlock.members
            let name = source.messageName.escaped
            let isolation = source.isSendable ? "nonisolated " : "@\(swiftModule)MainActor "
            let conformance = "BroadcasterGenerated\(source.isSendable ? "Sendable" : "")Message"
            let sendable = isDeclaredSendable ? ", \(swiftModule)Sendable" : ""
            let containsItself = declaration.firstType(named: [source.messageName]) != nil
            let keyword = "nonisolated \(containsItself ? "indirect " : "")enum"
            // The observer's code sees the cases, the aliases and the types of values, so its names must differ.
            let names = declaration.tokens(viewMode: .sourceAccurate).map(\.unescapedText)
            let receive = unusedName("receive", among: names)
            let closure = unusedName("Receive", among: names)
            let observer = unusedName("Observer", among: names)
            // The compiler shows these with its errors, about what a macro can't see.
            let hintOfName = containsItself ? "  // If '\(name)' is a type of yours, rename the protocol." : ""
            let isInheritanceUnseen = source.attribute.argument("redeclaresInherited", true) != nil
            let hintOfInheritance =
                isInheritanceUnseen ? "  // '\(protocolName)' can't inherit a superclass, or what lacks a default." : ""
            let hintOfIsolation =
                source.isSendable
                ? "// If the main actor is the default here, declare the protocol 'nonisolated'.\n" : ""
            return """
                \(heading)\(keyword) \(name): \(conformance)\(sendable) {\(hintOfName)
                \(members.generated { alias($0) ?? $0.as(FunctionDeclSyntax.self).map(caseDeclaration) })

                \(isolation)\(access)func send(to observer: any \(protocolName)) {
                switch self {
                \(members.generated { $0.as(FunctionDeclSyntax.self).map(call) })
                }
                }

                \(isolation)\(access)static func makeObserver(
                    _ receive: @escaping @Sendable (Self) -> \(swiftModule)Void
                ) -> any \(protocolName) {
                \(hintOfIsolation)\(observer)(receive)
                }

                private typealias \(closure) = @Sendable (Self) -> \(swiftModule)Void

                private final class \(observer): \(protocolName) {\(hintOfInheritance)
                private let \(receive): \(closure)

                init(_ receive: @escaping \(closure)) {
                self.\(receive) = receive
                }

                \(members.generated { $0.as(FunctionDeclSyntax.self).map { method($0, receive: receive) } })
                }
                }
                """
        }

        /// The protocol's own aliases, which its parameters may name.
        private func alias(_ declaration: DeclSyntax) -> String? {
            declaration.as(TypeAliasDeclSyntax.self).map {
                $0.attributes.lines { _ in true } + access + $0.with(\.attributes, []).trimmedDescription
            }
        }

        private func caseDeclaration(_ function: FunctionDeclSyntax) -> String {
            let isShared = caseNames.isJoined(function)
            let values = function.parameters.map {
                let type = $0.type.payload
                let hasLabel = $0.firstName.tokenKind != .wildcard && !isShared
                // Without a label, the compiler takes this specifier for one.
                return (hasLabel ? "\($0.declaredLabel): " : $0.type.containsNonisolated ? "_: " : "") + type
            }
            let types = function.parameters.map(\.type)
            let unseen = types.compactMap { $0.unseenName(source.aliases) }.first(where: isUnknown)
            let hint = [
                unseen.map(hint),
                isDeclaredSendable && types.contains { !$0.resolved(source.aliases).isFamiliar }
                    ? "If a value isn't 'Sendable', write '@Messages(sendable: false)'." : nil,
            ].compactMap(\.self).joined(separator: " ")
            return "case \(caseNames[function])\(inParentheses(values))" + comment(hint.isEmpty ? nil : hint)
        }

        private func call(_ function: FunctionDeclSyntax) -> String {
            """
            case .\(caseNames[function])\(inParentheses(values(of: function, after: "let "))):
            observer.\(function.name.text)(\(arguments(of: function).joined(separator: ", ")))
            """
        }

        private func method(_ function: FunctionDeclSyntax, receive: String) -> String {
            let parameters = function.parameters.enumerated().map {
                let variable = "argument\($0 + 1)"
                // The compiler warns of a name that is written twice.
                let names = $1.declaredLabel == variable ? variable : "\($1.declaredLabel) \(variable)"
                return "\(names): \($1.type.trimmedDescription)"
            }
            let heading = "\(function.heading())(\(parameters.joined(separator: ", ")))"
            // The compiler warns of code that it knows to be unreachable.
            if function.isUncallable(source.aliases) { return "\(heading) {}" }
            let unseen = function.parameters.lazy.filter { !$0.type.has(attribute: "escaping") }
                .compactMap { $0.type.path.isEmpty ? nil : $0.type.unseenName(source.aliases) }
                .first(where: isUnknown)
            let hint = unseen.map { "If '\($0)' is a closure, write '@escaping \($0)' in the protocol." }
            return """
                \(heading) {
                \(receive)(.\(caseNames[function])\(inParentheses(values(of: function))))\(comment(hint))
                }
                """
        }

        private func isUnknown(_ type: String) -> Bool { type != source.messageName && type != aliasOfChannel }

        /// Returns the arguments of a method with their labels.
        private func arguments(of function: FunctionDeclSyntax) -> [String] {
            function.parameters.enumerated().map { "\($1.argumentLabel)argument\($0 + 1)" }
        }

        /// Returns the values of a case with their labels, to construct it, or to match it.
        private func values(of function: FunctionDeclSyntax, after keyword: String = "") -> [String] {
            let isJoined = caseNames.isJoined(function)
            return function.parameters.enumerated().map {
                "\(isJoined ? "" : $1.argumentLabel)\(keyword)argument\($0 + 1)"
            }
        }
    }

    /// Renames an unqualified type, and its alias.
    private final class TypeRenamer: SyntaxRewriter {
        private let old: String
        let name: String

        init(_ old: String, to name: String) {
            self.old = old
            self.name = name
        }

        override func visit(_ token: TokenSyntax) -> TokenSyntax {
            let isRenamed = token.isUnqualifiedType || token.parent?.is(TypeAliasDeclSyntax.self) == true
            return isRenamed && token.unescapedText == old ? token.with(\.tokenKind, .identifier(name)) : token
        }
    }

    private func inParentheses(_ elements: [String]) -> String {
        elements.isEmpty ? "" : "(\(elements.joined(separator: ", ")))"
    }

    private func comment(_ text: String?) -> String { text.map { "  // \($0)" } ?? "" }

    extension TypeSyntax {
        /// Whether it is, or contains, a closure that runs on the actor of its caller.
        fileprivate var containsNonisolated: Bool {
            tokens(viewMode: .sourceAccurate).contains { $0.text == "nonisolated" }
        }

        /// The type, as it is written in a case.
        fileprivate var payload: String {
            // A function's parameter may have attributes in parentheses, and a value of a case may not.
            if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first
            {
                return element.type.payload
            }
            if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return "\(type.wrappedType.trimmedDescription)?"
            }
            guard let type = self.as(AttributedTypeSyntax.self) else { return trimmedDescription }
            let attributes = type.attributes.filter { $0.as(AttributeSyntax.self)?.name != "escaping" }
            return type.with(\.attributes, attributes).trimmedDescription
        }
    }
#endif
