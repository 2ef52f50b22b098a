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
    /// own `notify(on:_:)` delivers. A broadcast that an observer sends during its call isn't covered; await
    /// `settled()` again.
    ///
    /// If the task is canceled, it returns at once, even if broadcasts are pending. So a test ends when its time limit
    /// is over. Otherwise, it waits without a limit.
    ///
    /// While a closure that awaits runs, `settled()` of its broadcaster waits for deliveries only, in the closure and in
    /// tasks that inherit its task-local values, because the closure would wait for itself. A task that outlives the
    /// closure waits for closures, too. A detached task and a block on a dispatch queue don't inherit the values, so a
    /// closure that awaits `settled()` there never returns. A closure that never returns holds up every other caller.
    public static func settled() async { await current.settled() }

    /// Waits until every earlier broadcast of this broadcaster has been delivered, and handled by closures that await.
    ///
    /// See the static method ``settled()-swift.type.method``.
    public func settled() async {
        if Task.isCancelled { return }
        let deliveries = withRegistry { $0.deliveries }
        let handled = HandledMessage.current
        let reached = AsyncStream<Void> { end in
            deliveries.notifyWhenDelivered {
                // After the other queues, because a main-actor closure that they called has its own block there.
                MainQueue.queue.async {
                    // By now, each message is in its mailbox. While a closure of this broadcaster runs, it would wait
                    // for itself.
                    if deliveries.areHandling(handled) { return end.finish() }
                    deliveries.notifyWhenHandled { end.finish() }
                }
            }
        }
        // A loop over a stream ends when its task is canceled.
        for await _ in reached {}
        if !Task.isCancelled { deliveries.onSettling?() }
    }
}
