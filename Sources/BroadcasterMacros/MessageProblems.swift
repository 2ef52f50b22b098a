#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// Finds the reasons why a protocol can't have messages.
    struct MessageProblems {
        private let source: ObservedProtocol
        private let declaration: ProtocolDeclSyntax
        private let aliases: [String: TypeSyntax]

        init(of source: ObservedProtocol) {
            self.source = source
            declaration = source.declaration
            aliases = source.aliases
        }

        /// The reasons, and notes about what may be one.
        var all: [Diagnostic] {
            let ofMembers = declaration.memberBlock.members.all.flatMap { member in
                member.as(FunctionDeclSyntax.self).map(problems) ?? Diagnostic.notAMessage(member).map { [$0] } ?? []
            }
            let isEmpty =
                source.functions.allSatisfy { $0.isUncallable(aliases) } && !ofMembers.contains(where: \.isError)
            return ofArguments + declaration.inherited.compactMap(problem)
                + isolationProblems(of: declaration.attributes) + (isEmpty ? [.noMethods(declaration)] : [])
                + endlessMessages + ofMembers
                + source.caseNames.collisions.map { .sameCase($0, named: source.caseNames[$0.function]) }
        }

        private var ofArguments: [Diagnostic] {
            var problems = source.attribute.nonLiterals.map(Diagnostic.notALiteral)
            if source.isSendable, let argument = source.attribute.argument("sendable", false) {
                problems.append(.sendableMessages(argument, of: source))
            }
            return problems
        }

        /// If each message contains another one, the first can't be created.
        private var endlessMessages: [Diagnostic] {
            let parameters = source.functions.map { function in
                function.parameters.first { $0.type.resolved(aliases).path == [source.messageName] }
            }
            guard let parameter = parameters.first, let parameter, parameters.allSatisfy({ $0 != nil }) else {
                return []
            }
            return [.endlessMessage(parameter.type, of: source)]
        }

        /// A macro sees only names, so it can't know what an inherited protocol requires.
        private func problem(ofInheriting type: TypeSyntax) -> Diagnostic? {
            if type.isStandard(["Actor", "DistributedActor"]) { return .actorMessages(type) }
            let isKnown =
                type.is(ClassRestrictionTypeSyntax.self) || type.is(SuppressedTypeSyntax.self)
                || type.isStandard(["Any", "AnyObject", "Copyable", "Sendable", "SendableMetatype"])
            let isRedeclared = source.attribute.argument("redeclaresInherited", true) != nil
            return isKnown || isRedeclared ? nil : .unknownInheritance(type, of: declaration)
        }

        /// Observers are called on the main actor, or on any thread if they are `Sendable`.
        private func isolationProblems(of attributes: AttributeListSyntax) -> [Diagnostic] {
            attributes.all.compactMap { attribute in
                if attribute.name == "MainActor" { return source.isSendable ? .sendableOnMainActor(attribute) : nil }
                return attribute.mayBeGlobalActor && attribute.arguments == nil ? .otherActor(attribute) : nil
            }
        }

        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            let refused = function.modifiers.first { ["static", "mutating", "optional"].contains($0.name.text) }
            let effects = function.signature.effectSpecifiers
            var problems = [
                refused.map { .modifier($0, of: function) },
                function.returnsVoid(aliases) ? nil : function.signature.returnClause.map { .answer($0, of: function) },
                effects?.asyncSpecifier.map { .effect($0, of: function) },
                effects?.throwsClause.flatMap { $0.canThrow ? $0.throwsSpecifier : nil }.map {
                    .effect($0, of: function)
                },
                function.genericParameterClause.map { .generic($0, of: function) },
                function.attributes.all.first { $0.name == "available" }.map { .availability($0, of: function) },
            ].compactMap { (problem: Diagnostic?) in problem }
            problems += isolationProblems(of: function.attributes)
            if source.attribute.argument("combinesAnswers", true) == nil {
                problems += function.answers(aliases).map { .answer($0, sentBy: source.attribute) }
            }
            let isJoined = source.caseNames.isJoined(function)
            var labels: Set<String> = []
            for parameter in function.parameters {
                if parameter.firstName.tokenKind != .wildcard, !isJoined,
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
                let specifier = attributed.specifiers.first { !$0.isNonisolated }
                if let specifier { return .specifier(specifier, of: function) }
                if type.has(attribute: "autoclosure") { return .autoclosure(type, of: function) }
            }
            if type.resolved(aliases).is(FunctionTypeSyntax.self), !type.has(attribute: "escaping") {
                return .nonescaping(type, of: function)
            }
            let value = type.unwrapped(aliases)
            if value.isNonescapable, let name = value.typeName { return .nonescapable(type, named: name, of: function) }
            if let some = type.tokens(viewMode: .sourceAccurate).first(where: { $0.tokenKind == .keyword(.some) }),
                let type = some.parent?.as(SomeOrAnyTypeSyntax.self)
            {
                return .opaque(type, of: function)
            }
            if let name = type.firstType(named: ["Self"]) {
                return .selfType(name, of: function, in: declaration.name.text)
            }
            return nil
        }
    }

    extension TypeSpecifierListSyntax.Element {
        /// Whether a closure runs on the actor of its caller.
        ///
        /// Releases of swift-syntax before 602 have no syntax node for it.
        fileprivate var isNonisolated: Bool { firstToken(viewMode: .sourceAccurate)?.text == "nonisolated" }
    }
#endif
