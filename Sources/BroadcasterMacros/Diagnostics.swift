#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    // Errors: the declaration can't have forwarders.
    extension Diagnostic {
        static func notAProtocol(_ attribute: AttributeSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "notAProtocol",
                "'@Multicast' can only be attached to a protocol; it forwards the methods that the protocol requires",
                fixIt: "remove '@Multicast'", removal(of: attribute))
        }

        static func objectiveC(_ attribute: AttributeSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "objectiveC",
                """
                extension methods can't satisfy the requirements of an '@objc' protocol; remove '@objc', or write the \
                stand-in by hand with 'invoke'
                """,
                fixIt: "remove '@objc'", removal(of: attribute))
        }

        static func actor(_ type: TypeSyntax, name: TokenSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "actor",
                """
                '\(name.text)' is for actors, but a stand-in is a class; register the actors with a 'Broadcaster', or \
                add them to a 'WeakObjectSet'
                """)
        }

        static func notClassBound(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            let old: TokenSyntax
            var new: TokenSyntax
            if let first = declaration.inheritanceClause?.inheritedTypes.firstToken(viewMode: .sourceAccurate) {
                (old, new) = (first, first)
                new.tokenKind = .identifier("AnyObject, " + old.text)
            } else {
                old = declaration.primaryAssociatedTypeClause?.rightAngle ?? declaration.name
                new = old
                new.tokenKind = .identifier(old.text + ": AnyObject")
            }
            return Diagnostic(
                declaration.name, .error, "notClassBound",
                """
                '\(declaration.name.text)' must inherit from 'AnyObject': delegates are held weakly, and value types \
                can't be
                """,
                fixIt: "add 'AnyObject'", replacement(of: old, with: new))
        }

        static func inaccessible(_ modifier: DeclModifierSyntax, isOwn: Bool, attribute: AttributeSyntax) -> Diagnostic
        {
            let message = """
                forwarders are generated outside the enclosing type, where 'private' declarations aren't accessible; \
                make it 'fileprivate'
                """
            guard isOwn else { return Diagnostic(attribute, .error, "inaccessible", message) }
            var new = modifier
            new.name.tokenKind = .keyword(.fileprivate)
            return Diagnostic(
                modifier, .error, "inaccessible", message, fixIt: "make it 'fileprivate'",
                replacement(of: modifier, with: new))
        }

        static func mutating(_ modifier: DeclModifierSyntax) -> Diagnostic {
            Diagnostic(
                modifier, .error, "mutating",
                "delegates are objects, so a requirement can't be 'mutating'; remove 'mutating'",
                fixIt: "remove 'mutating'", removal(of: modifier))
        }

        static func conflictingMember(_ function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                function.name, .error, "conflictingMember",
                """
                '\(function.name.text)' has the signature of a 'MulticastDelegate' method, which would be called instead \
                of a forwarder; rename the requirement
                """)
        }
    }

    // Notes: the stand-in class implements the requirement.
    extension Diagnostic {
        /// Returns a note for a requirement that isn't a method, or `nil` if the declaration isn't a requirement.
        static func notAMethod(_ declaration: DeclSyntax) -> Diagnostic? {
            let kind: String
            switch declaration.kind {
            case .variableDecl: kind = "property"
            case .subscriptDecl: kind = "subscript"
            case .initializerDecl: kind = "initializer"
            default: return nil
            }
            return Diagnostic(
                declaration, .note, kind,
                "\(kind) requirements are not forwarded; implement this one in the stand-in class")
        }

        static func staticMethod(_ function: FunctionDeclSyntax, _ modifier: DeclModifierSyntax) -> Diagnostic {
            Diagnostic(
                modifier, .note, "staticMethod",
                """
                '\(function.name.text)' is not forwarded because static methods are called on types, and delegates are \
                objects; implement it in the stand-in class
                """)
        }

        static func variadic(_ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                parameter.type, .note, "variadic",
                """
                '\(function.name.text)' is not forwarded because variadic arguments can't be passed on; take an array, \
                or implement it in the stand-in class
                """,
                fixIt: "take an array", arrayInstead(of: parameter))
        }

        static func ownershipTransfer(
            _ specifier: SimpleTypeSpecifierSyntax, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            let word = specifier.specifier.text
            return Diagnostic(
                specifier, .note, "ownershipTransfer",
                """
                '\(function.name.text)' is not forwarded because a '\(word)' parameter can be passed to only one \
                delegate; remove '\(word)', or implement it in the stand-in class
                """,
                fixIt: "remove '\(word)'", removal(of: specifier))
        }

        static func associatedType(
            _ type: TokenSyntax, of function: FunctionDeclSyntax, protocol: String
        ) -> Diagnostic {
            let reason = """
                '\(function.name.text)' is not forwarded because '\(type.text)' can differ between delegates
                """
            // A parameter of type `Self`, unlike one of type `[Self]`, can take any delegate instead.
            guard type.text == "Self", type.parent?.parent?.is(FunctionParameterSyntax.self) == true else {
                return Diagnostic(
                    type, .note, "associatedType", reason + "; implement it in the stand-in class")
            }
            var new = type
            new.tokenKind = .identifier("any \(`protocol`)")
            return Diagnostic(
                type, .note, "associatedType",
                reason + "; take 'any \(`protocol`)', or implement it in the stand-in class",
                fixIt: "take 'any \(`protocol`)'", replacement(of: type, with: new))
        }
    }

    extension Diagnostic {
        init(
            _ node: some SyntaxProtocol, _ severity: DiagnosticSeverity, _ id: String, _ text: String,
            fixIt: String? = nil, _ changes: [FixIt.Change] = []
        ) {
            self.init(
                node: node, message: Message(message: text, id: id, severity: severity),
                fixIts: fixIt.map {
                    [FixIt(message: Message(message: $0, id: id, severity: severity), changes: changes)]
                } ?? [])
        }
    }

    func replacement(of old: some SyntaxProtocol, with new: some SyntaxProtocol) -> [FixIt.Change] {
        [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
    }

    /// Replaces the type of a variadic parameter.
    func arrayInstead(of parameter: FunctionParameterSyntax) -> [FixIt.Change] {
        var new = parameter
        new.ellipsis = nil
        new.type = TypeSyntax(
            ArrayTypeSyntax(element: parameter.type.trimmed, trailingTrivia: parameter.ellipsis?.trailingTrivia ?? []))
        new.type.leadingTrivia = parameter.type.leadingTrivia
        return replacement(of: parameter, with: new)
    }

    /// Removes a token and the space after it, or the line if the token is alone on it.
    func removal(of old: some SyntaxProtocol) -> [FixIt.Change] {
        var leading = Array(old.leadingTrivia)
        if old.trailingTrivia.isEmpty {
            if leading.last?.isSpaceOrTab == true { leading.removeLast() }
            if case .newlines(let count)? = leading.popLast() { leading.append(.newlines(count - 1)) }
        }
        let empty = TokenSyntax(.identifier(""), leadingTrivia: Trivia(pieces: leading), presence: .present)
        return replacement(of: old, with: empty)
    }

    private struct Message: DiagnosticMessage, FixItMessage {
        let message: String
        let id: String
        let severity: DiagnosticSeverity

        var diagnosticID: MessageID { MessageID(domain: "Broadcaster", id: id) }
        var fixItID: MessageID { diagnosticID }
    }
#endif
