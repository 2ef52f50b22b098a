/// The operation of a call on a channel, with the raw values that JSON has.
enum Operation: String {
    case notify, observers, register, observe, messages, publisher, record
    /// Those of a notification, which has publishers, too.
    case post, enqueue, selector, closure, sequence, expectation
    /// Those that are methods of a broadcaster.
    static let ofBroadcasters: [Operation] = [.notify, .observers, .register, .observe, .messages, .publisher]

    var isSender: Bool { [.notify, .observers, .post, .enqueue].contains(self) }
}

/// The role of an argument.
enum ArgumentRole {
    case channel, observer
    /// The code that calls the observers.
    case block
    /// The code that an observer runs.
    case handler
    case key
    case object, queue, userInfo
    /// The center of a notification.
    case center

    /// True if a closure may be the argument.
    var isFunction: Bool { [.block, .handler].contains(self) }
}
