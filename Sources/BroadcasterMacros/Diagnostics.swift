#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    // Errors: what the macro is attached to can have no forwarders.
    extension Diagnostic {
        static func notAProtocol(_ attribute: AttributeSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "notAProtocol",
                """
                '@Multicast' forwards what a protocol requires, and this is no protocol: attach it to the delegate \
                protocol
                """,
                fixIt: "remove '@Multicast'", removal(of: attribute))
        }

        static func objectiveC(_ attribute: AttributeSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "objectiveC",
                """
                methods of an extension don't fulfil an '@objc' protocol: remove '@objc', or write the stand-in by hand \
                with 'invoke'
                """,
                fixIt: "remove '@objc'", removal(of: attribute))
        }

        static func actor(_ type: TypeSyntax, name: TokenSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "actor",
                """
                '\(name.text)' is for actors, and the stand-in is a class: register the actors for '\(name.text)' with a \
                'Broadcaster', or keep them in a 'WeakObjectSet'
                """)
        }

        static func notForClasses(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            let old: TokenSyntax
            var mended: TokenSyntax
            if let first = declaration.inheritanceClause?.inheritedTypes.firstToken(viewMode: .sourceAccurate) {
                (old, mended) = (first, first)
                mended.tokenKind = .identifier("AnyObject, " + old.text)
            } else {
                old = declaration.primaryAssociatedTypeClause?.rightAngle ?? declaration.name
                mended = old
                mended.tokenKind = .identifier(old.text + ": AnyObject")
            }
            return Diagnostic(
                declaration.name, .error, "notForClasses",
                """
                '\(declaration.name.text)' is not only for classes, and delegates are held weakly, which values can't be: \
                let it inherit 'AnyObject'
                """,
                fixIt: "add 'AnyObject'", replacement(of: old, by: mended))
        }

        static func hidden(_ modifier: DeclModifierSyntax, isOwn: Bool, attribute: AttributeSyntax) -> Diagnostic {
            let message = """
                the forwarders stand outside of the type that the protocol is nested in, where what is 'private' in it \
                can't be seen: make it 'fileprivate'
                """
            guard isOwn else { return Diagnostic(attribute, .error, "hidden", message) }
            var mended = modifier
            mended.name.tokenKind = .keyword(.fileprivate)
            return Diagnostic(
                modifier, .error, "hidden", message, fixIt: "make it 'fileprivate'",
                replacement(of: modifier, by: mended))
        }

        static func mutating(_ modifier: DeclModifierSyntax) -> Diagnostic {
            Diagnostic(
                modifier, .error, "mutating", "what mutates is a value, and delegates are objects: remove 'mutating'",
                fixIt: "remove 'mutating'", removal(of: modifier))
        }

        static func taken(_ function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                function.name, .error, "taken",
                """
                '\(function.name.text)' like this is a method of every 'MulticastDelegate', which changes who the \
                delegates are, and would be called in place of a forwarder: give the requirement another name
                """)
        }
    }

    // Notes: the macro leaves it to the class.
    extension Diagnostic {
        /// What is no function; `nil` for what is no requirement either.
        static func noFunction(_ declaration: DeclSyntax) -> Diagnostic? {
            let kind: String
            switch declaration.kind {
            case .variableDecl: kind = "property"
            case .subscriptDecl: kind = "subscript"
            case .initializerDecl: kind = "initializer"
            default: return nil
            }
            return Diagnostic(
                declaration, .note, kind,
                "\(kind) requirements are not forwarded: the class that stands in writes this one itself")
        }

        static func staticFunction(_ function: FunctionDeclSyntax, _ modifier: DeclModifierSyntax) -> Diagnostic {
            Diagnostic(
                modifier, .note, "static",
                """
                '\(function.name.text)' is not forwarded, for it is asked of types, and delegates are objects: the class \
                that stands in writes it itself
                """)
        }

        static func variadic(_ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            var mended = parameter
            mended.ellipsis = nil
            mended.type = TypeSyntax(
                ArrayTypeSyntax(
                    element: parameter.type.trimmed, trailingTrivia: parameter.ellipsis?.trailingTrivia ?? []))
            mended.type.leadingTrivia = parameter.type.leadingTrivia
            return Diagnostic(
                parameter.type, .note, "variadic",
                """
                '\(function.name.text)' is not forwarded, for variadic arguments can't be handed on: take an array, or \
                let the class that stands in write it itself
                """,
                fixIt: "take an array", replacement(of: parameter, by: mended))
        }

        static func givenAway(
            _ specifier: SimpleTypeSpecifierSyntax, in parameter: FunctionParameterSyntax,
            of function: FunctionDeclSyntax
        ) -> Diagnostic {
            let word = specifier.specifier.text
            return Diagnostic(
                specifier, .note, "givenAway",
                """
                '\(function.name.text)' is not forwarded, for a '\(word)' parameter can be given to one only, and not to \
                each delegate: remove '\(word)', or let the class that stands in write it itself
                """,
                fixIt: "remove '\(word)'", removal(of: specifier))
        }

        static func associatedType(
            _ type: TokenSyntax, of function: FunctionDeclSyntax, protocol: String
        ) -> Diagnostic {
            let message = """
                '\(function.name.text)' is not forwarded, for '\(type.text)' differs from delegate to delegate
                """
            // A parameter whose whole type is `Self` can be any delegate.
            guard type.text == "Self", type.parent?.parent?.is(FunctionParameterSyntax.self) == true else {
                return Diagnostic(
                    type, .note, "associatedType", message + ": the class that stands in writes it itself")
            }
            var mended = type
            mended.tokenKind = .identifier("any \(`protocol`)")
            return Diagnostic(
                type, .note, "associatedType",
                message + ": take 'any \(`protocol`)', or let the class that stands in write it itself",
                fixIt: "take 'any \(`protocol`)'", replacement(of: type, by: mended))
        }
    }

    extension Diagnostic {
        fileprivate init(
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

    private func replacement(of old: some SyntaxProtocol, by new: some SyntaxProtocol) -> [FixIt.Change] {
        [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
    }

    /// Takes a word out, and with it the space after it, or its line if it stands there alone.
    private func removal(of old: some SyntaxProtocol) -> [FixIt.Change] {
        var before = Array(old.leadingTrivia)
        if old.trailingTrivia.isEmpty {
            if before.last?.isSpaceOrTab == true { before.removeLast() }
            if case .newlines(let count)? = before.popLast() { before.append(.newlines(count - 1)) }
        }
        let nothing = TokenSyntax(.identifier(""), leadingTrivia: Trivia(pieces: before), presence: .present)
        return replacement(of: old, by: nothing)
    }

    private struct Message: DiagnosticMessage, FixItMessage {
        let message: String
        let id: String
        let severity: DiagnosticSeverity

        var diagnosticID: MessageID { MessageID(domain: "Broadcaster", id: id) }
        var fixItID: MessageID { diagnosticID }
    }
#endif
