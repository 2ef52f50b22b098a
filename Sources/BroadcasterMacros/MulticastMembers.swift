#if Macros
    import SwiftSyntax

    /// The members of `MulticastDelegate` that a requirement could be taken for.
    enum MulticastMembers {
        /// The types that a sequence has, which hide others of these names in an extension of sequences.
        static let types: Set = ["Element", "Iterator"]

        /// The last parameter of a method: none, a delegate, an array of them, or a closure that is called with one.
        enum Parameter { case none, delegate, delegates, closure }

        /// The methods that return nothing, and would be called instead of a forwarder.
        static let methodsWithoutResult: [String: Parameter] = [
            "add(_:)": .delegate, "add(contentsOf:)": .delegates, "remove(_:)": .delegate,
            "remove(contentsOf:)": .delegates, "removeAll()": .none, "forEach(_:)": .closure, "invoke(_:)": .closure,
            "notify(_:)": .closure, "notify(on:_:)": .closure,
        ]
        /// The methods that return a value, and would be called without an implementation in the class.
        static let methodsWithResult: [String: Parameter] = ["contains(_:)": .delegate]

        static let properties: Set = ["allObjects", "count", "isEmpty"]

        /// Returns the name of a property that no subclass can implement, because `MulticastDelegate` has it.
        static func property(conflictingWith declaration: DeclSyntax) -> TokenSyntax? {
            declaration.as(VariableDeclSyntax.self)?.bindings.lazy
                .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
                .first { properties.contains($0.unescapedText) }
        }

        /// Returns whether `MulticastDelegate` has a method with the signature of a requirement.
        static func hasMethod(
            conflictingWith function: FunctionDeclSyntax, delegate: String, _ aliases: [String: TypeSyntax]
        ) -> Bool {
            let methods = function.returnsVoid(aliases) ? methodsWithoutResult : methodsWithResult
            let parameter = methods[function.fullName]
            let type = function.parameters.last?.type.resolved(aliases)
            switch parameter {
            case .none?: return true
            case .delegate: return type?.mayBe(delegate, aliases) == true
            case .delegates: return type?.elementType?.mayBe(delegate, aliases) == true
            case .closure:
                let parameters = type?.as(FunctionTypeSyntax.self)?.parameters
                return parameters?.count == 1 && parameters?.first?.type.mayBe(delegate, aliases) == true
            case nil: return false
            }
        }

        /// Returns code that doesn't compile if a parameter's type is an alias of the delegate's.
        ///
        /// A macro doesn't see what an alias stands for, but the compiler refuses two functions of one type.
        static func typeCheck(of function: FunctionDeclSyntax, delegate: String) -> String {
            guard methodsWithoutResult[function.fullName] == .delegate,
                let type = function.parameters.first?.type
            else { return "" }
            let name = function.name.text
            return """

                // If these are the same, rename the requirement: 'MulticastDelegate' has such a method itself.
                func \(name)(_: \(type.trimmedDescription)) {}
                func \(name)(_: any \(delegate)) {}
                """
        }
    }

    extension TypeSyntax {
        /// Whether the type may be the protocol: whether one of the two names continues the other outward.
        fileprivate func mayBe(_ protocolName: String, _ aliases: [String: TypeSyntax]) -> Bool {
            let path = resolved(aliases).path.reversed()
            let other = protocolName.split(separator: ".").map(String.init).reversed()
            return !path.isEmpty && zip(path, other).allSatisfy(==)
        }
    }
#endif
