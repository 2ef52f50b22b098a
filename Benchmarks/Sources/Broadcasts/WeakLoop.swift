import Foundation

/// The floor: weak references side by side in memory, each loaded in place, called and released.
///
/// `for weak in array` would copy each weak reference first, which costs more than everything that a broadcaster adds.
final class WeakLoop: Implementation, @unchecked Sendable {  // `@unchecked`: one thread at a time uses it.
    private struct Weak {
        weak var listener: (any Listener)?

        /// Loads the reference in place, because it is `mutating`: a plain read copies it first.
        @inline(__always)
        mutating func load() -> (any Listener)? { listener }
    }

    private let weaks: UnsafeMutablePointer<Weak>
    private var count = 0
    private let tally: Tally

    init(tally: Tally) {
        self.tally = tally
        weaks = .allocate(capacity: tally.count)
    }

    deinit {
        weaks.deinitialize(count: count)
        weaks.deallocate()
    }

    func register(_ observer: CountingObserver) {
        (weaks + count).initialize(to: Weak(listener: observer))
        count += 1
    }

    func broadcast() { for position in 0..<count { weaks[position].load()?.receive(tally) } }

    /// A bare `main.async` of the loop.
    struct OnMainQueue: Implementation {
        let loop: WeakLoop

        func register(_ observer: CountingObserver) { loop.register(observer) }
        func broadcast() { DispatchQueue.main.async { [loop] in loop.broadcast() } }
    }
}
