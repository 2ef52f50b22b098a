/// A function that does something with a channel that its callers pass: a method of the library, or one that calls it.
struct EntryPoint: Hashable {
    enum Argument: Hashable {
        /// The caller passes it, in the parameter at this position; the receiver follows the last one.
        case parameter(Int)
        /// The function passes it itself.
        case expression(Expression)
    }

    let function: Symbol
    let operation: Operation
    let arguments: [ArgumentRole: Argument]
    /// Where the function does that.
    var isolation = Isolation.caller
}

extension Symbol {
    /// Returns the first parameter with one of these labels.
    func parameter(_ labels: Substring...) -> EntryPoint.Argument? {
        self.labels.firstIndex(where: labels.contains).map { .parameter($0) }
    }
}
