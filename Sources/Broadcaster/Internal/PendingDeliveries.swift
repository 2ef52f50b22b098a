import Foundation

/// What `settled()` waits for besides the main queue, whose own order shows when it has delivered: the broadcasts that
/// are pending on other queues, and the messages in mailboxes.
///
/// `@unchecked` because the lock guards the group, the mailboxes, and the limit.
final class PendingDeliveries: @unchecked Sendable {
    /// How long `settled()` waits in a test.
    struct Limit: Sendable {
        let seconds: TimeInterval
        let isOver: @Sendable (_ channels: [String]) -> Void
    }

    private let lock = NSLock()
    private var storedLimit: Limit?
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
        present.notify(queue: .global()) { later.leave() }
        wait(for: present, done) { [] }
    }

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
        let present = lock.withLock { mailboxes }
        if present.isEmpty { return done() }
        let unhandled = UnhandledMailboxes(present)
        let group = DispatchGroup()
        for (identity, mailbox) in present {
            group.enter()
            mailbox.notifyWhenHandled {
                unhandled.remove(identity)
                group.leave()
            }
        }
        wait(for: group, done) { self.forget(unhandled.all) }
    }

    /// The protocols of the mailboxes, in no order.
    var unhandledChannels: [String] { lock.withLock { Array(mailboxes.values) }.map(\.channel) }

    var limit: Limit? {
        get { lock.withLock { storedLimit } }
        set { lock.withLock { storedLimit = newValue } }
    }

    /// Forgets mailboxes, so that nothing waits for their present tasks again, and returns their protocols.
    private func forget(_ late: [ObjectIdentifier: any AnyMailbox]) -> [String] {
        lock.withLock { for identity in late.keys { mailboxes[identity] = nil } }
        return late.values.map(\.channel)
    }

    /// Calls `done` when the group is empty, or when the limit is over, if there is one.
    private func wait(
        for group: DispatchGroup, _ done: @escaping @Sendable () -> Void, late: @escaping @Sendable () -> [String]
    ) {
        let end = FirstCall(done)
        group.notify(queue: .global()) { end.call() }
        guard let limit else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) { [weak end] in
            end?.call { limit.isOver(late()) }
        }
    }
}

/// The mailboxes that a wait is still for.
///
/// `@unchecked` because the lock guards them.
private final class UnhandledMailboxes: @unchecked Sendable {
    private let lock = NSLock()
    private var mailboxes: [ObjectIdentifier: any AnyMailbox]

    init(_ mailboxes: [ObjectIdentifier: any AnyMailbox]) { self.mailboxes = mailboxes }

    var all: [ObjectIdentifier: any AnyMailbox] { lock.withLock { mailboxes } }

    func remove(_ identity: ObjectIdentifier) { _ = lock.withLock { mailboxes.removeValue(forKey: identity) } }
}

/// A function that is called once, whichever of two events comes first.
///
/// `@unchecked` because the lock guards the function.
private final class FirstCall: @unchecked Sendable {
    private let lock = NSLock()
    private var function: (@Sendable () -> Void)?

    init(_ function: @escaping @Sendable () -> Void) { self.function = function }

    func call(after preparation: () -> Void = {}) {
        let first = lock.withLock {
            defer { function = nil }
            return function
        }
        guard let first else { return }
        preparation()
        first()
    }
}
