// What both macros say about a declaration.
#if Macros
    import SwiftDiagnostics
    import SwiftSyntax
    import SwiftSyntaxMacros

    extension Diagnostic {
        var isError: Bool { diagMessage.severity == .error }

        static func error(_ node: some SyntaxProtocol, _ text: String, _ fixIt: FixIt? = nil) -> Diagnostic {
            Diagnostic(node: node, message: MacroExpansionErrorMessage(text), fixIts: fixIt.map { [$0] } ?? [])
        }

        /// Returns an error with a note at another place.
        static func error(
            _ node: some SyntaxProtocol, _ text: String, noting note: String, at other: some SyntaxProtocol
        ) -> Diagnostic {
            Diagnostic(
                node: node, message: MacroExpansionErrorMessage(text),
                notes: [SwiftDiagnostics.Note(node: Syntax(other), message: MacroExpansionNoteMessage(note))])
        }

        static func warning(_ node: some SyntaxProtocol, _ text: String, _ fixIt: FixIt? = nil) -> Diagnostic {
            Diagnostic(
                node: node, message: MacroExpansionWarningMessage(text), fixIts: fixIt.map { [$0] } ?? [])
        }

        static func note(_ node: some SyntaxProtocol, _ text: String) -> Diagnostic {
            Diagnostic(node: node, message: Note(message: text))
        }

        static func notAProtocol(_ attribute: AttributeSyntax, _ purpose: String) -> Diagnostic {
            let name = "@\(attribute.attributeName.trimmedDescription)"
            return .error(
                attribute, "'\(name)' can only be attached to a protocol; \(purpose)", .remove(attribute, named: name))
        }

        static func attachedTwice(_ attribute: AttributeSyntax) -> Diagnostic {
            .error(attribute, "'@\(attribute.name)' is attached twice; remove one of them", .remove(attribute))
        }

        static func notALiteral(_ argument: ExprSyntax) -> Diagnostic {
            .error(argument, "a macro sees only the source; write 'true' or 'false'")
        }
    }

    extension FixIt {
        /// Replaces the text of a token.
        static func replace(_ token: TokenSyntax, with text: String, message: String) -> FixIt {
            replace(token, with: token.with(\.tokenKind, .identifier(text)), message: message)
        }

        /// Sets an argument of a macro to `true`.
        static func set(_ label: String, in attribute: AttributeSyntax) -> FixIt {
            let changed = attribute.setting(label)
            return replace(attribute, with: changed, message: "write '\(changed.trimmedDescription)'")
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

    private struct Note: DiagnosticMessage {
        let message: String
        let severity = DiagnosticSeverity.note
        let diagnosticID = MessageID(domain: "Broadcaster", id: "note")
    }
#endif
