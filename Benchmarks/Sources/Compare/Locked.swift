import Broadcaster
import Foundation

private protocol Listener: AnyObject, Sendable {}
private final class Observer: Listener {}

/// How long a large change of a protocol's registrations keeps a reader of the same protocol waiting, in milliseconds.
///
/// A second thread reads without pause, and its longest read is what the change held the lock for, or what the machine
/// took for something else: of several runs, the shortest counts.
func longestWaits(keyCount: Int, runs: Int) -> [(change: String, milliseconds: Double)] {
    let runs = (0..<runs).map { _ in waits(keyCount: keyCount) }
    return ["registering for each key", "a search for deallocated observers", "unregister(_:)"].enumerated()
        .map { (index, change) in (change, runs.map { $0[index] }.min()!) }
}

/// The main queue must run on another thread.
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
