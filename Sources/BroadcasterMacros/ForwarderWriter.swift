#if Macros
    import SwiftDiagnostics
    import SwiftParser
    import SwiftSyntax

    /// Writes the forwarders of one protocol, and says of each other requirement why it has none.
    struct ForwarderWriter {
        /// The protocol, with the types that it is nested in.
        let type: String
        /// The access level of the forwarders, and a space; or nothing.
        let access: String
        /// What differs from delegate to delegate: `Self`, associated types, and aliases of them.
        let associatedTypes: Set<String>
        let diagnose: (Diagnostic) -> Void

        func forwarders(for members: MemberBlockItemListSyntax) -> String {
            members.compactMap { member in
                if let conditional = member.decl.as(IfConfigDeclSyntax.self) { return forwarders(for: conditional) }
                if let function = member.decl.as(FunctionDeclSyntax.self) { return forwarder(for: function) }
                if let unforwardable = Diagnostic.noFunction(member.decl) { diagnose(unforwardable) }
                return nil
            }.joined(separator: "\n")
        }

        private func forwarders(for conditional: IfConfigDeclSyntax) -> String {
            conditional.clauses.map { clause in
                var forwarders = ""
                if case .decls(let members)? = clause.elements { forwarders = self.forwarders(for: members) }
                return [clause.poundKeyword.text, clause.condition?.trimmedDescription].compactMap(\.self)
                    .joined(separator: " ") + "\n\(forwarders)\n"
            }.joined() + "#endif"
        }

        private func forwarder(for function: FunctionDeclSyntax) -> String? {
            let isStatic = function.modifiers.contains { $0.name.text == "static" }
            let parameters = function.signature.parameterClause.parameters
            let operand = isStatic ? operand(of: function) : nil
            guard !isStatic || operand != nil else {
                diagnose(.staticFunction(function))
                return nil
            }
            guard function.returnsNothing else { return nil }
            let problems = problems(of: function, exceptIn: operand)
            problems.forEach(diagnose)
            guard problems.isEmpty else { return nil }

            var forwarder = function.trimmed
            var names: Set<String> = []
            var arguments: [String] = []
            forwarder.signature.parameterClause.parameters = FunctionParameterListSyntax(
                parameters.enumerated().map { index, parameter in
                    var parameter = parameter
                    var name = (parameter.secondName ?? parameter.firstName).text
                    if !name.canBeAVariable || names.contains(name) {
                        name = unused("argument\(index + 1)", among: names)
                        if parameter.secondName == nil { parameter.firstName.trailingTrivia = .space }
                        parameter.secondName = .identifier(name)
                    }
                    names.insert(name)
                    arguments.append(parameter.argument(named: name))
                    return parameter
                })
            let modifiers = function.modifiers.filter {
                ["nonisolated", "static", "prefix", "postfix"].contains($0.name.text)
            }

            let effects = function.signature.effectSpecifiers
            let tryMark = effects?.throwsClause == nil ? "" : "try "
            let awaitMark = effects?.asyncSpecifier == nil ? "" : "await "
            let standIn = operand.map { arguments[$0] } ?? "self"
            let delegate = unused("delegate", among: names)
            var before = ""
            var call: (_ delegate: String) -> String = { delegate in
                let labelled = zip(parameters, arguments).map { parameter, argument in
                    parameter.firstName.tokenKind == .wildcard
                        ? argument : "\(parameter.firstName.text): \(argument)"
                }
                return "\(delegate).\(function.name.text)(\(labelled.joined(separator: ", ")))"
            }
            if let operand {
                // An operator needs a type that conforms, which `any P` doesn't and `some P` does.
                let forward = unused("forward", among: names)
                arguments[operand] = delegate
                let applied = function.application(to: arguments)
                before = """
                    func \(forward)(to \(delegate): some \(type)) \(effects?.trimmedDescription ?? "") {
                        \(tryMark)\(awaitMark)\(applied)
                    }

                    """
                call = { "\(forward)(to: \($0))" }
            }
            // `invoke` can't wait, and forgets which errors are thrown; a walk does the same otherwise.
            let body =
                effects?.asyncSpecifier != nil || effects?.throwsClause?.type != nil
                ? """
                for \(delegate) in \(standIn) {
                    \(tryMark)\(awaitMark)\(call(delegate))
                }
                """
                : """
                \(tryMark)\(standIn).invoke {
                    \(tryMark)\(call("$0"))
                }
                """
            return """
                \(function.attributes.map { $0.trimmedDescription + "\n" }.joined())\
                \(access)\(modifiers.map { $0.trimmedDescription + " " }.joined())\
                func \(function.name.text) \(forwarder.genericParameterClause?.trimmedDescription ?? "")\
                \(forwarder.signature.trimmedDescription) \(forwarder.genericWhereClause?.trimmedDescription ?? "") {
                \(before)\(body)
                }
                """
        }

        /// The one parameter of an operator that stands for the delegate.
        private func operand(of function: FunctionDeclSyntax) -> Int? {
            switch function.name.tokenKind {
            case .binaryOperator, .prefixOperator, .postfixOperator: break
            default: return nil
            }
            let operands = function.signature.parameterClause.parameters.enumerated()
                .filter { $1.type.trimmedDescription == "Self" }
            let specifier = function.signature.effectSpecifiers?.throwsClause?.throwsSpecifier
            return operands.count == 1 && specifier?.text != "rethrows" ? operands[0].offset : nil
        }

        /// Why a function that returns nothing can't be forwarded.
        private func problems(of function: FunctionDeclSyntax, exceptIn operand: Int?) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let mutating = function.modifiers.first(where: { $0.name.text == "mutating" }) {
                problems.append(.mutating(mutating))
            }
            if isMember(function) { problems.append(.taken(function)) }
            let generics = function.genericParameterClause?.parameters.map(\.name.text) ?? []
            let associatedTypes = associatedTypes.subtracting(generics)
            for (index, parameter) in function.signature.parameterClause.parameters.enumerated() {
                if parameter.ellipsis != nil { problems.append(.variadic(parameter, of: function)) }
                if let specifier = parameter.type.givesAway {
                    problems.append(.givenAway(specifier, in: parameter, of: function))
                }
                if index != operand, let type = firstType(of: associatedTypes, in: Syntax(parameter.type)) {
                    problems.append(.associatedType(type, of: function, protocol: self.type))
                }
            }
            let elsewhere = [
                function.genericParameterClause.map { Syntax($0) }, function.genericWhereClause.map { Syntax($0) },
                function.signature.effectSpecifiers.map { Syntax($0) },
            ]
            for case let clause? in elsewhere {
                if let type = firstType(of: associatedTypes, in: clause) {
                    problems.append(.associatedType(type, of: function, protocol: self.type))
                }
            }
            return problems
        }

        /// Whether `MulticastDelegate` has a method like this one, which would be called instead of a forwarder.
        private func isMember(_ function: FunctionDeclSyntax) -> Bool {
            let types = function.signature.parameterClause.parameters.map {
                $0.firstName.tokenKind == .wildcard ? $0.type.trimmedDescription : ""
            }
            switch function.name.text {
            case "removeAll": return types.isEmpty
            case "add", "remove": return types == ["any \(type)"] || types == [type]
            default: return false
            }
        }
    }

    /// The first type in a piece of code that has one of these names.
    func firstType(of names: Set<String>, in syntax: Syntax) -> TokenSyntax? {
        if let type = syntax.as(IdentifierTypeSyntax.self), names.contains(type.name.text) { return type.name }
        for child in syntax.children(viewMode: .sourceAccurate) {
            if let found = firstType(of: names, in: child) { return found }
        }
        return nil
    }

    /// A name like the wished one that is none of `names`.
    private func unused(_ wish: String, among names: Set<String>) -> String {
        var name = wish
        while names.contains(name) { name += "_" }
        return name
    }

    extension FunctionDeclSyntax {
        fileprivate var returnsNothing: Bool {
            guard let type = signature.returnClause?.type.trimmedDescription else { return true }
            return ["Void", "()", "Swift.Void"].contains(type)
        }

        /// The operator that this function is, applied to its operands.
        fileprivate func application(to operands: [String]) -> String {
            if modifiers.contains(where: { $0.name.text == "prefix" }) { return name.text + operands[0] }
            if modifiers.contains(where: { $0.name.text == "postfix" }) { return operands[0] + name.text }
            return operands.joined(separator: " \(name.text) ")
        }
    }

    extension FunctionParameterSyntax {
        /// What hands this parameter on.
        fileprivate func argument(named name: String) -> String {
            if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
            guard let type = type.as(AttributedTypeSyntax.self) else { return name }
            if type.specifiers.contains(where: { $0.trimmedDescription == "inout" }) { return "&\(name)" }
            let isAutoclosure = type.attributes.contains { $0.trimmedDescription == "@autoclosure" }
            guard isAutoclosure, let closure = type.baseType.as(FunctionTypeSyntax.self) else { return name }
            let tryMark = closure.effectSpecifiers?.throwsClause == nil ? "" : "try "
            let awaitMark = closure.effectSpecifiers?.asyncSpecifier == nil ? "" : "await "
            return "\(tryMark)\(awaitMark)\(name)()"
        }
    }

    extension TypeSyntax {
        /// The word by which a parameter becomes the property of the one who is called, and so of one only.
        fileprivate var givesAway: SimpleTypeSpecifierSyntax? {
            self.as(AttributedTypeSyntax.self)?.specifiers.lazy
                .compactMap { $0.as(SimpleTypeSpecifierSyntax.self) }
                .first { ["consuming", "sending"].contains($0.specifier.text) }
        }
    }

    extension String {
        /// Whether this can be said without backticks, which would hide `self`, too.
        fileprivate var canBeAVariable: Bool {
            !contains("`") && isValidSwiftIdentifier(for: .variableName)
        }
    }
#endif
