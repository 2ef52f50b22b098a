import Foundation

/// What `settled()` waits for besides the main queue, whose own order shows when it has delivered: the broadcasts that
/// are pending on other queues, and the messages in mailboxes.
struct PendingDeliveries: Sendable {
    private struct State {
        var onSettling: (@Sendable () -> Void)?
        var group = DispatchGroup()
        var mailboxes = [ObjectIdentifier: Locked<MailboxState>]()
    }

    private let state = Locked(State())

    func add(to queue: DispatchQueue, delivery: @escaping @Sendable () -> Void) {
        // Under the lock, because a delivery that joined a replaced group could be missed by the next waiter.
        state.withLock { queue.async(group: $0.group, execute: delivery) }
    }

    /// Calls `done` when everything that was added before is delivered.
    ///
    /// What is added later joins a new group, so steady traffic can't delay `done` forever. The new group isn't empty
    /// before the present one is.
    func notifyWhenDelivered(_ done: @escaping @Sendable () -> Void) {
        let later = DispatchGroup()
        later.enter()
        let present = state.withLock { state in
            defer { state.group = later }
            return state.group
        }
        present.notify(queue: .global()) {
            later.leave()
            done()
        }
    }

    /// A function that is called whenever a call of `settled()` returns, in a test.
    var onSettling: (@Sendable () -> Void)? {
        get { state.withLock { $0.onSettling } }
        nonmutating set { state.withLock { $0.onSettling = newValue } }
    }

    /// Adds a mailbox whose task starts.
    func add(_ mailbox: Locked<MailboxState>) {
        state.withLock { $0.mailboxes[ObjectIdentifier(mailbox)] = mailbox }
    }

    /// Removes a mailbox whose task ends, and which the task retains.
    func remove(_ mailbox: Locked<MailboxState>) {
        _ = state.withLock { $0.mailboxes.removeValue(forKey: ObjectIdentifier(mailbox)) }
    }

    /// Calls `done` when all messages that are in mailboxes now are handled or dropped.
    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for mailbox in presentMailboxes {
            group.enter()
            if !mailbox.withLock({ $0.wait(toLeave: group) }) { group.leave() }
        }
        group.notify(queue: .global(), execute: done)
    }

    /// Whether a closure handles the message with a number.
    func areHandling(_ number: UInt) -> Bool {
        presentMailboxes.contains { $0.withLock { $0.handling } == number }
    }

    /// How many messages wait for the closure of each registration.
    var waitingCounts: [ObjectIdentifier: Int] {
        var counts = [ObjectIdentifier: Int]()
        for mailbox in presentMailboxes {
            let (registration, count) = mailbox.withLock { ($0.registration, $0.waitingCount) }
            // After the lock, because this may be the last reference to the registration.
            if let registration = registration.registration { counts[ObjectIdentifier(registration)] = count }
        }
        return counts
    }

    /// The mailboxes whose tasks run, in no order.
    var presentMailboxes: [Locked<MailboxState>] { state.withLock { Array($0.mailboxes.values) } }
}
