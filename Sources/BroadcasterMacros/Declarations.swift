// What both macros read in a declaration.
#if Macros
    import SwiftSyntax

    extension ProtocolDeclSyntax {
        /// The types that the protocol inherits from, those of a `where` clause included.
        ///
        /// A composition counts as its parts.
        var inherited: [TypeSyntax] {
            let clause = inheritanceClause?.inheritedTypes.map(\.type) ?? []
            let requirements = (genericWhereClause?.requirements ?? []).compactMap {
                $0.requirement.as(ConformanceRequirementSyntax.self)
            }
            return (clause + requirements.filter { $0.leftType.path == ["Self"] }.map(\.rightType)).flatMap(\.parts)
        }

        /// The aliases that the protocol declares, and what they stand for.
        var aliases: [String: TypeSyntax] {
            memberBlock.members.all.reduce(into: [:]) { aliases, member in
                guard let alias = member.as(TypeAliasDeclSyntax.self), alias.genericParameterClause == nil else {
                    return
                }
                aliases[alias.name.unescapedText] = alias.initializer.value
            }
        }

        /// Whether an attribute stands beside another of the same name.
        func repeats(_ attribute: AttributeSyntax) -> Bool {
            attributes.count { $0.as(AttributeSyntax.self)?.name == attribute.name } > 1
        }
    }

    extension FunctionDeclSyntax {
        var parameters: FunctionParameterListSyntax { signature.parameterClause.parameters }

        /// The name with its labels, without backticks.
        var fullName: String {
            "\(name.unescapedText)(\(parameters.map { $0.firstName.unescapedText + ":" }.joined()))"
        }

        /// Whether the method returns nothing.
        ///
        /// A macro sees only the aliases that the protocol declares.
        func returnsVoid(_ aliases: [String: TypeSyntax]) -> Bool {
            signature.returnClause?.type.isVoid(aliases) ?? true
        }

        /// Whether no call can pass all arguments, because a parameter is a `Never`.
        func isUncallable(_ aliases: [String: TypeSyntax]) -> Bool {
            parameters.contains { $0.type.isUninhabited(aliases) }
        }

        /// Returns what an implementation of this requirement has in front of its parameters.
        func heading(access: String = "") -> String { Syntax(self).heading(access: access) + "func \(name.text)" }
    }

    extension ThrowsClauseSyntax {
        var canThrow: Bool { type?.resolved().isStandard(["Never"]) != true }
    }

    extension FunctionParameterSyntax {
        /// The label of an argument in a call or a pattern, with its colon.
        var argumentLabel: String { label(escaping: ["inout"]).map { "\($0): " } ?? "" }

        /// The label in a declaration, or an underscore.
        var declaredLabel: String { label(escaping: ["inout", "let", "var"]) ?? "_" }

        /// Returns the label, in backticks if it is one of the keywords that need them, or `nil` if there is none.
        private func label(escaping keywords: [String]) -> String? {
            guard firstName.tokenKind != .wildcard else { return nil }
            let name = firstName.unescapedText
            // With a letter behind it, a keyword is an identifier. A raw identifier still isn't.
            let isPlain = (name + "_").isValidIdentifier && !(keywords + ["_"]).contains(name)
            return isPlain ? name : "`\(name)`"
        }
    }

    extension SyntaxProtocol {
        /// The attributes of a declaration.
        var declaredAttributes: AttributeListSyntax { asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] }

        /// The modifiers of a declaration.
        var declaredModifiers: DeclModifierListSyntax { asProtocol((any WithModifiersSyntax).self)?.modifiers ?? [] }

        /// Returns what an implementation of this requirement has in front of its keyword.
        func heading(access: String) -> String {
            let isolation = declaredModifiers.filter { $0.name.text == "nonisolated" }
            return declaredAttributes.map { $0.trimmedDescription + "\n" }.joined() + access
                + isolation.map { $0.trimmedDescription + " " }.joined()
        }

        /// The generic parameters of a declaration, without backticks.
        var genericParameterNames: [String] {
            asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
                .map(\.name.unescapedText) ?? []
        }

        /// The `@available` attributes of a declaration, a line each.
        var availability: String { declaredAttributes.lines { $0.name == "available" } }

        var accessModifier: DeclModifierSyntax? {
            declaredModifiers.first {
                ["open", "public", "package", "internal", "fileprivate", "private"].contains($0.name.text)
            }
        }
    }

    extension AttributeSyntax {
        /// The name without the module.
        var name: String { attributeName.path.last ?? attributeName.trimmedDescription }

        private var labeledArguments: LabeledExprListSyntax { arguments?.as(LabeledExprListSyntax.self) ?? [] }

        /// The values of arguments that aren't literals.
        var nonLiterals: [ExprSyntax] {
            labeledArguments.map(\.expression).filter { !$0.is(BooleanLiteralExprSyntax.self) }
        }

        /// Returns the argument with the label, if it has this value.
        func argument(_ label: String, _ value: Bool) -> LabeledExprSyntax? {
            labeledArguments.first { argument in
                argument.label?.text == label
                    && argument.expression.as(BooleanLiteralExprSyntax.self)?.literal.text == "\(value)"
            }
        }

        /// Returns the attribute with this argument set to `true`.
        ///
        /// The arguments must be in the order of their declaration.
        func setting(_ label: String) -> AttributeSyntax {
            var values = Dictionary(
                labeledArguments.map { ($0.label?.text ?? "", $0.expression.trimmedDescription) },
                uniquingKeysWith: { first, _ in first })
            values[label] = "true"
            let arguments = ["sendable", "redeclaresInherited", "combinesAnswers"].compactMap { label in
                values[label].map { "\(label): \($0)" }
            }
            return AttributeSyntax("@\(attributeName.trimmed)(\(raw: arguments.joined(separator: ", ")))")
                .with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, trailingTrivia)
        }

        /// Whether the attribute may be a global actor: a macro can't tell, so each counts whose first letter is a
        /// capital.
        var mayBeGlobalActor: Bool {
            name.first(where: \.isLetter)?.isUppercase == true && !["Multicast", "Messages", "Sendable"].contains(name)
        }
    }

    /// Returns the access level that generated members must state; below `package`, they inherit the protocol's.
    ///
    /// A macro can't see the type that an enclosing `extension` extends, so it assumes that this type is as accessible
    /// as the protocol.
    ///
    /// - Parameter scopes: The protocol, and the declarations around it from the inside out.
    /// - Returns: The level with a trailing space, or an empty string.
    func accessLevel(in scopes: [Syntax]) -> String {
        var isPublic = true
        for (index, scope) in scopes.enumerated() where !scope.is(ExtensionDeclSyntax.self) {
            let outer = scopes.dropFirst(index + 1).first
            let inherited = outer?.is(ExtensionDeclSyntax.self) == true ? outer?.accessModifier : nil
            switch (scope.accessModifier ?? inherited)?.name.text {
            case "public", "open": continue
            case "package": isPublic = false
            default: return ""
            }
        }
        return isPublic ? "public " : "package "
    }
#endif
