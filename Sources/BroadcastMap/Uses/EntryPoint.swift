/// What a call does with a channel.
enum Verb: String, CaseIterable {
    case notify, observers, register, observe, messages, publisher, record

    var isSender: Bool { self == .notify || self == .observers }
}

/// What an argument is for.
enum Role: String {
    case channel, observer
    case key = "for"
}

/// A function that does something with a channel that its callers pass: a method of the library, or one that calls it.
struct EntryPoint: Hashable {
    enum Argument: Hashable {
        /// The caller passes it, in the parameter at this position.
        case parameter(Int)
        /// The function passes this code itself.
        case written(String)
    }

    let function: Symbol
    let verb: Verb
    let arguments: [Role: Argument]
}
