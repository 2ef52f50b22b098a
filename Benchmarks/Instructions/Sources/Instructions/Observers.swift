/// The channel of all workloads.
protocol Listener: AnyObject, Sendable {
    func receive()
}

/// The same channel, not limited to classes.
protocol OpenListener: Sendable {
    func receive()
}

/// An observer that counts its calls, so that the program can check that it was called.
///
/// All observers are called on the main thread.
final class CountingObserver: Listener, OpenListener, @unchecked Sendable {
    private(set) var calls = 0

    @inline(never)
    func receive() { calls &+= 1 }
}

/// The floor: weak references side by side in memory, each loaded in place, called and released.
final class WeakLoop: @unchecked Sendable {
    private struct Reference {
        private weak var listener: (any Listener)?

        init(_ listener: any Listener) {
            self.listener = listener
        }

        // Loads the reference in place, because it is `mutating`: a plain read copies it first.
        @inline(__always)
        mutating func load() -> (any Listener)? { listener }
    }

    private let references: UnsafeMutableBufferPointer<Reference>

    init(_ observers: [CountingObserver]) {
        references = .allocate(capacity: observers.count)
        _ = references.initialize(from: observers.lazy.map { Reference($0) })
    }

    deinit {
        references.deinitialize()
        references.deallocate()
    }

    @inline(__always)
    func forEach(_ body: (any Listener) -> Void) {
        for index in references.indices {
            if let listener = references[index].load() { body(listener) }
        }
    }
}
