/// A function that does something with a channel that its callers pass: a method of the library, or one that calls it.
struct EntryPoint: Hashable {
    enum Argument: Hashable {
        /// The caller passes it, in the parameter at this position.
        case parameter(Int)
        /// The caller calls the function on it.
        case receiver
        /// The function passes it itself.
        case expression(Expression)

        var parameter: Int? {
            if case .parameter(let position) = self { return position }
            return nil
        }
    }

    let function: Symbol
    let operation: Operation
    let arguments: [ArgumentRole: Argument]
    /// The isolation of the function's code that does that.
    var isolation = Isolation.caller
    /// The center to which a helper in Objective-C posts.
    var center: Center?
    /// True if a call runs a declaration that overrides or witnesses the function.
    var isOverridden = false
}

extension Symbol {
    /// Returns the first parameter with one of these labels.
    func parameter(_ labels: Substring...) -> EntryPoint.Argument? {
        self.labels.firstIndex(where: labels.contains).map { .parameter($0) }
    }
}

extension Expression {
    /// The argument of the callers that the expression names: the value of a parameter, or its type.
    ///
    /// The receiver counts where callers know more of it: in an extension of a protocol or of the names of
    /// notifications, and if it is converted.
    var passedArgument: EntryPoint.Argument? {
        guard let function else { return nil }
        let value = constantOrSelf
        if value.isReceiver {
            let type = function.typeAround
            let isAnyType = type?.kind == .protocol || type?.path == "Name" || value.castType != nil
            return isAnyType ? .receiver : nil
        }
        switch value.typeNamed?.binding ?? value.binding {
        case .parameter(let parameter): return function.position(of: parameter).map { .parameter($0) }
        case .genericParameter(let parameter): return function.position(ofTypeOf: parameter).map { .parameter($0) }
        case .variable, .value, .closureParameter, .pattern, nil: return nil
        }
    }
}
