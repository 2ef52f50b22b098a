/// A mailbox of messages of any type.
protocol AnyMailbox: AnyObject, Sendable {
    /// The name of the protocol whose messages it has.
    var channel: String { get }

    /// Sets the registration that delivers to the mailbox: once it ends, the messages that wait are dropped.
    func setRegistration(_ registration: Registration)

    /// Calls `done` when the messages that are in the mailbox now are handled or dropped.
    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void)

    /// Cancels the task, unless the caller is the closure that it runs.
    func cancel()
}

/// The task that handles the messages of a mailbox.
enum HandlingTask {
    /// The mailbox whose message the current task, or a task that it started, handles.
    @TaskLocal static var mailbox: (any AnyMailbox)?
}
