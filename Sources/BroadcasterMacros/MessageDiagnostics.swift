#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    // The protocol can't have messages.
    extension Diagnostic {
        static func messagesOfNoProtocol(_ attribute: AttributeSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "messagesOfNoProtocol",
                "'@Messages' can only be attached to a protocol; each method that the protocol requires becomes a case",
                fixIt: "remove '@Messages'", removal(of: attribute))
        }

        static func notALiteral(_ argument: ExprSyntax) -> Diagnostic {
            Diagnostic(argument, .error, "notALiteral", "a macro sees only the source; write 'true' or 'false'")
        }

        static func noMethods(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            Diagnostic(
                declaration.name, .error, "noMethods",
                "'\(declaration.name.text)' requires no method, so it has no messages")
        }

        static func localProtocol(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            Diagnostic(
                declaration.name, .error, "localProtocol",
                """
                the code around a local protocol can't see what a macro generates beside it; move \
                '\(declaration.name.text)' out of the function
                """)
        }

        static func actorMessages(_ type: TypeSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "actorMessages",
                """
                '\(type.trimmedDescription)' is for actors, but the observer that '@Messages' generates is a class; an \
                actor can receive messages in a loop over 'Broadcaster.messages'
                """)
        }

        static func unknownInheritance(_ type: TypeSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "unknownInheritance",
                """
                '@Messages' can't see what '\(type.trimmedDescription)' requires; if it requires nothing that lacks a \
                default, say whether it is 'Sendable' with '@Messages(sendable: true)' or '@Messages(sendable: false)'
                """)
        }

        static func sendableOnMainActor(_ attribute: AttributeSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "sendableOnMainActor",
                """
                the observers of a 'Sendable' protocol are called on any thread, so nothing in it can be on the main \
                actor; remove '@MainActor', or 'Sendable' from the protocol
                """)
        }
    }

    // A requirement can't be a message.
    extension Diagnostic {
        /// Returns an error for a requirement that isn't a method, or `nil` if the declaration isn't a requirement.
        static func notAMessage(_ declaration: DeclSyntax) -> Diagnostic? {
            switch declaration.kind {
            case .variableDecl:
                Diagnostic(
                    declaration, .error, "propertyMessage",
                    "a property can't be broadcast; move it to another protocol, or pass its value to a method")
            case .subscriptDecl:
                Diagnostic(
                    declaration, .error, "subscriptMessage",
                    "a subscript can't be broadcast; move it to another protocol")
            case .initializerDecl:
                Diagnostic(
                    declaration, .error, "initializerMessage",
                    "an initializer can't be broadcast; move it to another protocol")
            case .associatedTypeDecl:
                Diagnostic(
                    declaration, .error, "associatedTypeMessage",
                    """
                    an associated type differs between observers, but one message is sent to all of them; name a \
                    concrete type
                    """)
            default: nil
            }
        }

        static func modifier(_ modifier: DeclModifierSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            let reason =
                switch modifier.name.text {
                case "static": "is called on a type, and observers are objects"
                case "mutating": "changes a value, and observers are objects"
                default: "may be missing in an observer; give it an empty default in an extension of the protocol"
                }
            return Diagnostic(
                modifier, .error, "modifierMessage",
                "'\(function.name.text)' can't be a message because it \(reason); remove '\(modifier.name.text)'",
                fixIt: "remove '\(modifier.name.text)'", removal(of: modifier))
        }

        static func answers(_ clause: ReturnClauseSyntax, _ function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                clause, .error, "answer",
                """
                '\(function.name.text)' can't be a message because it returns a value, and a broadcast gets no answer; \
                move it to a protocol whose observers you call with 'Broadcaster.observers(of:)'
                """)
        }

        static func effect(_ keyword: TokenSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            let (reason, advice) =
                keyword.text == "async"
                ? ("is 'async', and a broadcast doesn't wait", "start a task in the observer")
                : ("can throw, and a broadcast has no caller to catch the error", "handle errors in the observer")
            return Diagnostic(
                keyword, .error, "effect",
                "'\(function.name.text)' can't be a message because it \(reason); remove '\(keyword.text)', and \(advice)"
            )
        }

        static func generic(_ clause: GenericParameterClauseSyntax, _ function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                clause, .error, "genericMessage",
                """
                '\(function.name.text)' can't be a message because it is generic, and a case has concrete types; take \
                'any' type that conforms instead
                """)
        }

        static func unavailable(_ attribute: AttributeSyntax, _ function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                attribute, .error, "availabilityMessage",
                """
                '\(function.name.text)' can't be a message because a case with values can't have an availability of its \
                own; move the method to another protocol
                """)
        }

        static func sameCase(_ function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                function.name, .error, "sameCase",
                """
                another method is named '\(function.name.text)', too, and cases need different names; rename one of them
                """)
        }
    }

    // A parameter can't be a value of a case.
    extension Diagnostic {
        static func sameLabel(_ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                parameter.firstName, .error, "sameLabel",
                """
                another value of '\(function.name.text)' is labeled '\(parameter.firstName.text)', too; rename one of \
                them
                """)
        }

        static func variadicMessage(
            _ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            Diagnostic(
                parameter.type, .error, "variadicMessage",
                "'\(function.name.text)' can't be a message because a case can't have variadic values; take an array",
                fixIt: "take an array", arrayInstead(of: parameter))
        }

        static func specifier(
            _ specifier: TypeSpecifierListSyntax.Element, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            let word = specifier.trimmedDescription
            let reason =
                switch word {
                case "inout": "an 'inout' parameter is a variable of the caller, and a message is a value"
                case "isolated": "an 'isolated' parameter isn't sent to observers"
                default: "one message is sent to several observers, so none of them can own it"
                }
            return Diagnostic(
                specifier, .error, "specifier",
                "'\(function.name.text)' can't be a message because \(reason); remove '\(word)'",
                fixIt: "remove '\(word)'", removal(of: specifier))
        }

        static func autoclosure(_ type: TypeSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "autoclosure",
                """
                '\(function.name.text)' can't be a message because a case can't have an '@autoclosure'; take the value
                """)
        }

        static func nonescaping(_ type: TypeSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "nonescaping",
                """
                '\(function.name.text)' can't be a message because the message would keep a closure that can't escape; \
                add '@escaping'
                """,
                fixIt: "add '@escaping'",
                replacement(
                    of: type, with: TypeSyntax("@escaping \(type.trimmed)").with(\.trailingTrivia, type.trailingTrivia))
            )
        }

        static func opaque(_ type: SomeOrAnyTypeSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            var new = type.someOrAnySpecifier
            new.tokenKind = .keyword(.any)
            return Diagnostic(
                type, .error, "opaque",
                """
                '\(function.name.text)' can't be a message because 'some' makes it generic, and a case has concrete \
                types; take 'any \(type.constraint.trimmedDescription)'
                """,
                fixIt: "take 'any \(type.constraint.trimmedDescription)'",
                replacement(of: type.someOrAnySpecifier, with: new))
        }

        static func selfType(
            _ type: TokenSyntax, of function: FunctionDeclSyntax, _ protocolName: String
        ) -> Diagnostic {
            var new = type
            new.tokenKind = .identifier("any \(protocolName)")
            return Diagnostic(
                type, .error, "selfType",
                """
                '\(function.name.text)' can't be a message because 'Self' differs between observers, but one message is \
                sent to all of them; take 'any \(protocolName)'
                """,
                fixIt: "take 'any \(protocolName)'", replacement(of: type, with: new))
        }

        static func channelType(_ type: TokenSyntax) -> Diagnostic {
            Diagnostic(
                type, .error, "channelType",
                """
                in a message, 'Channel' is the protocol itself; write the module, or the type, that your 'Channel' is \
                declared in, as in 'Module.Channel'
                """)
        }
    }
#endif
