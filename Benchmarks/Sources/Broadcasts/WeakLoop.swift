import Foundation

/// The floor: weak references side by side in memory, each loaded in place, called and released.
///
/// `for weak in array` would copy each weak reference first, which costs more than everything that a broadcaster adds.
final class WeakLoop: @unchecked Sendable {
    private struct Weak {
        private weak var listener: (any Listener)?

        init(_ listener: any Listener) {
            self.listener = listener
        }

        /// Loads the reference in place, because it is `mutating`: a plain read copies it first.
        @inline(__always)
        mutating func load() -> (any Listener)? { listener }
    }

    private let weaks: UnsafeMutableBufferPointer<Weak>

    init(_ observers: [CountingObserver]) {
        weaks = .allocate(capacity: observers.count)
        _ = weaks.initialize(from: observers.lazy.map { Weak($0) })
    }

    deinit {
        weaks.deinitialize()
        weaks.deallocate()
    }

    @inline(__always)
    func callAll(_ tally: Tally) {
        for position in weaks.indices { weaks[position].load()?.receive(tally) }
    }
}

/// The same with the least that lets other threads come and go: a lock, and a copy of the list for each broadcast.
final class LockedWeakLoop: @unchecked Sendable {
    // Because the reference is never written to again.
    private final class Weak: @unchecked Sendable {
        weak var listener: (any Listener)?

        init(_ listener: any Listener) {
            self.listener = listener
        }
    }

    private let lock = NSLock()
    private var weaks: [Weak]

    init(_ observers: [CountingObserver]) {
        weaks = observers.map { Weak($0) }
    }

    func callAll(_ tally: Tally) {
        for weak in lock.withLock({ weaks }) { weak.listener?.receive(tally) }
    }

    func notify(_ block: @escaping @Sendable (any Listener) -> Void) {
        let weaks = lock.withLock { self.weaks }
        DispatchQueue.main.async {
            for weak in weaks { if let listener = weak.listener { block(listener) } }
        }
    }

    func add(_ listener: any Listener) {
        lock.withLock { weaks.append(Weak(listener)) }
    }

    func removeLast() {
        _ = lock.withLock { weaks.removeLast() }
    }
}
