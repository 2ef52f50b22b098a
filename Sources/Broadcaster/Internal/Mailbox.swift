internal import BroadcasterAtomics
import Foundation

/// The messages that wait for an asynchronous closure, which handles one after another.
///
/// A task exists only while a message is handled or waits. So nothing is suspended on a silent channel, and nothing has
/// to end when an owner is deallocated.
///
/// Any thread may release the mailbox last. Its task retains it, and ends only after it has taken all messages, so none
/// is left.
///
/// `@unchecked` because the lock guards what changes. A message that isn't `Sendable` stays on the main actor.
final class Mailbox<M: Broadcaster.Message>: AnyMailbox, Unreflected, @unchecked Sendable {
    /// A closure of any actor, which it takes as a parameter, or of none.
    struct ActorClosure: Sendable {
        let call: @Sendable (isolated (any Actor)?, M) async -> Void
    }

    /// The closure, and the actor that its task stays on.
    ///
    /// One of the main actor is boxed, because what it captures may not be `Sendable`.
    enum Handler: Sendable {
        case onMainActor(MainActorBox<@MainActor (M) async -> Void>)
        /// A closure of the main actor, of a `Sendable` protocol.
        case boxed(MainActorBox<ActorClosure>)
        /// A closure of another actor, or of none.
        case on((any Actor)?, ActorClosure)
    }

    /// The registration that delivers to the mailbox.
    let registration = WeakRegistration()

    private let bufferingPolicy: Broadcaster.BufferingPolicy
    private let handler: Handler
    /// The broadcaster that is current while a message is handled.
    private let broadcaster: @Sendable () -> Broadcaster
    private let deliveries: PendingDeliveries
    private let channel: String

    private let lock = NSLock()
    private var task: Task<Void, Never>?
    /// The message that a new task takes first; it doesn't wait, so the policy doesn't count it.
    private var first: M?
    private var waiting = Queue<M>()
    /// The cause of what the closure sends: that of ``first``, and then of the message that is handled.
    private var cause: Broadcaster.Cause?
    /// The causes of the messages that wait; empty if none of them has one.
    ///
    /// Apart from the messages, because a queue of pairs takes a sixth more time, though most messages have no cause.
    private var causes = Queue<Broadcaster.Cause?>()
    private var isHandling = false
    /// The number of the message that is handled, or is about to be.
    private var number: UInt = 0
    /// How many messages were dropped that came after the one that is handled, and are counted together with it.
    private var droppedCount = 0
    private var acceptedCount = 0
    private var handledCount = 0
    private var waiters = Queue<Waiter>()

    init(_ bufferingPolicy: Broadcaster.BufferingPolicy, of broadcaster: Broadcaster, _ handler: Handler) {
        self.bufferingPolicy = bufferingPolicy
        self.handler = handler
        self.broadcaster = broadcaster.weakReference
        deliveries = broadcaster.withRegistry { $0.deliveries }
        channel = broadcaster.entry(of: M.Channel.self).name
    }

    /// Adds a message, and starts the task if there is none.
    func receive(_ message: M) {
        let cause = Broadcaster.Cause.current
        // Released after the lock.
        let dropped: M? = lock.withLock {
            if task != nil { return add(message, causedBy: cause) }
            // Released only where an observer that was written by hand hands its message on after it was called.
            guard let registration = registration.retain() else { return nil }
            first = message
            self.cause = cause
            number = BroadcasterNextHandlingNumber()
            acceptedCount += 1
            deliveries.add(self)
            // Under the lock, so that `cancel` finds it. The task can't end before the lock is released, so the last
            // reference to the broadcaster or the registration isn't released under it.
            task = startTask(for: registration)
            return nil
        }
        if dropped != nil { DroppedMessages.countOne(by: registration) }
    }

    /// Starts the task that calls the closure.
    ///
    /// It is detached, so that it inherits no task-local value of the code that delivers.
    private func startTask(for registration: RetainedRegistration) -> Task<Void, Never> {
        let current = broadcaster()
        // Outside a task, the priority is that of the thread, which may be higher than any task should have.
        let priority = min(Task.currentPriority, .userInitiated)
        switch handler {
        case .onMainActor(let closure):
            let operation: @MainActor @Sendable () async -> Void = {
                await self.handleAll(for: registration, as: current) { await closure.value($0) }
            }
            return Task.detached(priority: priority, operation: operation)
        case .boxed(let closure):
            return Task.detached(priority: priority) {
                await self.handleAll(for: registration, as: current, on: MainActor.shared, closure.sendableValue)
            }
        case .on(let actor, let closure):
            return Task.detached(priority: priority) {
                await self.handleAll(for: registration, as: current, on: actor, closure)
            }
        }
    }

    /// Lets a message wait, and returns the one that the policy drops, if any.
    ///
    /// A message that takes the place of a waiting one isn't counted. So a caller of `settled()` may wait for a later
    /// message than it needs to, but never for more messages than were waiting.
    private func add(_ message: M, causedBy cause: Broadcaster.Cause?) -> M? {
        switch bufferingPolicy {
        case .bufferingOldest(let limit) where waiting.count >= limit:
            return message
        case .bufferingNewest(let limit) where waiting.count >= limit:
            guard let oldest = popWaiting() else { return message }
            appendWaiting(message, causedBy: cause)
            return oldest.message
        default:
            appendWaiting(message, causedBy: cause)
            acceptedCount += 1
            return nil
        }
    }

    private func appendWaiting(_ message: M, causedBy cause: Broadcaster.Cause?) {
        if cause != nil || !causes.isEmpty {
            while causes.count < waiting.count { causes.append(nil) }
            causes.append(cause)
        }
        waiting.append(message)
    }

    private func popWaiting() -> (message: M, cause: Broadcaster.Cause?)? {
        guard let message = waiting.popFirst() else { return nil }
        return (message, causes.isEmpty ? nil : causes.popFirst() ?? nil)
    }

    /// Calls a closure with one message after another, until none is left, on its actor.
    private func handleAll(
        for registration: RetainedRegistration, as current: Broadcaster, on actor: (any Actor)?, _ closure: ActorClosure
    ) async {
        await handleAll(for: registration, as: current, isolation: actor) { message in
            // `nonisolated(unsafe)`: it is `Sendable`, because only such a message leaves the main actor.
            nonisolated(unsafe) let message = message
            await closure.call(actor, message)
        }
    }

    /// Calls `handle` with one message after another, until none is left, on the actor of the caller.
    ///
    /// It handles all messages there, because it would otherwise leave the actor and return to it for each one. A
    /// closure runs on the actor of a parameter only if it captures it, so the closures name `isolation`.
    private func handleAll(
        for registration: RetainedRegistration, as current: Broadcaster, isolation: isolated (any Actor)? = #isolation,
        _ handle: nonisolated(nonsending) (M) async -> Void
    ) async {
        await Broadcaster.$current.withValue(current) {
            _ = isolation
            // The message is released before the next turn, which counts it as handled.
            while let message = next() {
                guard registration.isAlive else { continue }
                // While the task runs, only the task writes the number and the cause, so they need no lock.
                await HandledMessage.$current.withValue(number) {
                    _ = isolation
                    guard let cause else { return await handle(message) }
                    await Broadcaster.Cause.$ofTask.withValue(cause) {
                        _ = isolation
                        await handle(message)
                    }
                }
            }
        }
    }

    /// Returns the next message and counts the one before as handled, or returns `nil` at the end of the task.
    private func next() -> M? {
        var resumed: [Waiter] = []
        let message: M? = lock.withLock {
            if isHandling { resumed = countHandled(1) }
            if let message = takeFirst() {
                isHandling = true
                return message
            }
            let next = popWaiting()
            cause = next?.cause
            isHandling = next != nil
            if let next {
                number = BroadcasterNextHandlingNumber()
                return next.message
            }
            // Under the lock, so that a message that arrives now starts a new task afterwards.
            task = nil
            waiting = Queue()
            causes = Queue()
            deliveries.remove(self)
            return nil
        }
        for waiter in resumed { waiter.done() }
        return message
    }

    private func takeFirst() -> M? {
        defer { first = nil }
        return first
    }

    /// Counts messages as handled, and the dropped ones with them, and returns the callers of `settled()` that waited
    /// only for them.
    private func countHandled(_ count: Int) -> [Waiter] {
        handledCount += count + droppedCount
        droppedCount = 0
        var resumed: [Waiter] = []
        while let waiter = waiters.popFirst(where: { $0.handledCount <= handledCount }) { resumed.append(waiter) }
        return resumed
    }

    var handling: HandledMessage? {
        lock.withLock {
            if task == nil { return nil }
            return HandledMessage(number: number, channel: channel, isAwaited: !waiters.isEmpty)
        }
    }

    var waitingCount: Int { lock.withLock { waiting.count } }

    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) {
        let isHandled = lock.withLock {
            if handledCount == acceptedCount { return true }
            waiters.append(Waiter(handledCount: acceptedCount, done: done))
            return false
        }
        if isHandled { done() }
    }

    func cancel() {
        if M.isSendable {
            dropWaiting()
        } else {
            MainQueue.run { self.dropWaiting() }
        }
        // Canceled after the lock, because cancellation handlers run at once.
        lock.withLock { HandledMessage.current == number ? nil : task }?.cancel()
    }

    /// Drops the messages that wait; on the main actor, if they aren't `Sendable`.
    private func dropWaiting() {
        var resumed: [Waiter] = []
        // Released after the lock.
        let dropped = lock.withLock {
            let dropped = (first: takeFirst(), others: waiting)
            waiting = Queue()
            causes = Queue()
            droppedCount += dropped.others.count + (dropped.first == nil ? 0 : 1)
            // A caller of `settled()` that waits for the running closure waits on, whatever came after its message.
            if !isHandling { resumed = countHandled(0) }
            return dropped
        }
        withExtendedLifetime(dropped) {}
        for waiter in resumed { waiter.done() }
    }
}

/// A call of `settled()`, which waits until so many messages are handled.
private struct Waiter {
    let handledCount: Int
    let done: @Sendable () -> Void
}

/// A first-in, first-out queue.
private struct Queue<Element> {
    private var added: [Element] = []
    /// The elements that were added first, in reverse order.
    private var oldest: [Element] = []

    var count: Int { added.count + oldest.count }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { added.append(element) }

    mutating func popFirst() -> Element? {
        prepareOldest()
        return oldest.popLast()
    }

    /// Removes the first element if it meets a condition.
    mutating func popFirst(where condition: (Element) -> Bool) -> Element? {
        prepareOldest()
        guard let first = oldest.last, condition(first) else { return nil }
        return oldest.popLast()
    }

    private mutating func prepareOldest() {
        if oldest.count == 0 {
            swap(&added, &oldest)
            oldest.reverse()
        }
    }
}
