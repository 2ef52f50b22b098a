extension Broadcaster {
    /// Which messages a buffer keeps until a loop, or a closure that awaits, takes them.
    ///
    /// ```swift
    /// let progress = Broadcaster.messages(
    ///     of: UploadObserverMessage.self, bufferingPolicy: .bufferingNewest(1))
    /// ```
    ///
    /// The message that is handled isn't in the buffer. ``Monitor/messagesWereDropped(_:by:)`` tells a monitor how many
    /// messages were dropped.
    public enum BufferingPolicy: Sendable {
        /// Keeps all messages, so a receiver that stays slower than the senders uses more and more memory.
        case unbounded
        /// Keeps the oldest messages, at most this many, and drops new ones.
        case bufferingOldest(Int)
        /// Keeps the newest messages, at most this many, and drops older ones.
        case bufferingNewest(Int)

        /// The same policy, as a stream takes it.
        func ofStream<M>() -> AsyncStream<M>.Continuation.BufferingPolicy {
            switch self {
            case .unbounded: .unbounded
            case .bufferingOldest(let limit): .bufferingOldest(limit)
            case .bufferingNewest(let limit): .bufferingNewest(limit)
            }
        }
    }
}
