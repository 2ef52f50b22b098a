#if Macros
    import SwiftDiagnostics
    import SwiftParser
    import SwiftSyntax

    /// Generates the forwarders of one protocol and diagnoses the requirements that can't have one.
    ///
    /// A forwarder iterates over the stand-in, which is a sequence of its delegates.
    struct ForwarderGenerator {
        /// The protocol's name, qualified by the types that enclose it.
        let protocolName: String
        /// The access level of the forwarders with a trailing space, or an empty string.
        let access: String
        /// The types that differ between delegates: `Self`, associated types, and their aliases.
        let associatedTypes: Set<String>
        let diagnose: (Diagnostic) -> Void

        func forwarders(for members: MemberBlockItemListSyntax) -> String { members.generated(forwarder) }

        private func forwarder(for declaration: DeclSyntax) -> String? {
            guard let function = declaration.as(FunctionDeclSyntax.self) else {
                Diagnostic.notAMethod(declaration).map(diagnose)
                return nil
            }
            if let modifier = function.modifiers.first(where: { $0.name.text == "static" }) {
                diagnose(.staticMethod(modifier, of: function))
                return nil
            }
            guard function.returnsVoid else { return nil }
            let problems = problems(of: function)
            problems.forEach(diagnose)
            guard problems.isEmpty else { return nil }

            var names: [String] = []
            for parameter in function.parameters { names.append(variableName(of: parameter, unlike: names)) }
            let arguments = zip(function.parameters, names).map { $0.argumentLabel + $0.argument(named: $1) }
            var signature = function.signature.trimmed
            signature.parameterClause.parameters = FunctionParameterListSyntax(
                zip(function.parameters, names).map { $0.renamed($1) })

            let effects = function.signature.effectSpecifiers
            let delegate = unusedName("delegate", among: names)
            // The coercion selects among overloads that differ only in what they return.
            return """
                \(function.heading(access: access))\(function.genericParameterClause?.trimmedDescription ?? "")\
                \(signature)\(function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "") {
                for \(delegate) in self {
                \(keywords(effects?.asyncSpecifier, effects?.throwsClause))\(delegate).\(function.name.text)\
                (\(arguments.joined(separator: ", "))) as ()
                }
                }
                """
        }

        /// Returns the variable that a forwarder uses for a parameter, given those of the parameters before it.
        ///
        /// A name in backticks could shadow `self`, and `await` begins an expression, so neither is used.
        private func variableName(of parameter: FunctionParameterSyntax, unlike names: [String]) -> String {
            let name = parameter.variableName
            let isUsable = name.isValidSwiftIdentifier(for: .variableName) && !name.contains("`") && name != "await"
            return isUsable && !names.contains(name) ? name : unusedName("argument\(names.count + 1)", among: names)
        }

        /// The reasons why a method that returns nothing can't be forwarded.
        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let mutating = function.modifiers.first(where: { $0.name.text == "mutating" }) {
                problems.append(.mutating(mutating))
            }
            if conflictsWithMember(function) { problems.append(.conflictingMember(function)) }
            for parameter in function.parameters {
                if parameter.ellipsis != nil { problems.append(.variadic(parameter, of: function)) }
                if let specifier = parameter.type.ownershipTransfer {
                    problems.append(.ownershipTransfer(specifier, of: function))
                }
            }
            let generics = function.genericParameterClause?.parameters.map(\.name.unescapedText) ?? []
            let clauses = [
                function.genericParameterClause.map { Syntax($0) }, function.genericWhereClause.map { Syntax($0) },
                function.signature.effectSpecifiers.map { Syntax($0) },
            ]
            for clause in function.parameters.map({ Syntax($0.type) }) + clauses.compactMap(\.self) {
                if let type = clause.firstType(named: associatedTypes.subtracting(generics)) {
                    problems.append(.associatedType(type, of: function, in: protocolName))
                }
            }
            return problems
        }

        /// Whether `MulticastDelegate` has a method with this signature, which would be called instead of a forwarder.
        private func conflictsWithMember(_ function: FunctionDeclSyntax) -> Bool {
            let types = function.parameters.map {
                $0.firstName.tokenKind == .wildcard ? $0.type.trimmedDescription : ""
            }
            switch function.name.text {
            case "removeAll": return types.isEmpty
            case "add", "remove": return types == ["any \(protocolName)"] || types == [protocolName]
            default: return false
            }
        }
    }

    /// Returns the keywords that a call needs if it is asynchronous or can throw.
    private func keywords(_ async: TokenSyntax?, _ throwing: ThrowsClauseSyntax?) -> String {
        (throwing == nil ? "" : "try ") + (async == nil ? "" : "await ")
    }

    extension FunctionParameterSyntax {
        fileprivate var variableName: String { (secondName ?? firstName).text }

        fileprivate func renamed(_ name: String) -> FunctionParameterSyntax {
            guard name != variableName else { return self }
            return with(\.firstName.trailingTrivia, .space).with(\.secondName, .identifier(name))
        }

        /// Returns the argument that passes this parameter on.
        fileprivate func argument(named name: String) -> String {
            if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
            guard let type = type.as(AttributedTypeSyntax.self) else { return name }
            if type.specifiers.contains(where: { $0.trimmedDescription == "inout" }) { return "&\(name)" }
            guard type.attributes.contains(where: { $0.name == "autoclosure" }),
                let closure = type.baseType.as(FunctionTypeSyntax.self)
            else { return name }
            return keywords(closure.effectSpecifiers?.asyncSpecifier, closure.effectSpecifiers?.throwsClause) + name
                + "()"
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
