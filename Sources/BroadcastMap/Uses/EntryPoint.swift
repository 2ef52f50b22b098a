/// What a call does with a channel.
enum Verb: String, CaseIterable {
    case notify, observers, register, observe, messages, publisher

    var isSender: Bool { self == .notify || self == .observers }
}

/// What a parameter is for.
enum Role {
    case channel, observer
}

/// A function that does something with a channel that its callers pass: a method of the library, or one that calls it.
struct EntryPoint: Hashable {
    let function: Symbol
    let verb: Verb
    /// The positions of its parameters.
    let parameters: [Role: Int]
}
