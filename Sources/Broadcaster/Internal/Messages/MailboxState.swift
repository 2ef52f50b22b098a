import Foundation

/// What a mailbox decides: which messages it keeps, which one is next, and how long `settled()` waits.
///
/// A plain value, which tests reach without a task. ``Mailbox`` locks it, starts the task, and does what it returns.
struct MailboxState {
    /// The name of the protocol.
    let channel: String
    /// The registration that delivers to the mailbox.
    let registration: WeakRegistration
    private let bufferingPolicy: Broadcaster.BufferingPolicy

    /// The task that takes the messages, to cancel it.
    var task: Task<Void, Never>?

    /// The number of the message that is handled, or is about to be; `nil` while no task runs.
    private(set) var handling: UInt?
    /// Whether the task has taken a message, and the closure hasn't returned.
    private var isHandling = false
    /// The message that a new task takes first; it doesn't wait, so the policy doesn't count it.
    private var first: QueuedMessage?
    private var waiting = Queue<QueuedMessage>()

    private var acceptedCount = 0
    private var handledCount = 0
    /// How many messages were dropped that came after the one that is handled, and are counted together with it.
    private var droppedCount = 0
    private var waiters = Queue<Waiter>()

    init(
        of channel: String, registeredAs registration: WeakRegistration,
        _ bufferingPolicy: Broadcaster.BufferingPolicy
    ) {
        self.channel = channel
        self.registration = registration
        self.bufferingPolicy = bufferingPolicy
    }

    /// Whether a task takes the messages.
    var isRunning: Bool { handling != nil }

    /// Whether a call of `settled()` waits for the mailbox.
    var isAwaited: Bool { !waiters.isEmpty }

    /// How many messages wait, besides the one that is handled, or is about to be.
    var waitingCount: Int { waiting.count }

    /// Accepts a message for a task that the caller starts.
    mutating func start(with message: QueuedMessage) {
        first = message
        handling = message.number
        acceptedCount += 1
    }

    /// Lets a message wait for the task, and returns the one that the policy drops, if any.
    ///
    /// A message that takes the place of a waiting one isn't counted. So a caller of `settled()` may wait for a later
    /// message than it needs to, but never for more messages than were waiting.
    mutating func append(_ message: QueuedMessage) -> QueuedMessage? {
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

    /// Counts the message before as handled, and takes the next one; returns `nil` at the end of the task.
    mutating func next() -> QueuedMessage? {
        if isHandling { countHandled(1) }
        let message = first ?? waiting.popFirst()
        first = nil
        isHandling = message != nil
        handling = message?.number
        if message == nil {
            task = nil
            waiting = Queue()
        }
        return message
    }

    /// Drops the messages that the task hasn't taken, and returns them in any order.
    mutating func drop() -> Queue<QueuedMessage> {
        var dropped = Queue<QueuedMessage>()
        swap(&dropped, &waiting)
        if let first { dropped.append(first) }
        first = nil
        droppedCount += dropped.count
        // A caller of `settled()` that waits for the running closure waits on, whatever came after its message.
        if !isHandling { countHandled(0) }
        return dropped
    }

    /// Leaves the group of a call of `settled()` when the messages that were accepted by now are handled; returns `false`
    /// if they are.
    mutating func wait(toLeave group: DispatchGroup) -> Bool {
        if handledCount == acceptedCount { return false }
        waiters.append(Waiter(handledCount: acceptedCount, group: group))
        return true
    }

    /// Counts messages as handled, and the dropped ones with them, and leaves the groups that waited only for them.
    private mutating func countHandled(_ count: Int) {
        handledCount += count + droppedCount
        droppedCount = 0
        while let waiter = waiters.popFirst(where: { $0.handledCount <= handledCount }) { waiter.group.leave() }
    }
}

/// A message in a mailbox, with the closure that handles it, so that a mailbox knows no type of messages.
///
/// A mailbox that was generic over the messages would look up the type of each array and each optional of them for each
/// message, which takes more time than everything else.
struct QueuedMessage: Sendable {
    /// Counts the messages of the process that arrived for closures that await, from 1.
    let number: UInt
    /// The cause of what the closure sends while it handles the message.
    let cause: Broadcaster.Cause?
    /// Calls the closure with the message, on the actor of the mailbox.
    let handle: @Sendable (isolated (any Actor)?) async -> Void
}

/// A call of `settled()`, which waits until so many messages are handled.
private struct Waiter {
    let handledCount: Int
    let group: DispatchGroup
}

/// A first-in, first-out queue.
struct Queue<Element> {
    private var added: [Element] = []
    /// The elements that were added first, in reverse order.
    private var oldest: [Element] = []

    var count: Int { added.count + oldest.count }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        // Saves the first steps of growth, each of which would be an allocation.
        if added.isEmpty { added.reserveCapacity(4) }
        added.append(element)
    }

    /// Removes the first element, if it meets a condition.
    mutating func popFirst(where condition: (Element) -> Bool = { _ in true }) -> Element? {
        if oldest.count == 0 {
            swap(&added, &oldest)
            oldest.reverse()
        }
        guard let first = oldest.last, condition(first) else { return nil }
        return oldest.popLast()
    }
}
