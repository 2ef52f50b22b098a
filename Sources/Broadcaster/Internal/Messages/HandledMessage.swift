/// A message that a closure handles.
package struct HandledMessage: Hashable, Sendable {
    /// The number of the message for which the current task, or the one that started it, runs the closure; 0 elsewhere.
    ///
    /// A number, because a task that a closure started may outlive everything else, so it mustn't retain what retains
    /// the closure. It isn't larger than a reference: see ``Broadcaster/Cause/ofTask``.
    @TaskLocal static var current: UInt = 0

    /// Counts the messages of the process that arrived for closures that await, from 1.
    let number: UInt
    package let channel: String
    /// Whether a call of `settled()` waits for it, or for a later message of the mailbox.
    package let isAwaited: Bool

    package static func == (a: Self, b: Self) -> Bool { a.number == b.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
