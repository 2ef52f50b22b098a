#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    /// Generates the forwarders of one protocol, and unavailable members for the requirements that can't have one.
    ///
    /// A forwarder iterates over the stand-in, which is a sequence of its delegates.
    struct ForwarderGenerator {
        private let source: DelegateProtocol
        private let aliases: [String: TypeSyntax]
        /// The types that differ between delegates: `Self`, associated types, and their aliases.
        private let associatedTypes: Set<String>

        /// The type of the delegates states the associated types that are known.
        init(for source: DelegateProtocol, knowing known: [String] = []) {
            self.source = source
            aliases = source.declaration.aliases
            associatedTypes = source.associatedTypes(except: known)
        }

        /// Returns the reasons why a protocol with these requirements has no forwarders.
        func problems(of members: MemberBlockItemListSyntax) -> [Diagnostic] {
            members.all.filter(isCalledOnDelegates).flatMap(problems)
        }

        /// Returns a forwarder for each method that can have one.
        func forwarders(for members: MemberBlockItemListSyntax) -> String {
            members.generated { member in function(of: member).map { forwarder(for: $0) } }
        }

        /// Returns a method without effect in place of each forwarder.
        func stubs(for members: MemberBlockItemListSyntax) -> String {
            members.generated { member in function(of: member).map { "\(heading(of: $0)) {}" } }
        }

        /// Returns an unavailable member in place of each requirement that the class must implement.
        ///
        /// Otherwise, a stand-in would use the protocol's default, which asks no delegate.
        func unavailableMembers(for members: MemberBlockItemListSyntax) -> String {
            members.generated { member in
                guard case .class(let reason) = implementer(of: member) else { return nil }
                return "@available(*, unavailable, message: \"\(reason)\")\n\(unavailable(member))"
            }
        }

        /// Returns the answers that forwarders pass on to each delegate.
        func answers(of members: MemberBlockItemListSyntax) -> [Answer] {
            members.all.compactMap(function).flatMap { $0.answers(aliases) }
        }

        /// What implements a requirement in a stand-in.
        private enum Implementer {
            case forwarder(FunctionDeclSyntax)
            /// The class, for a reason that the compiler shows if it doesn't.
            case `class`(String)
        }

        private func function(of declaration: DeclSyntax) -> FunctionDeclSyntax? {
            if case .forwarder(let function) = implementer(of: declaration) { function } else { nil }
        }

        private func isCalledOnDelegates(_ declaration: DeclSyntax) -> Bool {
            [.functionDecl, .variableDecl, .subscriptDecl].contains(declaration.kind)
                && !declaration.declaredModifiers.contains { $0.name.text == "static" }
        }

        /// Returns what implements a requirement, or `nil` if it isn't called on delegates, or is refused.
        private func implementer(of declaration: DeclSyntax) -> Implementer? {
            guard isCalledOnDelegates(declaration), problems(of: declaration).isEmpty else { return nil }
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return .class(Unforwarded.answer) }
            return reason(againstForwarding: function).map(Implementer.class) ?? .forwarder(function)
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
                \(heading) {\(MulticastMembers.typeCheck(of: function, delegate: source.name))
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
            return function.heading(access: source.access) + (function.genericParameterClause?.trimmedDescription ?? "")
                + signature.description + (function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "")
        }

        /// Returns the declaration of a requirement, with bodies that are never run.
        private func unavailable(_ declaration: DeclSyntax) -> String {
            let body = "{ \(swiftModule)fatalError() }"
            if let function = declaration.as(FunctionDeclSyntax.self) { return "\(heading(of: function)) \(body)" }
            func accessors(_ block: AccessorBlockSyntax?) -> String {
                let accessors = block?.accessors.as(AccessorDeclListSyntax.self) ?? []
                return "{ \(accessors.map { "\($0.trimmedDescription) \(body)" }.joined(separator: " ")) }"
            }
            let heading = declaration.heading(access: source.access)
            if let member = declaration.as(SubscriptDeclSyntax.self) {
                let bare = member.with(\.attributes, []).with(\.modifiers, []).with(\.accessorBlock, nil)
                return "\(heading)\(bare.trimmed) \(accessors(member.accessorBlock))"
            }
            let property = declaration.as(VariableDeclSyntax.self)?.bindings.first
            return property.map {
                "\(heading)var \($0.with(\.accessorBlock, nil).trimmed) \(accessors($0.accessorBlock))"
            } ?? ""
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

        private func problems(of declaration: DeclSyntax) -> [Diagnostic] {
            let function = declaration.as(FunctionDeclSyntax.self)
            if let name = MulticastMembers.property(conflictingWith: declaration) { return [.conflictingMember(name)] }
            if let function,
                MulticastMembers.hasMethod(conflictingWith: function, delegate: source.name, aliases)
            {
                return [.conflictingMember(function.name)]
            }
            let mutating = declaration.declaredModifiers.first { $0.name.text == "mutating" }
            let ofSequences = MulticastMembers.types.subtracting(associatedTypes)
                .subtracting(declaration.genericParameterNames)
            let clauses = function?.clausesWithTypes ?? [Syntax(declaration)]
            return (mutating.map { [.mutating($0)] } ?? [])
                + clauses.compactMap { $0.firstType(named: ofSequences).map(Diagnostic.typeOfSequence) }
        }

        /// Returns the reason why a method can't be forwarded, so that the class implements it.
        private func reason(againstForwarding function: FunctionDeclSyntax) -> String? {
            let generics = function.genericParameterNames
            if let type = function.signature.returnClause?.type, !function.returnsVoid(aliases) {
                let mayBeVoid =
                    type.resolved(aliases).mayBeAlias && type.firstType(named: associatedTypes.union(generics)) == nil
                return mayBeVoid ? Unforwarded.possibleVoid(type) : Unforwarded.answer
            }
            for parameter in function.parameters {
                if parameter.ellipsis != nil { return Unforwarded.variadic(function) }
                if let specifier = parameter.type.ownershipTransfer {
                    return Unforwarded.ownershipTransfer(specifier, function)
                }
            }
            let differing = associatedTypes.subtracting(generics)
            return function.clausesWithTypes.lazy.compactMap { $0.firstType(named: differing) }.first.map {
                Unforwarded.associatedType($0, function, in: source.name, primary: source.primaryAssociatedTypes)
            }
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
                signature.effectSpecifiers.map { Syntax($0) }, signature.returnClause.map { Syntax($0) },
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
