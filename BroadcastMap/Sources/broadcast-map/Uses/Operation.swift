/// What a call does with a channel.
enum Operation: String, CaseIterable {
    case notify, observers, register, observe, messages, publisher, record
    /// Those of a notification, which has publishers, too.
    case post, enqueue, selector, closure, sequence

    var isSender: Bool { [.notify, .observers, .post, .enqueue].contains(self) }
}

/// What an argument is for.
enum ArgumentRole: String {
    case channel, observer, block
    case key = "for"
    case object, queue, userInfo
}
