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
