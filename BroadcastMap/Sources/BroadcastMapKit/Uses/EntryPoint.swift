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

extension Evaluator {
    /// Returns an argument as callers of the function around it pass it: as the value of a parameter, or its type.
    ///
    /// The receiver counts where callers know more of it: in an extension of a protocol or of the names of
    /// notifications, and if it is converted.
    func argument(_ argument: Expression, of function: Symbol) -> EntryPoint.Argument {
        guard argument.function == function, argument.context == nil, let passed = passed(for: argument)
        else { return .expression(argument) }
        if passed.isReceiver {
            let type = function.typeAround
            let isAnyType = type?.kind == .protocol || type?.path == "Name" || argument.castType != nil
            return isAnyType ? .receiver : .expression(argument)
        }
        let position: Int? =
            switch passed.typeNamed?.binding ?? passed.binding {
            case .parameter(let parameter): function.position(of: parameter)
            case .genericParameter(let parameter): function.position(ofTypeOf: parameter)
            case .variable, .value, .closureParameter, .pattern, nil: nil
            }
        return position.map { .parameter($0) } ?? .expression(argument)
    }

    /// Returns what an expression is that callers decide, or that names a type which they choose.
    private func passed(for expression: Expression) -> Expression? {
        let values = values(of: expression)
        return values.count == 1 ? values[0].passed ?? values[0].expression : nil
    }
}
