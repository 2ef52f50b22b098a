import Broadcaster
import Foundation

/// A channel for any thread.
protocol Incrementing: Sendable {
    func increment()
}

/// Counts calls, on any thread.
final class Counter: Incrementing, @unchecked Sendable {
    private let lock = NSLock()
    private var counted = 0

    init() {}

    /// Registers itself.
    init<Key: Hashable & Sendable>(in broadcaster: Broadcaster, for key: Key = Broadcaster.NoKey()) {
        broadcaster.register(Incrementing.self, for: key, observer: self)
    }

    var value: Int { lock.withLock { counted } }

    func increment() { lock.withLock { counted += 1 } }
}
