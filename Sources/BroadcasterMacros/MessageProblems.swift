#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// Finds the reasons why a protocol can't have messages.
    struct MessageProblems {
        let declaration: ProtocolDeclSyntax
        /// Whether the observers of the protocol are `Sendable`, if its author says so.
        let isSendable: Bool?

        private let aliases: [String: TypeSyntax]
        private let caseNames: CaseNames

        init(of declaration: ProtocolDeclSyntax, isSendable: Bool?) {
            self.declaration = declaration
            self.isSendable = isSendable
            aliases = declaration.aliases
            caseNames = CaseNames(declaration.memberBlock.members)
        }

        private var isChannelSendable: Bool { isSendable ?? declaration.inheritsSendable }

        /// The reasons, and notes about what may be one.
        var all: [Diagnostic] {
            let members = declaration.memberBlock.members.all
            let ofMembers = members.flatMap { member in
                member.as(FunctionDeclSyntax.self).map(problems) ?? Diagnostic.notAMessage(member).map { [$0] } ?? []
            }
            let functions = members.compactMap { $0.as(FunctionDeclSyntax.self) }
            let isEmpty = functions.allSatisfy { $0.isUncallable(aliases) } && ofMembers.isEmpty
            return declaration.inherited.compactMap(problem) + isolationProblems(of: declaration.attributes)
                + (isEmpty ? [.noMethods(declaration)] : []) + endlessMessages(of: functions) + ofMembers
                + caseNames.collisions.map { .sameCase($0, caseNames[$0]) }
        }

        /// If each message contains another one, the first can't be created.
        private func endlessMessages(of functions: [FunctionDeclSyntax]) -> [Diagnostic] {
            let parameters = functions.map { function in
                function.parameters.first { $0.type.resolved(aliases).path == [declaration.messageName] }
            }
            guard let parameter = parameters.first, let parameter, parameters.allSatisfy({ $0 != nil }) else {
                return []
            }
            return [.endlessMessage(parameter.type, of: declaration)]
        }

        /// A macro sees only names, so it can't know what an inherited protocol requires, or whether it is `Sendable`.
        private func problem(ofInheriting type: TypeSyntax) -> Diagnostic? {
            if type.isStandard(["Actor", "DistributedActor"]) { return .actorMessages(type) }
            let isKnown =
                type.is(ClassRestrictionTypeSyntax.self) || type.is(SuppressedTypeSyntax.self)
                || type.isStandard(["Any", "AnyObject", "Copyable", "Sendable", "SendableMetatype"])
            return isKnown || isSendable != nil ? nil : .unknownInheritance(type, of: declaration)
        }

        /// Observers are called on the main actor, or on any thread if they are `Sendable`.
        private func isolationProblems(of attributes: AttributeListSyntax) -> [Diagnostic] {
            attributes.all.compactMap { attribute in
                if attribute.name == "MainActor" { return isChannelSendable ? .sendableOnMainActor(attribute) : nil }
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
            let isJoined = caseNames.isJoined(function)
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

    extension TypeSpecifierListSyntax.Element {
        /// Whether a closure runs on the actor of its caller.
        ///
        /// Releases of swift-syntax before 602 have no syntax for it.
        fileprivate var isNonisolated: Bool { trimmedDescription.hasPrefix("nonisolated") }
    }

    extension ProtocolDeclSyntax {
        /// Whether the protocol itself says that its observers are `Sendable`.
        var inheritsSendable: Bool { inherited.contains { $0.isStandard(["Sendable"]) } }
    }
#endif
