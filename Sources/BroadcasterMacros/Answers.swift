// Parameters through which a method gives its caller an answer.
#if Macros
    import SwiftSyntax

    /// A parameter that its caller expects to be called, or resumed, exactly once.
    struct Answer {
        enum Kind {
            case closure
            /// A continuation, which must be resumed exactly once.
            case continuation
        }

        let kind: Kind
        let parameter: FunctionParameterSyntax
        let function: FunctionDeclSyntax

        /// The name of the parameter, without backticks.
        var name: String { (parameter.secondName ?? parameter.firstName).unescapedText }
    }

    extension FunctionDeclSyntax {
        /// The parameters that ask for one answer.
        ///
        /// The type of a continuation shows it. So does the type of a closure without a result that takes a `Result`,
        /// or an error that may be `nil`. Other closures show it only by a customary name, such as `completionHandler`.
        func answers(_ aliases: [String: TypeSyntax]) -> [Answer] {
            if isUncallable(aliases) { return [] }
            return parameters.compactMap { parameter in
                let type = parameter.type.unwrapped(aliases)
                if type.isContinuation { return Answer(kind: .continuation, parameter: parameter, function: self) }
                let closure = type.as(FunctionTypeSyntax.self)
                // Only the compiler knows what an alias stands for, but only a closure escapes.
                let isClosure = closure?.returnClause.type.isVoid(aliases) ?? parameter.type.has(attribute: "escaping")
                let isAnswer = isClosure && (parameter.isNamedAsAnswer || closure?.takesOutcome(aliases) == true)
                return isAnswer ? Answer(kind: .closure, parameter: parameter, function: self) : nil
            }
        }
    }

    extension FunctionParameterSyntax {
        /// Whether the label, the name, or an alias of the type has a word that is customary for an answer.
        fileprivate var isNamedAsAnswer: Bool {
            let names = [firstName.unescapedText, secondName?.unescapedText, type.unwrapped([:]).typeName]
            return names.compactMap { $0?.lowercased() }.contains { name in
                // The method that searches for a string needs macOS 13.
                name.indices.contains { index in
                    ["completion", "decision", "reply"].contains(where: name[index...].hasPrefix)
                }
            }
        }
    }

    extension FunctionTypeSyntax {
        /// Whether the function takes success or failure.
        fileprivate func takesOutcome(_ aliases: [String: TypeSyntax]) -> Bool {
            parameters.contains { parameter in
                let type = parameter.type.resolved(aliases)
                return type.isGeneric(["Result"])
                    || type.wrappedType?.resolved(aliases).isStandard(["Error", "NSError"]) == true
            }
        }
    }

    extension TypeSyntax {
        /// Returns the type without parentheses, attributes and optionals, and what it stands for if it is an alias.
        func unwrapped(_ aliases: [String: TypeSyntax]) -> TypeSyntax {
            let type = resolved(aliases)
            return type.wrappedType?.unwrapped(aliases) ?? type
        }

        /// The type of which this is an optional.
        fileprivate var wrappedType: TypeSyntax? {
            if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
            if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
            return isGeneric(["Optional"]) ? firstGenericArgument : nil
        }

        fileprivate var isContinuation: Bool { isGeneric(["CheckedContinuation", "UnsafeContinuation"]) }
    }
#endif
