extension Broadcaster {
    /// Waits until every earlier broadcast has been delivered.
    ///
    /// ```swift
    /// inbox.receive("Hello")
    /// await Broadcaster.settled()
    /// assert(title.text == "Inbox (1)")
    /// ```
    ///
    /// It covers the broadcasts of this broadcaster, on the main queue and on all other queues, but not what a set's
    /// own `notify(on:_:)` delivers. A broadcast that an observer sends during its call isn't covered; await
    /// `settled()` again.
    public static func settled() async { await current.settled() }

    /// Waits until every earlier broadcast of this broadcaster has been delivered.
    ///
    /// It covers its broadcasts on the main queue and on all other queues, but not those that an observer sends
    /// meanwhile. For the contract, see the static method ``settled()-swift.type.method``.
    public func settled() async {
        await withCheckedContinuation { done in MainQueue.queue.async { done.resume() } }
        await withCheckedContinuation { done in withRegistry { $0.deliveries.notifyWhenDelivered { done.resume() } } }
    }
}
