/// The operation of a call on a channel, with the raw values that JSON has.
package enum Operation: String {
    case notify, observers, register, observe, messages, publisher, record
    /// Those of a notification, which has publishers, too.
    case post, enqueue, selector, closure, sequence, expectation
    /// Those that are methods of a broadcaster.
    package static let ofBroadcasters: [Operation] = [.notify, .observers, .register, .observe, .messages, .publisher]

    package var isSender: Bool { [.notify, .observers, .post, .enqueue].contains(self) }
}

/// The role of an argument.
///
/// The rules of one kind of channels may have others, which no other code asks for.
package struct ArgumentRole: Hashable {
    package static let channel = ArgumentRole("channel")
    package static let observer = ArgumentRole("observer")
    /// The code that calls the observers.
    package static let block = ArgumentRole("block")
    /// The code that an observer runs.
    package static let handler = ArgumentRole("handler")
    package static let key = ArgumentRole("key")
    /// The notification center, or the broadcaster.
    package static let center = ArgumentRole("center")

    private let name: String

    package init(_ name: String) { self.name = name }

    /// True if a closure may be the argument.
    var isFunction: Bool { [.block, .handler].contains(self) }
}
