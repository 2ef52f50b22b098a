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

/// Tells mailboxes apart.
///
/// An object of its own: a task that a closure started may outlive everything else, so it mustn't retain the mailbox,
/// which retains the closure; and the address of a mailbox may be that of a later one.
final class MailboxIdentity: Sendable {}

/// The task that handles the messages of a mailbox.
enum HandlingTask {
    /// The mailbox whose message the current task, or a task that it started, handles.
    @TaskLocal static var mailbox: MailboxIdentity?
}

/// A message that a closure handles.
package struct HandledMessage: Hashable, Sendable {
    let mailbox: MailboxIdentity
    /// Counts the messages of the mailbox.
    let number: Int
    package let channel: String
    /// Whether a call of `settled()` waits for it, or for a later message of the mailbox.
    package let isAwaited: Bool

    package static func == (a: Self, b: Self) -> Bool { a.mailbox === b.mailbox && a.number == b.number }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(mailbox))
        hasher.combine(number)
    }
}
