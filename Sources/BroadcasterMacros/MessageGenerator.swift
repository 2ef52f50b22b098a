#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// Generates the message of one protocol, and finds the reasons why a requirement can't be one.
    struct MessageGenerator {
        let declaration: ProtocolDeclSyntax
        /// The access level of the members with a trailing space, or an empty string.
        let access: String
        /// Whether the observers of the protocol are `Sendable`, if its author says so.
        let isSendable: Bool?

        private var members: MemberBlockItemListSyntax { declaration.memberBlock.members }

        private var isChannelSendable: Bool {
            isSendable
                ?? declaration.inherited.contains { ["Sendable", "Swift.Sendable"].contains($0.trimmedDescription) }
        }

        // MARK: Message

        var message: String {
            let protocolName = declaration.name.text
            let message = declaration.name.unescapedText + "Message"
            let isolation = isChannelSendable ? "nonisolated " : "@MainActor "
            let conformance = isChannelSendable ? "Broadcaster.SendableMessage" : "Broadcaster.Message"
            let sendable = access == "public " && !isChannelSendable && isSendable == nil ? ", Sendable" : ""
            let ownAccess = declaration.accessModifier.map { $0.name.text + " " } ?? ""
            // The observer's code sees the cases, the aliases and the types of values, so its names must differ.
            let names = declaration.tokens(viewMode: .sourceAccurate).map(\.unescapedText)
            let receive = unusedName("receive", among: names)
            let observer = unusedName("Observer", among: names)
            return """
                \(declaration.availability)\(ownAccess)nonisolated enum \(message): \(conformance)\(sendable) {
                \(members.generated { alias($0) ?? $0.as(FunctionDeclSyntax.self).map(caseDeclaration) })

                \(isolation)\(access)func send(to observer: any \(protocolName)) {
                switch self {
                \(members.generated { $0.as(FunctionDeclSyntax.self).map(call) })
                }
                }

                \(isolation)\(access)static func makeObserver(
                    _ receive: @escaping @Sendable (\(message)) -> Void
                ) -> any \(protocolName) {
                \(hint)\(observer)(receive)
                }

                private final class \(observer): \(protocolName) {
                private let \(receive): @Sendable (\(message)) -> Void

                init(_ receive: @escaping @Sendable (\(message)) -> Void) {
                self.\(receive) = receive
                }

                \(members.generated { $0.as(FunctionDeclSyntax.self).map { method($0, receive: receive) } })
                }
                }
                """
        }

        /// The compiler shows this line with its error if the protocol is on the main actor without saying so.
        private var hint: String {
            isChannelSendable ? "// If the main actor is the default here, declare the protocol 'nonisolated'.\n" : ""
        }

        /// The protocol's own aliases, which its parameters may name.
        private func alias(_ declaration: DeclSyntax) -> String? {
            declaration.as(TypeAliasDeclSyntax.self).map { access + $0.trimmedDescription }
        }

        private func caseDeclaration(_ function: FunctionDeclSyntax) -> String {
            let values = function.parameters.map { $0.argumentLabel + $0.type.payload }
            return "case \(function.name.text)\(inParentheses(values))"
        }

        private func call(_ function: FunctionDeclSyntax) -> String {
            """
            case .\(function.name.text)\(inParentheses(function.arguments(after: "let "))):
            observer.\(function.name.text)(\(function.arguments().joined(separator: ", ")))
            """
        }

        private func method(_ function: FunctionDeclSyntax, receive: String) -> String {
            let parameters = function.parameters.enumerated().map {
                "\($1.firstName.text) argument\($0 + 1): \($1.type.trimmedDescription)"
            }
            return """
                \(function.heading())(\(parameters.joined(separator: ", "))) {
                \(receive)(.\(function.name.text)\(inParentheses(function.arguments())))
                }
                """
        }

        // MARK: Problems

        var problems: [Diagnostic] {
            var names: Set<String> = []
            var problems: [Diagnostic] = []
            if isChannelSendable, let attribute = declaration.attributes.mainActor {
                problems.append(.sendableOnMainActor(attribute))
            }
            let ofMembers = self.problems(of: members, names: &names)
            if names.isEmpty, ofMembers.isEmpty { problems.append(.noMethods(declaration)) }
            return problems + ofMembers
        }

        /// Returns the problems of all members, and inserts the names of the methods.
        private func problems(of members: MemberBlockItemListSyntax, names: inout Set<String>) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            for member in members {
                if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                    // Only one of the clauses is compiled, so names may repeat in another.
                    let outer = names
                    for clause in conditional.clauses {
                        var inner = outer
                        problems += self.problems(of: clause.members, names: &inner)
                        names.formUnion(inner)
                    }
                } else if let function = member.decl.as(FunctionDeclSyntax.self) {
                    problems += self.problems(of: function)
                    if !names.insert(function.name.unescapedText).inserted { problems.append(.sameCase(function)) }
                } else if let problem = Diagnostic.notAMessage(member.decl) {
                    problems.append(problem)
                }
            }
            return problems
        }

        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            let refused = function.modifiers.first { ["static", "mutating", "optional"].contains($0.name.text) }
            let effects = function.signature.effectSpecifiers
            var problems = [
                refused.map { .modifier($0, of: function) },
                function.returnsVoid ? nil : function.signature.returnClause.map { .answer($0, of: function) },
                effects?.asyncSpecifier.map { .effect($0, of: function) },
                (effects?.throwsClause?.throwsSpecifier).map { .effect($0, of: function) },
                function.genericParameterClause.map { .generic($0, of: function) },
                isChannelSendable ? function.attributes.mainActor.map { .sendableOnMainActor($0) } : nil,
                function.attributes.first { $0.name == "available" }.map { .availability($0, of: function) },
            ].compactMap { (problem: Diagnostic?) in problem }
            var labels: Set<String> = []
            for parameter in function.parameters {
                if parameter.firstName.tokenKind != .wildcard,
                    !labels.insert(parameter.firstName.unescapedText).inserted
                {
                    problems.append(.sameLabel(parameter, of: function))
                }
                if let problem = problem(of: parameter, of: function) { problems.append(problem) }
            }
            return problems
        }

        private func problem(of parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax) -> Diagnostic? {
            let type = parameter.type
            if parameter.ellipsis != nil { return .variadicMessage(parameter, of: function) }
            if let attributed = type.as(AttributedTypeSyntax.self) {
                if let specifier = attributed.specifiers.first { return .specifier(specifier, of: function) }
                if attributed.attributes.contains(where: { $0.name == "autoclosure" }) {
                    return .autoclosure(type, of: function)
                }
            }
            if type.isNonescapingClosure { return .nonescaping(type, of: function) }
            if let some = type.tokens(viewMode: .sourceAccurate).first(where: { $0.tokenKind == .keyword(.some) }),
                let type = some.parent?.as(SomeOrAnyTypeSyntax.self)
            {
                return .opaque(type, of: function)
            }
            if let name = type.firstType(named: ["Self"]) {
                return .selfType(name, of: function, in: declaration.name.text)
            }
            return type.firstType(named: ["Channel"]).map(Diagnostic.channelType)
        }
    }

    private func inParentheses(_ elements: [String]) -> String {
        elements.isEmpty ? "" : "(\(elements.joined(separator: ", ")))"
    }

    extension FunctionDeclSyntax {
        /// Returns the values of a message of this method with their labels, to pass them on, or to match them.
        fileprivate func arguments(after keyword: String = "") -> [String] {
            parameters.enumerated().map { "\($1.argumentLabel)\(keyword)argument\($0 + 1)" }
        }
    }

    extension TypeSyntax {
        /// The type, as it is written in a case.
        fileprivate var payload: String {
            if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return "\(type.wrappedType.trimmedDescription)?"
            }
            guard let type = self.as(AttributedTypeSyntax.self) else { return trimmedDescription }
            return type.with(\.attributes, type.attributes.filter { $0.name != "escaping" }).trimmedDescription
        }

        fileprivate var isNonescapingClosure: Bool {
            if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let element = tuple.elements.first
            {
                return element.type.isNonescapingClosure
            }
            guard let type = self.as(AttributedTypeSyntax.self) else { return self.is(FunctionTypeSyntax.self) }
            return type.baseType.isNonescapingClosure && !type.attributes.contains { $0.name == "escaping" }
        }
    }

    extension AttributeListSyntax {
        /// The attribute that isolates a declaration to the main actor.
        fileprivate var mainActor: Element? { first { $0.name == "MainActor" } }
    }
#endif
