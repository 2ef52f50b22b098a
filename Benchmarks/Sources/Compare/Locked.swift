import Broadcaster
import Foundation

private protocol Listener: AnyObject, Sendable {}
private final class Observer: Listener {}

/// Prints how long a large change of a protocol's registrations keeps a reader of the same protocol waiting.
///
/// A second thread reads without pause, and its longest read is what the change held the lock for, or what the machine
/// took for something else: of several runs, the shortest counts.
func measureLocked() -> Never {
    // The changes need a running main queue, and a thread of their own.
    Thread.detachNewThread {
        let changes = ["registering for each key", "a search for deallocated observers", "unregister(_:)"]
        for keyCount in isQuick ? [1000] : [10_000, 100_000] {
            let runs = (0..<(isQuick ? 1 : 5)).map { _ in waits(keyCount: keyCount) }
            for (index, change) in changes.enumerated() {
                print("\(keyCount) keys, \(change): \(runs.map { $0[index] }.min()!.shown(2)) ms")
            }
        }
        exit(0)
    }
    dispatchMain()
}

/// Returns how long each change kept the reader waiting, in milliseconds.
private func waits(keyCount: Int) -> [Double] {
    let broadcaster = Broadcaster()
    let observer = Observer()
    let reader = Reader(broadcaster)
    // The search that registering asks for waits meanwhile.
    let isRegistered = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { isRegistered.wait() }
    for key in 0..<keyCount { broadcaster.register(Listener.self, for: key, observer: observer) }
    var waits = [reader.takeLongest()]
    isRegistered.signal()
    DispatchQueue.main.sync {}
    waits.append(reader.takeLongest())
    broadcaster.unregister(Listener.self)
    waits.append(reader.takeLongest())
    reader.end()
    return waits
}

/// Reads the observers of a protocol on a thread of its own.
private final class Reader: @unchecked Sendable {
    private let lock = NSLock()
    private var longest: UInt64 = 0
    private var hasEnded = false

    init(_ broadcaster: Broadcaster) {
        Thread.detachNewThread {
            while !self.lock.withLock({ self.hasEnded }) {
                let start = DispatchTime.now().uptimeNanoseconds
                _ = broadcaster.observers(of: Listener.self).isEmpty
                let wait = DispatchTime.now().uptimeNanoseconds - start
                self.lock.withLock { self.longest = max(self.longest, wait) }
            }
        }
    }

    /// Returns the longest read since the last call, in milliseconds.
    func takeLongest() -> Double {
        // A read that is still waiting ends before this.
        usleep(50_000)
        return lock.withLock {
            defer { longest = 0 }
            return Double(longest) / 1_000_000
        }
    }

    func end() { lock.withLock { hasEnded = true } }
}
