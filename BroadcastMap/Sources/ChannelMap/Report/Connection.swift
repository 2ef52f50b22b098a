extension Report {
    /// A sender, a message, and an observer that it may reach, at the place of the sender.
    struct Connection: Encodable, Hashable, Placed {
        let channel: String
        /// The message, or `nil` if it isn't known.
        @Nullable var message: String?
        /// The function that sends.
        let sender: String
        /// The class of the observer, or what observes in its place.
        let observer: String
        let file: String
        let line: Int

        /// The words for it, without the channel.
        var text: String { [sender, message ?? "an unknown message", observer].joined(separator: " → ") }
    }
}

extension Report.Channel {
    /// A sender and an observer that it may reach, by their positions.
    struct Pair: Hashable {
        let sender: Int
        let observer: Int
    }

    /// The pairs of which the sender may reach the observer, and the observer may handle what the sender sends.
    var pairs: [Pair] {
        senders.indices.flatMap { sender in
            observers.indices.map { Pair(sender: sender, observer: $0) }.filter { pair in
                senders[sender].misses?.contains(pair.observer) != true && !connections(of: pair).isEmpty
            }
        }
    }

    /// Returns a connection for each message that a sender sends and an observer handles, as far as these are known.
    func connections(of pair: Pair) -> [Report.Connection] {
        let sender = senders[pair.sender]
        let observer = observers[pair.observer]
        let isKnown = observer.handles != nil
        let received = isKnown ? sender.messages.filter(observer.messages.contains) : sender.messages
        let isUnknown = sender.messages.isEmpty && !(isKnown && observer.messages.isEmpty)
        let messages: [String?] = isUnknown ? [nil] : received
        return messages.map { message in
            Report.Connection(
                channel: name, message: message, sender: sender.name, observer: observer.observerName,
                file: sender.file, line: sender.line)
        }
    }
}

extension Report.Use {
    /// The class of an observer, or what observes in its place.
    var observerName: String { type?.wrappedValue == nil ? summary : owner }
}
