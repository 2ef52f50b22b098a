#if Macros
    import SwiftDiagnostics
    import SwiftParser
    import SwiftSyntax

    /// Generates the forwarders of one protocol and diagnoses the requirements that can't have one.
    ///
    /// A forwarder iterates over the stand-in, which is a sequence of its delegates.
    struct ForwarderGenerator {
        /// The protocol's name, qualified by the types that enclose it.
        let type: String
        /// The access level of the forwarders with a trailing space, or an empty string.
        let access: String
        /// The types that differ between delegates: `Self`, associated types, and their aliases.
        let associatedTypes: Set<String>
        let diagnose: (Diagnostic) -> Void

        func forwarders(for members: MemberBlockItemListSyntax) -> String {
            members.compactMap { member in
                if let conditional = member.decl.as(IfConfigDeclSyntax.self) { return forwarders(for: conditional) }
                if let function = member.decl.as(FunctionDeclSyntax.self) { return forwarder(for: function) }
                if let note = Diagnostic.notAMethod(member.decl) { diagnose(note) }
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
            if let modifier = function.modifiers.first(where: { $0.name.text == "static" }) {
                diagnose(.staticMethod(function, modifier))
                return nil
            }
            guard function.returnsVoid else { return nil }
            let problems = problems(of: function)
            problems.forEach(diagnose)
            guard problems.isEmpty else { return nil }

            var parameters: [FunctionParameterSyntax] = []
            var names: Set<String> = []
            var arguments: [String] = []
            for (index, original) in function.signature.parameterClause.parameters.enumerated() {
                var parameter = original
                var name = (original.secondName ?? original.firstName).text
                if !name.isUsableAsVariable || names.contains(name) {
                    name = unusedName("argument\(index + 1)", among: names)
                    parameter.firstName.trailingTrivia = .space
                    parameter.secondName = .identifier(name)
                }
                names.insert(name)
                arguments.append(original.argumentLabel + original.argument(named: name))
                parameters.append(parameter)
            }
            var signature = function.signature.trimmed
            signature.parameterClause.parameters = FunctionParameterListSyntax(parameters)

            let effects = function.signature.effectSpecifiers
            let keywords = keywords(effects?.asyncSpecifier, effects?.throwsClause)
            let delegate = unusedName("delegate", among: names)
            // The coercion selects among overloads that differ only in what they return.
            let call = "\(keywords)\(delegate).\(function.name.text)(\(arguments.joined(separator: ", "))) as ()"
            let modifiers = function.modifiers.filter { $0.name.text == "nonisolated" }
            return """
                \(function.attributes.map { $0.trimmedDescription + "\n" }.joined())\
                \(access)\(modifiers.map { $0.trimmedDescription + " " }.joined())func \(function.name.text)\
                \(function.genericParameterClause?.trimmedDescription ?? "")\(signature.description)\
                \(function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "") { \
                for \(delegate) in self { \(call) } }
                """
        }

        /// The reasons why a method that returns nothing can't be forwarded.
        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let mutating = function.modifiers.first(where: { $0.name.text == "mutating" }) {
                problems.append(.mutating(mutating))
            }
            if conflictsWithMember(function) { problems.append(.conflictingMember(function)) }
            let generics = function.genericParameterClause?.parameters.map(\.name.text) ?? []
            let associatedTypes = associatedTypes.subtracting(generics)
            for parameter in function.signature.parameterClause.parameters {
                if parameter.ellipsis != nil { problems.append(.variadic(parameter, of: function)) }
                if let specifier = parameter.type.ownershipTransfer {
                    problems.append(.ownershipTransfer(specifier, of: function))
                }
                if let type = firstType(of: associatedTypes, in: Syntax(parameter.type)) {
                    problems.append(.associatedType(type, of: function, protocol: self.type))
                }
            }
            let otherClauses = [
                function.genericParameterClause.map { Syntax($0) }, function.genericWhereClause.map { Syntax($0) },
                function.signature.effectSpecifiers.map { Syntax($0) },
            ]
            for case let clause? in otherClauses {
                if let type = firstType(of: associatedTypes, in: clause) {
                    problems.append(.associatedType(type, of: function, protocol: self.type))
                }
            }
            return problems
        }

        /// Whether `MulticastDelegate` has a method with this signature, which would be called instead of a forwarder.
        private func conflictsWithMember(_ function: FunctionDeclSyntax) -> Bool {
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

    /// Returns the first type in `syntax` that has one of these names.
    func firstType(of names: Set<String>, in syntax: Syntax) -> TokenSyntax? {
        if let type = syntax.as(IdentifierTypeSyntax.self), names.contains(type.name.text) { return type.name }
        for child in syntax.children(viewMode: .sourceAccurate) {
            if let found = firstType(of: names, in: child) { return found }
        }
        return nil
    }

    /// Returns `base`, with underscores appended until it differs from all of `names`.
    func unusedName(_ base: String, among names: Set<String>) -> String {
        var name = base
        while names.contains(name) { name += "_" }
        return name
    }

    /// Returns the keywords that a call needs if it is asynchronous or can throw.
    private func keywords(_ async: TokenSyntax?, _ throwing: ThrowsClauseSyntax?) -> String {
        (throwing == nil ? "" : "try ") + (async == nil ? "" : "await ")
    }

    extension FunctionDeclSyntax {
        var returnsVoid: Bool {
            guard let type = signature.returnClause?.type.trimmedDescription else { return true }
            return ["Void", "()", "Swift.Void"].contains(type)
        }
    }

    extension FunctionParameterSyntax {
        var argumentLabel: String {
            guard firstName.tokenKind != .wildcard else { return "" }
            let plain = firstName.text.filter { $0 != "`" }
            // In a call, only these labels need backticks.
            let isPlain = plain.isValidSwiftIdentifier(for: .memberAccess) && !["inout", "let", "var"].contains(plain)
            return (isPlain ? plain : firstName.text) + ": "
        }

        /// Returns the argument that passes this parameter on.
        fileprivate func argument(named name: String) -> String {
            if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
            guard let type = type.as(AttributedTypeSyntax.self) else { return name }
            if type.specifiers.contains(where: { $0.trimmedDescription == "inout" }) { return "&\(name)" }
            let isAutoclosure = type.attributes.contains { $0.trimmedDescription == "@autoclosure" }
            guard isAutoclosure, let closure = type.baseType.as(FunctionTypeSyntax.self) else { return name }
            let effects = closure.effectSpecifiers
            return "\(keywords(effects?.asyncSpecifier, effects?.throwsClause))\(name)()"
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

    extension String {
        /// Whether this names a variable without backticks, which would also allow shadowing `self`.
        fileprivate var isUsableAsVariable: Bool {
            !contains("`") && isValidSwiftIdentifier(for: .variableName)
        }
    }
#endif
