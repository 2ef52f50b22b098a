#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// Generates the forwarders of one protocol and diagnoses the requirements that can't have one.
    ///
    /// A forwarder iterates over the stand-in, which is a sequence of its delegates.
    struct ForwarderGenerator {
        /// The protocol's name, qualified by the types that enclose it.
        let protocolName: String
        /// The access level of the forwarders with a trailing space, or an empty string.
        let access: String
        let aliases: [String: TypeSyntax]
        /// The types that differ between delegates: `Self`, associated types, and their aliases.
        let associatedTypes: Set<String>
        /// The associated types that a delegate's type can state.
        let primary: [String]
        let diagnose: (Diagnostic) -> Void

        /// Returns a forwarder for each method that can have one.
        func forwarders(for members: MemberBlockItemListSyntax) -> String {
            members.generated { member in function(of: member).map { forwarder(for: $0) } }
        }

        /// Returns a method without effect in place of each forwarder.
        func stubs(for members: MemberBlockItemListSyntax) -> String {
            members.generated { member in function(of: member).map { "\(heading(of: $0)) {}" } }
        }

        /// Returns the answers that forwarders pass on to each delegate.
        func answers(of members: MemberBlockItemListSyntax) -> [Answer] {
            members.all.compactMap(function).flatMap { $0.answers(aliases) }
        }

        /// Returns the method that a requirement is, if it can be forwarded, or else diagnoses why it can't be.
        private func function(of declaration: DeclSyntax) -> FunctionDeclSyntax? {
            guard let function = declaration.as(FunctionDeclSyntax.self) else {
                problem(of: declaration).map(diagnose)
                return nil
            }
            let problems = problems(of: function)
            problems.forEach(diagnose)
            return problems.isEmpty && function.returnsVoid(aliases) ? function : nil
        }

        private func forwarder(for function: FunctionDeclSyntax) -> String {
            let heading = heading(of: function)
            // The compiler warns of code that it knows to be unreachable.
            if function.isUncallable(aliases) { return "\(heading) {}" }
            let names = variableNames(of: function)
            let arguments = zip(function.parameters, names).map { $0.argumentLabel + $0.argument(named: $1) }
            let effects = function.signature.effectSpecifiers
            let keywords = effectKeywords(effects?.asyncSpecifier, effects?.throwsClause)
            let delegate = unusedName("delegate", among: names)
            // The coercion selects among overloads that differ only in what they return.
            return """
                \(heading) {\(MulticastMembers.typeCheck(of: function, delegate: protocolName))
                for \(delegate) in self {
                \(keywords)\(delegate).\(function.name.text)(\(arguments.joined(separator: ", "))) as ()
                }
                }
                """
        }

        /// Returns the declaration of a forwarder, without its body.
        private func heading(of function: FunctionDeclSyntax) -> String {
            var signature = function.signature.trimmed
            signature.parameterClause.parameters = FunctionParameterListSyntax(
                zip(function.parameters, variableNames(of: function)).map { $0.renamed($1) })
            return function.heading(access: access) + (function.genericParameterClause?.trimmedDescription ?? "")
                + signature.description + (function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "")
        }

        /// Returns the variables that a forwarder uses for its parameters.
        ///
        /// A name in backticks could shadow `self`, and `await` begins an expression, so neither is used.
        private func variableNames(of function: FunctionDeclSyntax) -> [String] {
            function.parameters.reduce(into: []) { names, parameter in
                let name = parameter.variableName
                let isUsable = name.isValidIdentifier && name != "await" && !names.contains(name)
                names.append(isUsable ? name : unusedName("argument\(names.count + 1)", among: names))
            }
        }

        // MARK: Problems

        /// Returns the reason why a declaration that isn't a method gets no forwarder, if it is a requirement.
        private func problem(of declaration: DeclSyntax) -> Diagnostic? {
            if let name = MulticastMembers.property(conflictingWith: declaration) { return .conflictingMember(name) }
            return .notAMethod(declaration)
        }

        /// Returns the reasons why a method can't be forwarded.
        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            if let modifier = function.modifiers.first(where: { $0.name.text == "static" }) {
                return [.staticMethod(modifier, of: function)]
            }
            if MulticastMembers.hasMethod(conflictingWith: function, delegate: protocolName, aliases) {
                return [.conflictingMember(function.name)]
            }
            if let type = function.signature.returnClause?.type, !function.returnsVoid(aliases) {
                return type.resolved(aliases).mayBeAlias ? [.possibleVoid(type, of: function)] : []
            }
            var problems: [Diagnostic] = []
            if let mutating = function.modifiers.first(where: { $0.name.text == "mutating" }) {
                problems.append(.mutating(mutating))
            }
            for parameter in function.parameters {
                if parameter.ellipsis != nil { problems.append(.variadic(parameter, of: function)) }
                if let specifier = parameter.type.ownershipTransfer {
                    problems.append(.ownershipTransfer(specifier, of: function))
                }
            }
            let generics = function.genericParameterClause?.parameters.map(\.name.unescapedText) ?? []
            let differing = associatedTypes.subtracting(generics)
            let ofSequences = MulticastMembers.types.subtracting(generics).subtracting(associatedTypes)
            for clause in function.clausesWithTypes {
                if let type = clause.firstType(named: differing) {
                    problems.append(.associatedType(type, of: function, in: protocolName, primary: primary))
                }
                if let type = clause.firstType(named: ofSequences) { problems.append(.typeOfSequence(type)) }
            }
            return problems
        }
    }

    /// Returns the keywords that a call needs if it is asynchronous or can throw.
    private func effectKeywords(_ async: TokenSyntax?, _ throwing: ThrowsClauseSyntax?) -> String {
        (throwing?.canThrow == true ? "try " : "") + (async == nil ? "" : "await ")
    }

    extension FunctionDeclSyntax {
        /// Where a forwarder repeats types of its requirement.
        fileprivate var clausesWithTypes: [Syntax] {
            let clauses = [
                genericParameterClause.map { Syntax($0) }, genericWhereClause.map { Syntax($0) },
                signature.effectSpecifiers.map { Syntax($0) },
            ]
            return parameters.map { Syntax($0.type) } + clauses.compactMap(\.self)
        }
    }

    extension FunctionParameterSyntax {
        fileprivate var variableName: String { (secondName ?? firstName).text }

        fileprivate func renamed(_ name: String) -> FunctionParameterSyntax {
            guard name != variableName else { return self }
            return with(\.firstName, .identifier(declaredLabel, trailingTrivia: .space))
                .with(\.secondName, .identifier(name))
        }

        /// Returns the argument that passes this parameter on.
        fileprivate func argument(named name: String) -> String {
            if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
            guard let type = type.as(AttributedTypeSyntax.self) else { return name }
            if type.specifiers.contains(where: { $0.trimmedDescription == "inout" }) { return "&\(name)" }
            guard type.attributes.all.contains(where: { $0.name == "autoclosure" }),
                let closure = type.baseType.resolved().as(FunctionTypeSyntax.self)
            else { return name }
            let effects = closure.effectSpecifiers
            return effectKeywords(effects?.asyncSpecifier, effects?.throwsClause) + name + "()"
        }
    }

    extension TypeSyntax {
        /// The specifier that transfers a parameter to the callee, so that only one delegate can receive it.
        fileprivate var ownershipTransfer: SimpleTypeSpecifierSyntax? {
            self.as(AttributedTypeSyntax.self)?.specifiers.lazy
                .compactMap { $0.as(SimpleTypeSpecifierSyntax.self) }
                .first { ["consuming", "sending"].contains($0.specifier.text) }
        }
    }
#endif
