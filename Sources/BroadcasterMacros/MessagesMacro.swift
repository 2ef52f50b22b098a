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
                context.diagnose(.messagesOfNoProtocol(node))
                return []
            }
            let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
            let isSendable = argument?.as(BooleanLiteralExprSyntax.self).map { $0.literal.text == "true" }
            var problems: [Diagnostic] = []
            if let argument, isSendable == nil { problems.append(.notALiteral(argument)) }
            if context.lexicalContext.first?.isTypeDeclaration == false { problems.append(.localProtocol(declaration)) }
            problems += inheritanceProblems(of: declaration, isArgumentGiven: isSendable != nil)
            let inheritsSendable = declaration.inherited.contains { ["Sendable", "Swift.Sendable"].contains($0.name) }
            var generator = MessageGenerator(
                protocolName: declaration.name.text,
                access: access(in: [Syntax(declaration)] + context.lexicalContext),
                isChannelSendable: isSendable ?? inheritsSendable, isSendableDeclined: isSendable == false)
            if generator.isChannelSendable, let attribute = declaration.attributes.mainActor {
                problems.append(.sendableOnMainActor(attribute))
            }
            let message = generator.message(for: declaration)
            problems += generator.problems
            problems.forEach(context.diagnose)
            return problems.isEmpty ? ["\(raw: message)"] : []
        }

        /// A macro sees only names, so it can't know what an inherited protocol requires, or whether it is `Sendable`.
        private static func inheritanceProblems(
            of declaration: ProtocolDeclSyntax, isArgumentGiven: Bool
        ) -> [Diagnostic] {
            declaration.inherited.compactMap { type in
                switch type.name {
                case "Actor", "DistributedActor": .actorMessages(type)
                case "AnyObject", "Sendable", "Swift.Sendable", "SendableMetatype": nil
                default: isArgumentGiven ? nil : .unknownInheritance(type)
                }
            }
        }
    }

    /// Generates the message of one protocol, and collects the reasons why a requirement can't be one.
    struct MessageGenerator {
        let protocolName: String
        /// The access level of the members with a trailing space, or an empty string.
        let access: String
        let isChannelSendable: Bool
        let isSendableDeclined: Bool

        private(set) var problems: [Diagnostic] = []

        init(protocolName: String, access: String, isChannelSendable: Bool, isSendableDeclined: Bool) {
            self.protocolName = protocolName
            self.access = access
            self.isChannelSendable = isChannelSendable
            self.isSendableDeclined = isSendableDeclined
        }

        mutating func message(for declaration: ProtocolDeclSyntax) -> String {
            let members = declaration.memberBlock.members
            var names: Set<String> = []
            check(members, names: &names)
            if names.isEmpty, problems.isEmpty { problems.append(.noMethods(declaration)) }
            guard problems.isEmpty else { return "" }

            let attributes = declaration.attributes.filter { $0.name == "available" }
                .map { $0.trimmedDescription + "\n" }.joined()
            let ownAccess = declaration.modifiers.first { $0.isAccessLevel }.map { $0.name.text + " " } ?? ""
            let name = declaration.name.text.filter { $0 != "`" }
            let message = name + "Message"
            let isolation = isChannelSendable ? "nonisolated " : "@MainActor "
            let conformance = isChannelSendable ? "SendableBroadcastMessage" : "BroadcastMessage"
            let sendable = access == "public " && !isChannelSendable && !isSendableDeclined ? ", Sendable" : ""
            let receive = unusedName("receive", among: names)
            let observer = unusedName("Observer", among: typeNames(in: Syntax(members)).union([name]))
            return """
                \(attributes)\(ownAccess)nonisolated enum \(message): \(conformance)\(sendable) {
                \(generated(members) { type($0) ?? caseDeclaration($0) })

                \(isolation)\(access)func send(to observer: any \(declaration.name.text)) {
                switch self {
                \(generated(members) { call($0) })
                }
                }

                \(isolation)\(access)static func makeObserver(
                    _ receive: @escaping @Sendable (\(message)) -> Void
                ) -> any \(declaration.name.text) {
                \(hint)\(observer)(receive)
                }

                private final class \(observer): \(declaration.name.text) {
                private let \(receive): @Sendable (\(message)) -> Void

                init(_ receive: @escaping @Sendable (\(message)) -> Void) {
                self.\(receive) = receive
                }

                \(generated(members) { method($0, receive: receive) })
                }
                }
                """
        }

        /// The compiler shows this line with its error if the protocol is on the main actor without saying so.
        private var hint: String {
            isChannelSendable ? "// If the main actor is the default here, declare the protocol 'nonisolated'.\n" : ""
        }

        /// Collects the problems of all members, and the names of the methods.
        private mutating func check(_ members: MemberBlockItemListSyntax, names: inout Set<String>) {
            for member in members {
                if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                    // Only one of the clauses is compiled, so names may repeat in another.
                    let outer = names
                    for case .decls(let members)? in conditional.clauses.map(\.elements) {
                        var inner = outer
                        check(members, names: &inner)
                        names.formUnion(inner)
                    }
                } else if let function = member.decl.as(FunctionDeclSyntax.self) {
                    problems += problems(of: function)
                    if !names.insert(function.name.text).inserted { problems.append(.sameCase(function)) }
                } else if let problem = Diagnostic.notAMessage(member.decl) {
                    problems.append(problem)
                }
            }
        }

        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let modifier = function.modifiers.first(where: {
                ["static", "mutating", "optional"].contains($0.name.text)
            }) {
                problems.append(.modifier(modifier, of: function))
            }
            if !function.returnsVoid, let clause = function.signature.returnClause {
                problems.append(.answers(clause, function))
            }
            let effects = function.signature.effectSpecifiers
            if let keyword = effects?.asyncSpecifier { problems.append(.effect(keyword, of: function)) }
            if let clause = effects?.throwsClause { problems.append(.effect(clause.throwsSpecifier, of: function)) }
            if let clause = function.genericParameterClause { problems.append(.generic(clause, function)) }
            if isChannelSendable, let attribute = function.attributes.mainActor {
                problems.append(.sendableOnMainActor(attribute))
            }
            if let attribute = function.attributes.availability { problems.append(.unavailable(attribute, function)) }
            var labels: Set<String> = []
            for parameter in function.signature.parameterClause.parameters {
                if parameter.firstName.tokenKind != .wildcard, !labels.insert(parameter.firstName.text).inserted {
                    problems.append(.sameLabel(parameter, of: function))
                }
                if let problem = problem(of: parameter, of: function) { problems.append(problem) }
            }
            return problems
        }

        private func problem(
            of parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax
        ) -> Diagnostic? {
            let type = parameter.type
            if parameter.ellipsis != nil { return .variadicMessage(parameter, of: function) }
            if let attributed = type.as(AttributedTypeSyntax.self) {
                if let specifier = attributed.specifiers.first { return .specifier(specifier, of: function) }
                if attributed.attributes.contains(where: { $0.name == "autoclosure" }) {
                    return .autoclosure(type, of: function)
                }
            }
            if type.isNonescapingClosure { return .nonescaping(type, of: function) }
            if let type = firstOpaqueType(in: Syntax(type)) { return .opaque(type, of: function) }
            if let name = firstType(of: ["Self"], in: Syntax(type)) {
                return .selfType(name, of: function, protocolName)
            }
            if let name = firstType(of: ["Channel"], in: Syntax(type)) { return .channelType(name) }
            return nil
        }

        /// Returns what is generated for each member, with the conditional compilation around it.
        private func generated(
            _ members: MemberBlockItemListSyntax, _ generate: (DeclSyntax) -> String?
        ) -> String {
            members.compactMap { member in
                guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return generate(member.decl) }
                return conditional.clauses.map { clause in
                    var inner = ""
                    if case .decls(let members)? = clause.elements { inner = generated(members, generate) }
                    return [clause.poundKeyword.text, clause.condition?.trimmedDescription].compactMap(\.self)
                        .joined(separator: " ") + "\n\(inner)\n"
                }.joined() + "#endif"
            }.joined(separator: "\n")
        }

        /// The protocol's own aliases, which its parameters may name.
        private func type(_ declaration: DeclSyntax) -> String? {
            declaration.as(TypeAliasDeclSyntax.self).map { access + $0.trimmedDescription }
        }

        private func caseDeclaration(_ declaration: DeclSyntax) -> String? {
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return nil }
            let payload = function.parameters.map { $0.argumentLabel + $0.type.payload }
            return "case \(function.name.text)" + inParentheses(payload)
        }

        private func call(_ declaration: DeclSyntax) -> String? {
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return nil }
            let (patterns, arguments) = function.patternsAndArguments
            return """
                case .\(function.name.text)\(inParentheses(patterns)):
                observer.\(function.name.text)(\(arguments.joined(separator: ", ")))
                """
        }

        private func method(_ declaration: DeclSyntax, receive: String) -> String? {
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return nil }
            let parameters = function.parameters.enumerated().map {
                "\($1.firstName.text) argument\($0 + 1): \($1.type.trimmedDescription)"
            }
            let attributes = function.attributes.map { $0.trimmedDescription + "\n" }.joined()
            let isolation = function.modifiers.filter { $0.name.text == "nonisolated" }
                .map { $0.trimmedDescription + " " }.joined()
            return """
                \(attributes)\(isolation)func \(function.name.text)(\(parameters.joined(separator: ", "))) {
                \(receive)(.\(function.name.text)\(inParentheses(function.patternsAndArguments.arguments)))
                }
                """
        }
    }

    private func inParentheses(_ elements: [String]) -> String {
        elements.isEmpty ? "" : "(\(elements.joined(separator: ", ")))"
    }

    /// Returns the names of all types in `syntax` that aren't qualified.
    private func typeNames(in syntax: Syntax) -> Set<String> {
        if let type = syntax.as(IdentifierTypeSyntax.self) {
            return type.children(viewMode: .sourceAccurate).reduce(into: [type.name.text]) {
                $0.formUnion(typeNames(in: $1))
            }
        }
        return syntax.children(viewMode: .sourceAccurate).reduce(into: []) { $0.formUnion(typeNames(in: $1)) }
    }

    private func firstOpaqueType(in syntax: Syntax) -> SomeOrAnyTypeSyntax? {
        if let type = syntax.as(SomeOrAnyTypeSyntax.self), type.someOrAnySpecifier.text == "some" { return type }
        return syntax.children(viewMode: .sourceAccurate).lazy.compactMap { firstOpaqueType(in: $0) }.first
    }

    extension Syntax {
        fileprivate var isTypeDeclaration: Bool { asProtocol((any DeclGroupSyntax).self) != nil }
    }

    extension ProtocolDeclSyntax {
        /// The types that the protocol inherits from, those of a `where` clause included.
        fileprivate var inherited: [TypeSyntax] {
            (inheritanceClause?.inheritedTypes.map(\.type) ?? [])
                + (genericWhereClause?.requirements ?? []).compactMap {
                    guard let conformance = $0.requirement.as(ConformanceRequirementSyntax.self) else { return nil }
                    return conformance.leftType.trimmedDescription == "Self" ? conformance.rightType : nil
                }
        }
    }

    extension FunctionDeclSyntax {
        fileprivate var parameters: FunctionParameterListSyntax { signature.parameterClause.parameters }

        /// How a message of this method is matched, and how its values are passed on.
        fileprivate var patternsAndArguments: (patterns: [String], arguments: [String]) {
            let labels = parameters.map(\.argumentLabel)
            return (
                labels.enumerated().map { "\($1)let argument\($0 + 1)" },
                labels.enumerated().map { "\($1)argument\($0 + 1)" }
            )
        }
    }

    extension TypeSyntax {
        fileprivate var name: String { trimmedDescription }

        /// The type as a value of a case has it.
        fileprivate var payload: String {
            if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return "\(type.wrappedType.trimmedDescription)?"
            }
            guard var type = self.as(AttributedTypeSyntax.self) else { return trimmedDescription }
            type.attributes = type.attributes.filter { $0.name != "escaping" }
            return type.trimmedDescription
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
        fileprivate var mainActor: AttributeSyntax? { named("MainActor") }

        /// An attribute that limits where a declaration exists; a case with values can't have one.
        fileprivate var availability: AttributeSyntax? { named("available") }

        private func named(_ name: String) -> AttributeSyntax? {
            lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.trimmedDescription == name }
        }
    }

    extension AttributeListSyntax.Element {
        fileprivate var name: String? { self.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
    }
#endif
