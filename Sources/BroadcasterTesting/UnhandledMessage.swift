import Broadcaster

/// A message that a closure handles.
struct UnhandledMessage {
    let number: UInt
    /// The name of the protocol.
    let channel: String
    /// Whether a call of `settled()` waits for it, or for a later message of the mailbox.
    let isAwaited: Bool
}

extension Broadcaster {
    /// The messages that closures handle now.
    var unhandledMessages: [UnhandledMessage] {
        var messages: [UnhandledMessage] = []
        forEachHandledMessage { messages.append(UnhandledMessage(number: $0, channel: $1, isAwaited: $2)) }
        return messages
    }
}
