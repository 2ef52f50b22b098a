import Foundation

/// What `settled()` waits for besides the main queue, whose own order shows when it has delivered: the broadcasts that
/// are pending on other queues, and the messages in mailboxes.
///
/// `@unchecked` because the lock guards the group, the mailboxes, and the function.
final class PendingDeliveries: @unchecked Sendable {
    private let lock = NSLock()
    private var onSettling: (@Sendable () -> Void)?
    private var group = DispatchGroup()
    private var mailboxes: [ObjectIdentifier: any AnyMailbox] = [:]

    func add(to queue: DispatchQueue, delivery: @escaping @Sendable () -> Void) {
        // Under the lock, because a delivery that joined a replaced group could be missed by the next waiter.
        lock.withLock { queue.async(group: group, execute: delivery) }
    }

    /// Calls `done` when everything that was added before is delivered.
    ///
    /// What is added later joins a new group, so steady traffic can't delay `done` forever. The new group isn't empty
    /// before the present one is.
    func notifyWhenDelivered(_ done: @escaping @Sendable () -> Void) {
        let later = DispatchGroup()
        later.enter()
        let present = lock.withLock {
            defer { group = later }
            return group
        }
        present.notify(queue: .global()) {
            later.leave()
            done()
        }
    }

    /// Calls a function whenever a call of `settled()` returns, in a test.
    func onSettling(_ function: @escaping @Sendable () -> Void) { lock.withLock { onSettling = function } }

    /// Notes that a call of `settled()` returns.
    func hasSettled() { lock.withLock { onSettling }?() }

    /// Adds a mailbox whose task starts.
    func add(_ mailbox: any AnyMailbox) {
        lock.withLock { mailboxes[ObjectIdentifier(mailbox)] = mailbox }
    }

    /// Removes a mailbox whose task ends, and which the task retains.
    func remove(_ mailbox: any AnyMailbox) {
        _ = lock.withLock { mailboxes.removeValue(forKey: ObjectIdentifier(mailbox)) }
    }

    /// Calls `done` when all messages that are in mailboxes now are handled or dropped.
    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) {
        let present = presentMailboxes
        if present.isEmpty { return done() }
        let group = DispatchGroup()
        for mailbox in present {
            group.enter()
            mailbox.notifyWhenHandled { group.leave() }
        }
        group.notify(queue: .global(), execute: done)
    }

    /// Whether a closure handles the message with a number.
    func areHandling(_ number: UInt) -> Bool { presentMailboxes.contains { $0.handling?.number == number } }

    /// How many messages wait for the closure of each registration.
    var waitingCounts: [ObjectIdentifier: Int] {
        var counts: [ObjectIdentifier: Int] = [:]
        for mailbox in presentMailboxes {
            if let registration = mailbox.registration.registration {
                counts[ObjectIdentifier(registration)] = mailbox.waitingCount
            }
        }
        return counts
    }

    /// The mailboxes whose tasks run, in no order.
    var presentMailboxes: [any AnyMailbox] { lock.withLock { Array(mailboxes.values) } }
}
