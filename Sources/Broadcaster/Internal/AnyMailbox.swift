/// A mailbox of messages of any type.
protocol AnyMailbox: AnyObject, Sendable {
    /// The message that the closure handles, if its task runs.
    var handling: HandledMessage? { get }

    /// The registration that delivers to the mailbox.
    var registration: WeakRegistration { get }

    /// How many messages wait, besides the one that the closure handles.
    var waitingCount: Int { get }

    /// Calls `done` when the messages that are in the mailbox now are handled or dropped.
    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void)

    /// Drops the messages that wait, and cancels the task, unless the caller is the closure that it runs.
    func cancel()
}

/// A message that a closure handles.
package struct HandledMessage: Hashable, Sendable {
    /// The number of the message for which the current task, or the one that started it, runs the closure; 0 elsewhere.
    ///
    /// A number, because a task that a closure started may outlive everything else, so it mustn't retain what retains
    /// the closure. It isn't larger than a reference: see ``Broadcaster/Cause/ofTask``.
    @TaskLocal static var current: UInt = 0

    /// Counts the handled messages of the process, from 1.
    let number: UInt
    package let channel: String
    /// Whether a call of `settled()` waits for it, or for a later message of the mailbox.
    package let isAwaited: Bool

    package static func == (a: Self, b: Self) -> Bool { a.number == b.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
