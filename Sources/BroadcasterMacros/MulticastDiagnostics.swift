#if Macros
    import SwiftDiagnostics
    import SwiftSyntax

    // The declaration can't have forwarders.
    extension Diagnostic {
        static func objectiveC(_ attribute: AttributeSyntax) -> Diagnostic {
            .error(
                attribute,
                """
                extension methods can't satisfy the requirements of an '@objc' protocol; remove '@objc', or write the \
                stand-in by hand with 'invoke'
                """, .remove(attribute, named: "@objc"))
        }

        static func actorDelegates(_ type: TypeSyntax, _ declaration: ProtocolDeclSyntax) -> Diagnostic {
            .error(
                type,
                """
                '\(declaration.name.text)' is for actors, but a stand-in is a class; register the actors with a \
                'Broadcaster', or add them to a 'WeakObjectSet'
                """)
        }

        /// Returns an error at what says that the protocol is `Sendable`.
        static func sendableDelegates(_ node: some SyntaxProtocol, _ declaration: ProtocolDeclSyntax) -> Diagnostic {
            .error(
                node,
                """
                '\(declaration.name.text)' is 'Sendable', but a stand-in isn't, because it belongs to one owner; \
                remove '\(node.trimmedDescription)', or hold the delegates in a 'WeakObjectSet'
                """)
        }

        static func unseenRequirements(
            of inherited: [TypeSyntax], _ declaration: ProtocolDeclSyntax, _ attribute: AttributeSyntax
        ) -> Diagnostic {
            let names = inherited.map { "'\($0.trimmedDescription)'" }.joined(separator: " and ")
            return .warning(
                attribute,
                """
                '@Multicast' can't see the requirements of \(names), so a stand-in calls their defaults instead of its \
                delegates; declare them again in '\(declaration.name.text)', and write \
                '@Multicast(redeclaresInherited: true)' to say that none is missing; if one is a class, no \
                'MulticastDelegate' inherits from it, so make the stand-in a subclass that is a sequence of \
                'any \(declaration.name.text)'
                """, .set("redeclaresInherited", in: attribute))
        }

        static func namedAsTypeOfSequence(_ name: TokenSyntax) -> Diagnostic {
            .error(
                name,
                """
                a stand-in is a sequence, and '\(name.text)' is a type of each sequence; rename the protocol, or nest \
                it in a type
                """)
        }

        static func notClassBound(_ declaration: ProtocolDeclSyntax) -> Diagnostic {
            let add = "add 'AnyObject'"
            let fixIt: FixIt
            if let first = declaration.inheritanceClause?.inheritedTypes.firstToken(viewMode: .sourceAccurate) {
                fixIt = .replace(first, with: "AnyObject, \(first.text)", message: add)
            } else {
                let last = declaration.primaryAssociatedTypeClause?.rightAngle ?? declaration.name
                fixIt = .replace(last, with: "\(last.text): AnyObject", message: add)
            }
            return .error(
                declaration.name,
                """
                '\(declaration.name.text)' must inherit from 'AnyObject': delegates are held weakly, and value types \
                can't be
                """, fixIt)
        }

        /// Returns an error at the modifier of the protocol, or at the attribute if a type around it has the modifier.
        static func inaccessible(_ modifier: DeclModifierSyntax, outside attribute: AttributeSyntax?) -> Diagnostic {
            .error(
                attribute.map { Syntax($0) } ?? Syntax(modifier),
                """
                forwarders are generated outside the enclosing type, where 'private' declarations aren't accessible; \
                make it 'fileprivate'
                """,
                attribute == nil
                    ? .replace(modifier.name, with: "fileprivate", message: "make it 'fileprivate'") : nil)
        }

        static func mutating(_ modifier: DeclModifierSyntax) -> Diagnostic {
            .error(
                modifier, "delegates are objects, so a requirement can't be 'mutating'; remove 'mutating'",
                .remove(modifier))
        }

        static func conflictingMember(_ name: TokenSyntax) -> Diagnostic {
            .error(
                name,
                """
                '\(name.text)' has the signature of a member of 'MulticastDelegate', which would be used instead; \
                rename the requirement
                """)
        }

        static func typeOfSequence(_ type: TokenSyntax) -> Diagnostic {
            .error(
                type,
                """
                a stand-in is a sequence, in which '\(type.text)' is another type; write the module, or the type, that \
                your '\(type.text)' is declared in, as in 'Module.\(type.text)'
                """)
        }
    }

    // The method is forwarded, and may answer more than once.
    extension Diagnostic {
        static func answer(_ answer: Answer, forwardedBy attribute: AttributeSyntax) -> Diagnostic {
            let problem =
                switch answer.kind {
                case .closure:
                    """
                    each delegate can call '\(answer.name)', so its caller gets several answers, or none without \
                    delegates; return the answer instead
                    """
                case .continuation:
                    """
                    each delegate can resume '\(answer.name)', which must be resumed exactly once; return the value \
                    instead
                    """
                }
            return .warning(
                answer.parameter,
                """
                \(problem), or write '@Multicast(combinesAnswers: true)' if the stand-in class or the caller combines \
                the answers
                """, .set("combinesAnswers", in: attribute))
        }
    }

    /// The reasons why the stand-in class implements a requirement, which the compiler shows if it doesn't.
    enum Unforwarded {
        static let answer = """
            a stand-in can't combine the answers of its delegates; implement this in the class, for example with \
            'reduce' or 'allSatisfy'
            """

        static func possibleVoid(_ type: TypeSyntax) -> String {
            "\(answer); if '\(type.trimmedDescription)' is an alias of 'Void', write 'Void' in the protocol"
        }

        static func variadic(_ function: FunctionDeclSyntax) -> String {
            reason(function, "variadic arguments can't be passed on; take an array, or")
        }

        static func ownershipTransfer(_ specifier: SimpleTypeSpecifierSyntax, _ function: FunctionDeclSyntax) -> String
        {
            let word = specifier.specifier.text
            return reason(
                function, "a '\(word)' parameter can be passed to only one delegate; remove '\(word)', or")
        }

        static func associatedType(
            _ type: TokenSyntax, _ function: FunctionDeclSyntax, in protocolName: String, primary: [String]
        ) -> String {
            // A parameter of type `Self`, unlike one of type `[Self]`, can take any delegate instead.
            let canTakeAny = type.text == "Self" && type.parent?.parent?.is(FunctionParameterSyntax.self) == true
            let constrained = "'any \(protocolName)<\(primary.joined(separator: ", "))>'"
            let name = type.unescapedText
            let advice =
                canTakeAny
                ? " take 'any \(protocolName)', or"
                : primary.contains(name)
                    ? " make the delegates \(constrained), or"
                    : MulticastMembers.types.contains(name)
                        ? " rename it, because a sequence has a type of that name, or" : ""
            return reason(function, "'\(type.text)' can differ between delegates;\(advice)")
        }

        private static func reason(_ function: FunctionDeclSyntax, _ reason: String) -> String {
            "'\(function.name.text)' is not forwarded because \(reason) implement it in the class"
        }
    }
#endif
