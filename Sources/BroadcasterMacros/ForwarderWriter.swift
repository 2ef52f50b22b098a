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
            if let modifier = function.modifiers.first(where: { $0.name.text == "static" }) {
                diagnose(.staticFunction(function, modifier))
                return nil
            }
            guard function.returnsNothing else { return nil }
            let problems = problems(of: function)
            problems.forEach(diagnose)
            guard problems.isEmpty else { return nil }

            var parameters: [FunctionParameterSyntax] = []
            var names: Set<String> = []
            var arguments: [String] = []
            for (index, original) in function.signature.parameterClause.parameters.enumerated() {
                var parameter = original
                var name = (original.secondName ?? original.firstName).text
                if !name.canBeAVariable || names.contains(name) {
                    name = unused("argument\(index + 1)", among: names)
                    parameter.firstName.trailingTrivia = .space
                    parameter.secondName = .identifier(name)
                }
                names.insert(name)
                arguments.append(original.label + original.value(of: name))
                parameters.append(parameter)
            }
            var signature = function.signature.trimmed
            signature.parameterClause.parameters = FunctionParameterListSyntax(parameters)

            let effects = function.signature.effectSpecifiers
            let marks = marks(effects?.asyncSpecifier, effects?.throwsClause)
            let call = "\(function.name.text)(\(arguments.joined(separator: ", ")))"
            let body: String
            if effects?.asyncSpecifier != nil || effects?.throwsClause?.type != nil {
                // `invoke` can't wait, and forgets which errors are thrown; a walk does the same otherwise.
                let delegate = unused("delegate", among: names)
                body = "for \(delegate) in self { \(marks)\(delegate).\(call) }"
            } else {
                body = "\(marks)self.invoke { \(marks)$0.\(call) }"
            }
            let modifiers = function.modifiers.filter { $0.name.text == "nonisolated" }
            return """
                \(function.attributes.map { $0.trimmedDescription + "\n" }.joined())\
                \(access)\(modifiers.map { $0.trimmedDescription + " " }.joined())func \(function.name.text)\
                \(function.genericParameterClause?.trimmedDescription ?? "")\(signature.description)\
                \(function.genericWhereClause.map { " " + $0.trimmedDescription } ?? "") { \(body) }
                """
        }

        /// Why a function that returns nothing can't be forwarded.
        private func problems(of function: FunctionDeclSyntax) -> [Diagnostic] {
            var problems: [Diagnostic] = []
            if let mutating = function.modifiers.first(where: { $0.name.text == "mutating" }) {
                problems.append(.mutating(mutating))
            }
            if isMember(function) { problems.append(.taken(function)) }
            let generics = function.genericParameterClause?.parameters.map(\.name.text) ?? []
            let associatedTypes = associatedTypes.subtracting(generics)
            for parameter in function.signature.parameterClause.parameters {
                if parameter.ellipsis != nil { problems.append(.variadic(parameter, of: function)) }
                if let specifier = parameter.type.givesAway {
                    problems.append(.givenAway(specifier, in: parameter, of: function))
                }
                if let type = firstType(of: associatedTypes, in: Syntax(parameter.type)) {
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
    }

    extension FunctionParameterSyntax {
        fileprivate var label: String {
            guard firstName.tokenKind != .wildcard else { return "" }
            let plain = firstName.text.filter { $0 != "`" }
            // In a call, only these need backticks.
            let isPlain = plain.isValidSwiftIdentifier(for: .memberAccess) && !["inout", "let", "var"].contains(plain)
            return (isPlain ? plain : firstName.text) + ": "
        }

        /// What hands this parameter on.
        fileprivate func value(of name: String) -> String {
            if type.is(PackExpansionTypeSyntax.self) { return "repeat each \(name)" }
            guard let type = type.as(AttributedTypeSyntax.self) else { return name }
            if type.specifiers.contains(where: { $0.trimmedDescription == "inout" }) { return "&\(name)" }
            let isAutoclosure = type.attributes.contains { $0.trimmedDescription == "@autoclosure" }
            guard isAutoclosure, let closure = type.baseType.as(FunctionTypeSyntax.self) else { return name }
            let effects = closure.effectSpecifiers
            return "\(marks(effects?.asyncSpecifier, effects?.throwsClause))\(name)()"
        }
    }

    /// The words before a call that waits or throws.
    private func marks(_ async: TokenSyntax?, _ throwing: ThrowsClauseSyntax?) -> String {
        (throwing == nil ? "" : "try ") + (async == nil ? "" : "await ")
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
