extension Broadcaster {
    /// Waits until every earlier broadcast has been delivered, and handled by closures that await.
    ///
    /// ```swift
    /// inbox.receive("Hello")
    /// await Broadcaster.settled()
    /// assert(title.text == "Inbox (1)")
    /// ```
    ///
    /// It covers the broadcasts of this broadcaster, on the main queue and on all other queues, but not what a set's
    /// own `notify(on:_:)` delivers. Inside a closure that awaits, and in tasks that it starts, it waits for deliveries
    /// only, because the closure would wait for itself. A closure that never returns holds every other caller up. A
    /// broadcast that an observer sends during its call isn't covered; await `settled()` again.
    public static func settled() async { await current.settled() }

    /// Waits until every earlier broadcast of this broadcaster has been delivered, and handled by closures that await.
    ///
    /// It covers its broadcasts on the main queue and on all other queues, but not those that an observer sends
    /// meanwhile. For the contract, see the static method ``settled()-swift.type.method``.
    public func settled() async {
        await withCheckedContinuation { done in MainQueue.queue.async { done.resume() } }
        let deliveries = withRegistry { $0.deliveries }
        // A closure that waited for mailboxes would wait for itself.
        let isInMailboxTask = HandlingTask.mailbox != nil
        await withCheckedContinuation { done in
            deliveries.notifyWhenDelivered {
                // By now, each message is in its mailbox.
                if isInMailboxTask { done.resume() } else { deliveries.notifyWhenHandled { done.resume() } }
            }
        }
    }
}
