internal import BroadcasterAtomics
import Foundation

// What the library takes from Foundation and Dispatch, in a form that asks the scheduler who goes on. These names are
// found before those that a module imports.

/// A lock whose taking is a step of a schedule.
final class NSLock: @unchecked Sendable {
    // `@unchecked` because one thread runs at a time.
    private let mutex = UnsafeMutablePointer<ExploreMutex>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: ExploreMutex())
    }

    deinit { mutex.deallocate() }

    func withLock<R>(_ body: () throws -> R) rethrows -> R {
        ExploreLock(mutex)
        defer { ExploreUnlock(mutex) }
        return try body()
    }
}

/// Ends the thread, so that a test can see that the library traps.
func fatalError(_ message: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line) -> Never {
    DispatchQueue.workCount -= 1
    ExploreTrap(message())
}

/// What happened before an item was put into a queue, which happens before the item runs.
final class SentClock {
    private let clock = UnsafeMutablePointer<UInt64>.allocate(capacity: 8)

    init() {
        clock.initialize(repeating: 0, count: 8)
        send()
    }

    deinit { clock.deallocate() }

    func send() { ExploreSend(clock) }
    func receive() { ExploreReceive(clock) }
}

/// A queue whose items are run by an explored thread.
public final class DispatchQueue: @unchecked Sendable {
    // `@unchecked` because one thread runs at a time.
    private let mutex = UnsafeMutablePointer<ExploreMutex>.allocate(capacity: 1)
    private var items: [(run: () -> Void, sent: SentClock)] = []

    /// How many items were ever put into this queue.
    public private(set) var itemCount = 0

    /// How many times this process entered any queue synchronously.
    nonisolated(unsafe) public static private(set) var syncCount = 0

    /// What may still put items into queues: threads that run, items that wait or run.
    nonisolated(unsafe) public static var workCount = 0

    /// The main queue.
    public static let main = DispatchQueue(label: "main")
    private static let other = DispatchQueue(label: "global")

    struct Attributes { static let concurrent = Attributes() }
    struct Flags { static let barrier = Flags() }

    /// Creates a queue.
    public init(label: String) {
        mutex.initialize(to: ExploreMutex())
    }

    convenience init(label: String, attributes: Attributes) {
        self.init(label: label)
    }

    deinit { mutex.deallocate() }

    /// The queue for what needs no queue of its own.
    public static func global() -> DispatchQueue { other }

    /// Puts an item into the queue.
    public func async(execute work: @escaping @Sendable () -> Void) {
        enqueue(work)
    }

    func async(group: DispatchGroup, execute work: @escaping @Sendable () -> Void) {
        group.enter()
        enqueue {
            work()
            group.leave()
        }
    }

    func enqueue(_ work: @escaping () -> Void) {
        ExploreYield("async", nil)
        items.append((work, SentClock()))
        itemCount += 1
        Self.workCount += 1
        ExploreYield("queued", nil)
    }

    func sync<R>(execute work: () throws -> R) rethrows -> R {
        Self.syncCount += 1
        ExploreLockShared(mutex)
        defer { ExploreUnlockShared(mutex) }
        return try work()
    }

    func sync<R>(flags: Flags, execute work: () throws -> R) rethrows -> R {
        Self.syncCount += 1
        ExploreLock(mutex)
        defer { ExploreUnlock(mutex) }
        return try work()
    }

    func setSpecific(key: DispatchSpecificKey<Void>, value: Void) {}

    /// Only the main queue has a value, for any key; the thread 0 runs it.
    static func getSpecific(key: DispatchSpecificKey<Void>) -> Void? {
        ExploreThread() <= 0 ? () : nil
    }

    /// Runs the items, until nothing is left that could add one.
    public func run() {
        while true {
            ExploreWait(
                "wait for an item",
                { context in
                    let queue = Unmanaged<DispatchQueue>.fromOpaque(context).takeUnretainedValue()
                    return !queue.items.isEmpty || DispatchQueue.workCount == 0
                }, Unmanaged.passUnretained(self).toOpaque())
            guard !items.isEmpty else { return }
            runFirst()
        }
    }

    private func runFirst() {
        let item = items.removeFirst()
        item.sent.receive()
        item.run()
        Self.workCount -= 1
    }
}

/// A group of items.
final class DispatchGroup: @unchecked Sendable {
    // `@unchecked` because one thread runs at a time.
    private var count = 0
    private var waiters: [(queue: DispatchQueue, work: @Sendable () -> Void)] = []
    private let left = SentClock()

    func enter() {
        ExploreYield("enter group", nil)
        count += 1
    }

    func leave() {
        ExploreYield("leave group", nil)
        left.send()
        count -= 1
        if count == 0 { callWaiters() }
    }

    func notify(queue: DispatchQueue, execute work: @escaping @Sendable () -> Void) {
        ExploreYield("notify group", nil)
        waiters.append((queue, work))
        if count == 0 { callWaiters() }
    }

    private func callWaiters() {
        let called = waiters
        waiters = []
        left.receive()
        for waiter in called { waiter.queue.enqueue(waiter.work) }
    }
}
