import Broadcaster
import Foundation

/// What happened, in order, written from any thread.
final class Log<Entry: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var written: [Entry] = []

    var entries: [Entry] { lock.withLock { written } }

    func write(_ entry: Entry) {
        lock.withLock { written.append(entry) }
    }
}

/// An object whose end is noticed.
final class Canary: @unchecked Sendable {
    private let onDeinit: () -> Void

    init(onDeinit: @escaping () -> Void) {
        self.onDeinit = onDeinit
    }

    deinit { onDeinit() }
}

/// Whether a new object is ever put where a dead one was; Address Sanitizer keeps the dead apart.
let usesAddressesAgain: Bool = {
    let addresses = (0..<1000).map { _ in ObjectIdentifier(Canary {}) }
    return Set(addresses).count < addresses.count
}()

/// Lets a non-`Sendable` value cross to another thread in a test that says itself who uses it when.
struct Handover<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// Runs `work` on a new thread, and waits for it without blocking.
func onNewThread<R: Sendable>(_ work: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: work()) }
    }
}

/// Runs `work` on a new thread, and blocks until it is done, so that the main queue can deliver nothing meanwhile.
func blockingOnNewThread(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    done.wait()
}

/// Runs `work` on some threads at once, and waits for all.
func onThreads(_ count: Int, _ work: @escaping @Sendable (_ thread: Int) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
        for thread in 0..<count { group.addTask { await onNewThread { work(thread) } } }
    }
}

/// A channel for tests that are not about its shape, each with a broadcaster of its own.
protocol Hearing {
    func hear(_ word: String)
}

final class Named: Hearing {
    let name: String
    let log: Log<String>
    var onHearing: ((_ word: String) -> Void)?
    var onDeinit: ((Named) -> Void)?

    init(_ name: String, _ log: Log<String>) {
        self.name = name
        self.log = log
    }

    func hear(_ word: String) {
        log.write("\(name) \(word)")
        onHearing?(word)
    }

    deinit { onDeinit?(self) }
}

/// The same for any thread.
protocol Counting: Sendable {
    func count(_ any: Any)
}

final class Counter: Counting, @unchecked Sendable {
    private let lock = NSLock()
    private var counted = 0

    var value: Int { lock.withLock { counted } }

    func count(_ any: Any) { lock.withLock { counted += 1 } }
}
