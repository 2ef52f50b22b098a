internal import BroadcasterAtomics
import Foundation

/// The messages that wait for an asynchronous closure, which handles one after another.
///
/// A task exists only while a message is handled or waits. So nothing is suspended on a silent channel, and nothing has
/// to end when an owner is deallocated.
///
/// Any thread may release the mailbox last. Its task retains it, and ends only after it has taken all messages, so none
/// is left. `makeOperation` retains the closure, which is in a ``MainActorBox`` if its protocol isn't `Sendable`.
///
/// `@unchecked` because the lock guards what changes. A message that isn't `Sendable` stays on the main actor.
final class Mailbox<M: Broadcaster.Message>: AnyMailbox, Unreflected, @unchecked Sendable {
    typealias BufferingPolicy = AsyncStream<M>.Continuation.BufferingPolicy
    /// Makes what a task runs: it calls ``handleAll(as:isolation:_:)`` on the actor of the closure.
    typealias MakeOperation = @Sendable (Mailbox, _ current: Broadcaster) -> @Sendable @isolated(any) () async -> Void

    private let bufferingPolicy: BufferingPolicy
    /// The broadcaster that is current while a message is handled.
    private let broadcaster: @Sendable () -> Broadcaster
    private let deliveries: PendingDeliveries
    private let makeOperation: MakeOperation

    private let lock = NSLock()
    private var task: Task<Void, Never>?
    /// The message that a new task takes first; it doesn't wait, so the policy doesn't count it.
    private var first: M?
    private var waiting = Queue<M>()
    private var acceptedCount = 0
    private var handledCount = 0
    private var waiters: [Waiter] = []
    private var hasEnded: () -> Bool = { false }

    /// A call of `settled()`, which waits until so many messages are handled.
    private struct Waiter {
        let handledCount: Int
        let done: @Sendable () -> Void
    }

    init(_ bufferingPolicy: BufferingPolicy, of broadcaster: Broadcaster, makeOperation: @escaping MakeOperation) {
        self.bufferingPolicy = bufferingPolicy
        self.broadcaster = broadcaster.weakReference
        deliveries = broadcaster.withRegistry { $0.deliveries }
        self.makeOperation = makeOperation
    }

    /// Sets the registration that delivers to the mailbox.
    ///
    /// A message may arrive before, because another thread may broadcast as soon as the observer is registered.
    func setRegistration(_ registration: Registration) {
        // Weak, because the registration retains the mailbox. A deallocated registration has ended.
        lock.withLock { hasEnded = { [weak registration] in registration?.hasEnded ?? true } }
    }

    /// Adds a message, and starts the task if there is none.
    func receive(_ message: M) {
        // Released after the lock.
        let dropped: M? = lock.withLock {
            guard task == nil else { return add(message) }
            first = message
            acceptedCount += 1
            deliveries.add(self)
            // Under the lock, so that `cancel` finds it. The task can't end before the lock is released, so the last
            // reference to the broadcaster isn't released under it. Detached, so that it inherits no task-local value of
            // the code that delivers.
            task = Task.detached(priority: Task.currentPriority, operation: makeOperation(self, broadcaster()))
            return nil
        }
        if dropped != nil { DroppedMessages.countOne() }
    }

    /// Lets a message wait, and returns the one that the policy drops, if any.
    ///
    /// A message that takes the place of a waiting one isn't counted. So a caller of `settled()` may wait for a later
    /// message than it needs to, but never for more messages than were waiting.
    private func add(_ message: M) -> M? {
        switch bufferingPolicy {
        case .bufferingOldest(let limit) where waiting.count >= limit:
            return message
        case .bufferingNewest(let limit) where waiting.count >= limit:
            guard let oldest = waiting.popFirst() else { return message }
            waiting.append(message)
            return oldest
        default:
            waiting.append(message)
            acceptedCount += 1
            return nil
        }
    }

    /// Calls `handle` with one message after another, until none is left, on the actor of the caller.
    ///
    /// The closures name `isolation`, because a closure runs on the actor of a parameter only if it captures it. They
    /// would leave the actor otherwise, and return to it for each message.
    func handleAll(
        as current: Broadcaster, isolation: isolated (any Actor)? = #isolation,
        _ handle: nonisolated(nonsending) (M) async -> Void
    ) async {
        await HandlingTask.$mailbox.withValue(self) {
            _ = isolation
            await Broadcaster.$current.withValue(current) {
                _ = isolation
                while let message = next() {
                    // Outside the lock, because it may release the registration last.
                    if lock.withLock({ hasEnded })() { continue }
                    // Released before the next turn, which counts it as handled.
                    await handle(consume message)
                }
            }
        }
    }

    /// Returns the next message and counts the one before as handled, or returns `nil` at the end of the task.
    private func next() -> M? {
        var resumed: [Waiter] = []
        let message: M? = lock.withLock {
            if let message = first {
                first = nil
                return message
            }
            handledCount += 1
            while let waiter = waiters.first, waiter.handledCount <= handledCount {
                resumed.append(waiters.removeFirst())
            }
            if let message = waiting.popFirst() { return message }
            // Under the lock, so that a message that arrives now starts a new task afterwards.
            task = nil
            waiting = Queue()
            deliveries.remove(self)
            return nil
        }
        for waiter in resumed { waiter.done() }
        return message
    }

    var channel: String { broadcaster().channelName(of: M.Channel.self) }

    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) {
        let isHandled = lock.withLock {
            if handledCount == acceptedCount { return true }
            waiters.append(Waiter(handledCount: acceptedCount, done: done))
            return false
        }
        if isHandled { done() }
    }

    func cancel() {
        if HandlingTask.mailbox === self { return }
        // Canceled after the lock, because cancellation handlers run at once.
        lock.withLock { task }?.cancel()
    }
}

/// The messages that bounded buffers dropped on this thread, which a monitored delivery compares before and after.
enum DroppedMessages {
    static var count: UInt { BroadcasterDroppedMessages().pointee }

    static func countOne() { BroadcasterDroppedMessages().pointee &+= 1 }
}

/// A first-in, first-out queue.
private struct Queue<Element> {
    private var added: [Element] = []
    /// The elements that were added first, in reverse order.
    private var oldest: [Element] = []

    var count: Int { added.count + oldest.count }

    mutating func append(_ element: Element) { added.append(element) }

    mutating func popFirst() -> Element? {
        if oldest.isEmpty {
            swap(&added, &oldest)
            oldest.reverse()
        }
        return oldest.popLast()
    }
}
