#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    // The declaration can't have messages.
    extension Diagnostic {
        static func noMethods(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            .error(declaration.name, "'\(declaration.name.text)' requires no method, so it has no messages")
        }

        static func endlessMessage(_ type: TypeSyntax, of source: ObservedProtocol) -> Diagnostic {
            .error(
                type,
                """
                each message of '\(source.declaration.name.text)' would contain a '\(source.messageName)', which is the \
                type that '@Messages' generates, so none could be created; if it is a type of yours, rename the protocol
                """)
        }

        static func localProtocol(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            .error(
                declaration.name,
                """
                the code around a local protocol can't see what a macro generates beside it; move \
                '\(declaration.name.text)' out of the function
                """)
        }

        static func actorMessages(_ type: TypeSyntax) -> Diagnostic {
            .error(
                type,
                """
                '\(type.trimmedDescription)' is for actors, but the observer that '@Messages' generates is a class; an \
                actor can receive messages in a loop over 'Broadcaster.messages'
                """)
        }

        static func unknownInheritance(_ type: TypeSyntax, of declaration: ProtocolDeclSyntax) -> Diagnostic {
            .error(
                type,
                """
                '@Messages' can't see the requirements of '\(type.trimmedDescription)', so they become no messages; \
                declare them again in '\(declaration.name.text)', add 'Sendable' to it if '\(type.trimmedDescription)' \
                is 'Sendable', and write '@Messages(redeclaresInherited: true)' to say that none is missing; if it is a \
                class, remove it, because the observer that '@Messages' generates can't inherit from it
                """)
        }

        static func sendableMessages(_ argument: LabeledExprSyntax, of source: ObservedProtocol) -> Diagnostic {
            let name = source.declaration.name.text
            return .error(
                argument,
                """
                '\(name)' is 'Sendable', and its observers receive messages on any thread, so these are 'Sendable', \
                too; remove '\(argument.with(\.trailingComma, nil).trimmedDescription)', or 'Sendable' from the protocol
                """)
        }

        static func sendableOnMainActor(_ attribute: AttributeSyntax) -> Diagnostic {
            .error(
                attribute,
                """
                the observers of a 'Sendable' protocol are called on any thread, so nothing in it can be on the main \
                actor; remove '@MainActor', or 'Sendable' from the protocol
                """)
        }
    }

    // The declaration may not have messages.
    extension Diagnostic {
        static func otherActor(_ attribute: AttributeSyntax) -> Diagnostic {
            .note(
                attribute,
                """
                if '\(attribute.name)' is a global actor, remove it: observers are called on the main actor, or on any \
                thread if they are 'Sendable'
                """)
        }
    }

    // The requirement can't be a message.
    extension Diagnostic {
        /// Returns an error for a requirement that isn't a method, or `nil` if the declaration isn't a requirement.
        static func notAMessage(_ declaration: DeclSyntax) -> Diagnostic? {
            let text: String
            switch declaration.kind {
            case .variableDecl:
                text = "a property can't be broadcast; move it to another protocol, or pass its value to a method"
            case .subscriptDecl: text = "a subscript can't be broadcast; move it to another protocol"
            case .initializerDecl: text = "an initializer can't be broadcast; move it to another protocol"
            case .associatedTypeDecl:
                text = """
                    an associated type differs between observers, but one message is sent to all of them; name a \
                    concrete type
                    """
            default: return nil
            }
            return error(declaration, text)
        }

        static func modifier(_ modifier: DeclModifierSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            let reason =
                switch modifier.name.text {
                case "static": "is called on a type, and observers are objects"
                case "mutating": "changes a value, and observers are objects"
                default: "may be missing in an observer; give it an empty default in an extension of the protocol"
                }
            return function.refused(
                modifier, because: "it \(reason); remove '\(modifier.name.text)'", .remove(modifier))
        }

        static func answer(_ clause: ReturnClauseSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            function.refused(
                clause,
                because: """
                    it returns a value, and a broadcast gets no answer; move it to a protocol whose observers you call \
                    with 'Broadcaster.observers(of:)'
                    """)
        }

        static func effect(_ keyword: TokenSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            let (reason, advice) =
                keyword.text == "async"
                ? ("is 'async', and a broadcast doesn't wait", "start a task in the observer")
                : ("can throw, and a broadcast has no caller to catch the error", "handle errors in the observer")
            return function.refused(keyword, because: "it \(reason); remove '\(keyword.text)', and \(advice)")
        }

        static func generic(_ clause: GenericParameterClauseSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            function.refused(
                clause,
                because: "it is generic, and a case has concrete types; take a value of an 'any' type instead")
        }

        static func availability(
            _ attribute: AttributeSyntax, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            function.refused(
                attribute,
                because: """
                    the generated code that calls it can't have its availability; move the method to another protocol
                    """)
        }

        static func answer(_ answer: Answer, sentBy attribute: AttributeSyntax) -> Diagnostic {
            let problem =
                switch answer.kind {
                case .closure:
                    """
                    each observer can call '\(answer.name)', so the sender gets several answers, or none without observers
                    """
                case .continuation:
                    "each observer can resume '\(answer.name)', which must be resumed exactly once"
                }
            return .warning(
                answer.parameter,
                """
                \(problem); move '\(answer.function.name.text)' to a protocol whose observers you call with \
                'Broadcaster.observers(of:)', or write '@Messages(combinesAnswers: true)' if the sender combines the \
                answers
                """, .set("combinesAnswers", in: attribute))
        }

        static func sameCase(_ repeated: RepeatedMethod, named caseName: String) -> Diagnostic {
            let function = repeated.function
            let earlier = repeated.earlier
            let text = """
                '\(function.fullName)' and '\(earlier.fullName)' would both be the case '\(caseName)'; rename one of them
                """
            return .error(function.name, text, noting: "'\(earlier.fullName)' is here", at: earlier.name)
        }
    }

    // The parameter can't be a value of a case.
    extension Diagnostic {
        static func sameLabel(_ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            .error(
                parameter.firstName,
                """
                another value of '\(function.name.text)' is labeled '\(parameter.firstName.text)', too; rename one of \
                them
                """)
        }

        static func variadicMessage(
            _ parameter: FunctionParameterSyntax, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            function.refused(
                parameter.type, because: "a case can't have variadic values; take an array",
                .takeArray(insteadOf: parameter))
        }

        static func specifier(
            _ specifier: TypeSpecifierListSyntax.Element, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            let word = specifier.trimmedDescription
            let reason =
                switch word {
                case "inout": "an 'inout' parameter is a variable of the caller, and a message is a value"
                case "isolated": "an 'isolated' parameter isn't sent to observers"
                case "borrowing": "a 'borrowing' parameter belongs to the caller, and a message keeps its values"
                default: "one message is sent to several observers, so none of them can own it"
                }
            let alternative =
                word == "borrowing" ? "; if the type isn't 'Copyable', no message can contain it: \(moveAdvice)" : ""
            return function.refused(
                specifier, because: "\(reason); remove '\(word)'\(alternative)", .remove(specifier))
        }

        static func nonescapable(
            _ type: TypeSyntax, named name: String, of function: FunctionDeclSyntax
        ) -> Diagnostic {
            function.refused(
                type,
                because: """
                    a '\(name)' can't escape, and a message keeps its values; take a copy, such as an array, or \
                    \(moveAdvice); if '\(name)' is a type of yours, write 'Module.\(name)'
                    """)
        }

        private static let moveAdvice =
            "move the method to a protocol whose observers you call with 'Broadcaster.observers(of:)'"

        static func autoclosure(_ type: TypeSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            function.refused(type, because: "a case can't have an '@autoclosure'; take the value")
        }

        static func nonescaping(_ type: TypeSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            return function.refused(
                type, because: "the message would keep a closure that can't escape; add '@escaping'",
                .replace(type, with: type.escaping, message: "add '@escaping'"))
        }

        static func opaque(_ type: SomeOrAnyTypeSyntax, of function: FunctionDeclSyntax) -> Diagnostic {
            let advice = "take 'any \(type.constraint.trimmedDescription)'"
            return function.refused(
                type, because: "'some' makes it generic, and a case has concrete types; \(advice)",
                .replace(type.someOrAnySpecifier, with: "any", message: advice))
        }

        static func selfType(
            _ type: TokenSyntax, of function: FunctionDeclSyntax, in protocolName: String
        ) -> Diagnostic {
            function.refused(
                type,
                because: """
                    'Self' differs between observers, but one message is sent to all of them; take 'any \(protocolName)'
                    """, .takeAny(protocolName, insteadOf: type))
        }
    }

    extension TypeSyntax {
        /// The type with `@escaping`, which stands behind specifiers.
        fileprivate var escaping: TypeSyntax {
            guard let type = self.as(AttributedTypeSyntax.self), !type.specifiers.isEmpty else {
                return TypeSyntax("@escaping \(trimmed)").with(\.trailingTrivia, trailingTrivia)
            }
            let escaping = AttributeSyntax("@escaping").with(\.trailingTrivia, .space)
            return TypeSyntax(type.with(\.attributes, [.attribute(escaping)] + type.attributes))
        }
    }

    extension FunctionDeclSyntax {
        fileprivate func refused(
            _ node: some SyntaxProtocol, because reason: String, _ fixIt: FixIt? = nil
        ) -> Diagnostic {
            .error(node, "'\(name.text)' can't be a message because \(reason)", fixIt)
        }
    }
#endif
