/// What a call does with a channel.
enum Verb: String, CaseIterable {
    case notify, observers, register, observe, messages, publisher, record
    /// Those of a notification, which has publishers, too.
    case post, enqueue, selector, closure, sequence

    var isSender: Bool { [.notify, .observers, .post, .enqueue].contains(self) }
}

/// What an argument is for.
enum Role: String {
    case channel, observer
    case key = "for"
    case object, queue, userInfo
}

/// Code, and the function that it stands in.
struct Written: Hashable {
    let expression: Expression
    let function: Symbol?

    /// The expression without what it is cast to.
    var value: Expression { expression.prefix { $0.text != "as" } }
    /// Whether it is a name alone, such as that of a variable.
    var isName: Bool { expression.count == 1 && expression.first?.isName == true && !expression.isReceiver }
}

/// A function that does something with a channel that its callers pass: a method of the library, or one that calls it.
struct EntryPoint: Hashable {
    enum Argument: Hashable {
        /// The caller passes it, in the parameter at this position; the receiver is behind the last one.
        case parameter(Int)
        /// The function passes it itself.
        case written(Written)
    }

    let function: Symbol
    let verb: Verb
    let arguments: [Role: Argument]
    /// Where the function does that.
    var isolation = Isolation.caller
}

extension Symbol {
    /// Returns the first parameter with one of these labels.
    func parameter(_ labels: Substring...) -> EntryPoint.Argument? {
        self.labels.firstIndex(where: labels.contains).map { .parameter($0) }
    }
}
