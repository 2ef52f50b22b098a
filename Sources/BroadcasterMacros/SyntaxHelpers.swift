// What both macros read in a declaration, generate from it, and say about it.
#if Macros
    import SwiftDiagnostics
    import SwiftParser
    import SwiftSyntax
    import SwiftSyntaxMacros

    // MARK: Declarations

    extension ProtocolDeclSyntax {
        /// The types that the protocol inherits from, those of a `where` clause included.
        var inherited: [TypeSyntax] {
            (inheritanceClause?.inheritedTypes.map(\.type) ?? [])
                + (genericWhereClause?.requirements ?? []).compactMap {
                    guard let conformance = $0.requirement.as(ConformanceRequirementSyntax.self) else { return nil }
                    return conformance.leftType.trimmedDescription == "Self" ? conformance.rightType : nil
                }
        }
    }

    extension FunctionDeclSyntax {
        var parameters: FunctionParameterListSyntax { signature.parameterClause.parameters }

        var returnsVoid: Bool {
            guard let type = signature.returnClause?.type.trimmedDescription else { return true }
            return ["Void", "()", "Swift.Void"].contains(type)
        }

        /// Returns what an implementation of this requirement has in front of its parameters.
        func heading(access: String = "") -> String {
            let isolation = modifiers.filter { $0.name.text == "nonisolated" }
            return attributes.map { $0.trimmedDescription + "\n" }.joined() + access
                + isolation.map { $0.trimmedDescription + " " }.joined() + "func \(name.text)"
        }
    }

    extension FunctionParameterSyntax {
        /// The label of an argument in a call or a pattern, with its colon.
        var argumentLabel: String {
            guard firstName.tokenKind != .wildcard else { return "" }
            let name = firstName.unescapedText
            return (name.isValidSwiftIdentifier(for: .memberAccess) && name != "inout" ? name : firstName.text) + ": "
        }
    }

    extension AttributeListSyntax.Element {
        /// The name of the attribute, or `nil` if this is conditional compilation.
        var name: String? { self.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
    }

    extension SyntaxProtocol {
        /// The attributes of a declaration.
        var declaredAttributes: AttributeListSyntax { asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] }

        /// The modifiers of a declaration.
        var declaredModifiers: DeclModifierListSyntax { asProtocol((any WithModifiersSyntax).self)?.modifiers ?? [] }

        /// The `@available` attributes of a declaration, a line each.
        var availability: String {
            declaredAttributes.filter { $0.name == "available" }.map { $0.trimmedDescription + "\n" }.joined()
        }

        var accessModifier: DeclModifierSyntax? {
            declaredModifiers.first {
                ["open", "public", "package", "internal", "fileprivate", "private"].contains($0.name.text)
            }
        }
    }

    /// Returns the access level that generated members must state; below `package`, they inherit the protocol's.
    ///
    /// A macro can't see the type that an enclosing `extension` extends, so it assumes that this type is as accessible
    /// as the protocol.
    ///
    /// - Parameter scopes: The protocol, and the declarations around it from the inside out.
    /// - Returns: The level with a trailing space, or an empty string.
    func access(in scopes: [Syntax]) -> String {
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

    // MARK: Conditional compilation

    extension IfConfigClauseSyntax {
        var members: MemberBlockItemListSyntax { elements?.as(MemberBlockItemListSyntax.self) ?? [] }
    }

    extension MemberBlockItemListSyntax {
        /// Returns what `generate` returns for each member, with the conditional compilation around it.
        func generated(_ generate: (DeclSyntax) -> String?) -> String {
            compactMap { member in
                guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return generate(member.decl) }
                return conditional.clauses.map {
                    "\($0.with(\.elements, nil).trimmedDescription)\n\($0.members.generated(generate))\n"
                }.joined() + "#endif"
            }.joined(separator: "\n")
        }
    }

    // MARK: Names

    extension TokenSyntax {
        /// The text without backticks, which aren't part of a name.
        var unescapedText: String { identifier?.name ?? text }
    }

    extension SyntaxProtocol {
        /// The name of the first type in this syntax that has one of the names.
        func firstType(named names: Set<String>) -> TokenSyntax? {
            tokens(viewMode: .sourceAccurate).first {
                $0.parent?.is(IdentifierTypeSyntax.self) == true && names.contains($0.unescapedText)
            }
        }
    }

    /// Returns `base`, with underscores appended until it differs from all of `names`.
    func unusedName(_ base: String, among names: [String]) -> String {
        var name = base
        while names.contains(name) { name += "_" }
        return name
    }

    // MARK: Diagnostics

    extension Diagnostic {
        static func error(_ node: some SyntaxProtocol, _ text: String, _ fixIt: FixIt? = nil) -> Diagnostic {
            Diagnostic(node: node, message: MacroExpansionErrorMessage(text), fixIts: fixIt.map { [$0] } ?? [])
        }

        static func notAProtocol(_ attribute: AttributeSyntax, _ purpose: String) -> Diagnostic {
            let name = "@\(attribute.attributeName.trimmedDescription)"
            return .error(
                attribute, "'\(name)' can only be attached to a protocol; \(purpose)", .remove(attribute, named: name))
        }
    }

    extension FixIt {
        /// Replaces the text of a token.
        static func replace(_ token: TokenSyntax, with text: String, message: String) -> FixIt {
            replace(token, with: token.with(\.tokenKind, .identifier(text)), message: message)
        }

        static func replace(_ old: some SyntaxProtocol, with new: some SyntaxProtocol, message: String) -> FixIt {
            replace(message: MacroExpansionFixItMessage(message), oldNode: old, newNode: new)
        }

        /// Removes a node and the space after it, or the line if the node is alone on it.
        static func remove(_ node: some SyntaxProtocol, named name: String? = nil) -> FixIt {
            var leading = Array(node.leadingTrivia)
            if node.trailingTrivia.isEmpty {
                if leading.last?.isSpaceOrTab == true { leading.removeLast() }
                if case .newlines(let count)? = leading.popLast() { leading.append(.newlines(count - 1)) }
            }
            return replace(
                node, with: TokenSyntax(.identifier(""), leadingTrivia: Trivia(pieces: leading), presence: .present),
                message: "remove '\(name ?? node.trimmedDescription)'")
        }

        /// Replaces `Self` by the protocol.
        static func takeAny(_ protocolName: String, insteadOf type: TokenSyntax) -> FixIt {
            replace(type, with: "any \(protocolName)", message: "take 'any \(protocolName)'")
        }

        /// Replaces the type of a variadic parameter.
        static func takeArray(insteadOf parameter: FunctionParameterSyntax) -> FixIt {
            let array = TypeSyntax("[\(parameter.type.trimmed)]")
            return replace(
                parameter, with: parameter.with(\.ellipsis, nil).with(\.type, array), message: "take an array")
        }
    }
#endif
