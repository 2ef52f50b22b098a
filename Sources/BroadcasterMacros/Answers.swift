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
                let isNamed = parameter.hasCustomaryNameForAnswers
                let isAnswer: Bool
                if let closure = type.as(FunctionTypeSyntax.self) {
                    isAnswer =
                        closure.returnClause.type.isVoid(aliases) && (isNamed || closure.takesOutcome(aliases))
                } else {
                    // An alias. An optional one may stand for a value, unless its name says otherwise.
                    let isOptional = parameter.type.resolved(aliases).wrappedType != nil
                    let isClosure = parameter.type.has(attribute: "escaping") || isOptional && type.isNamedAsClosure
                    isAnswer = isNamed && isClosure
                }
                return isAnswer ? Answer(kind: .closure, parameter: parameter, function: self) : nil
            }
        }
    }

    extension FunctionParameterSyntax {
        /// Whether a word of the label, of the name, or of the alias of the type is customary for an answer.
        fileprivate var hasCustomaryNameForAnswers: Bool {
            [firstName.unescapedText, secondName?.unescapedText, type.unwrapped([:]).typeName].contains {
                $0?.words.isDisjoint(with: ["completion", "decision", "reply"]) == false
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
        fileprivate func unwrapped(_ aliases: [String: TypeSyntax]) -> TypeSyntax {
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

        /// Whether the type may be the alias of a closure.
        fileprivate var isNamedAsClosure: Bool {
            // `Subscribers.Completion<Failure>` is a value.
            guard let typeName, self.is(IdentifierTypeSyntax.self) || genericArguments == nil else { return false }
            return ["Block", "Callback", "Closure", "Completion", "Handler"].contains(where: typeName.hasSuffix)
        }
    }

    extension String {
        /// The words of a name in camel case, in lowercase.
        fileprivate var words: Set<String> {
            var words: [String] = []
            for character in self {
                if character.isUppercase || words.isEmpty { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
            return Set(words)
        }
    }
#endif
