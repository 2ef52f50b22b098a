/// What a call does with a channel.
enum Operation: String, CaseIterable {
    case notify, observers, register, observe, messages, publisher, record
    /// Those of a notification, which has publishers, too.
    case post, enqueue, selector, closure, sequence

    /// The names of the methods of a broadcaster.
    static let ofBroadcasters: Set = ["notify", "observers", "register", "observe", "messages", "publisher"]

    var isSender: Bool { [.notify, .observers, .post, .enqueue].contains(self) }
}

/// What an argument is for.
enum ArgumentRole: String {
    case channel, observer
    /// What calls the observers.
    case block
    /// What an observer calls.
    case handler
    case key = "for"
    case object, queue, userInfo
}
