import Broadcaster
import Foundation

/// The channel of all measurements, and the same for observers of any kind.
package protocol Listener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

package protocol OpenListener: Sendable {
    func receive(_ tally: Tally)
}

/// An observer: it does next to nothing, and what it does can be checked.
package final class CountingObserver: Listener, OpenListener {
    package let position: Int

    init(position: Int) {
        self.position = position
    }

    @inline(never)
    package func receive(_ tally: Tally) {
        tally.calls[position] &+= 1
    }
}

package func countingObservers(_ count: Int) -> [CountingObserver] {
    (0..<count).map(CountingObserver.init)
}

/// Observers for two threads, far enough apart in memory that neither waits for a cache line of the other's.
package func separatedCountingObservers(_ count: Int) -> ([CountingObserver], [CountingObserver]) {
    let (first, between, second) = (countingObservers(count), countingObservers(64), countingObservers(count))
    // The first weak reference to an object is when its reference counts get a place of their own.
    _ = WeakLoop(first + between + second)
    return (first, second)
}

/// Somebody who is called sometimes, and doesn't mind.
final class TransientObserver: Listener {
    @inline(never)
    func receive(_ tally: Tally) {}
}

/// How often each observer was called.
///
/// It belongs to one thread at a time.
package struct Tally: @unchecked Sendable {
    let calls: UnsafeMutablePointer<Int>
    private let count: Int

    package init(count: Int) {
        // No two tallies share a cache line, or threads that share nothing would wait for each other.
        let bytes = (count * MemoryLayout<Int>.stride / 128 + 1) * 128
        calls = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128).assumingMemoryBound(to: Int.self)
        calls.initialize(repeating: 0, count: count)
        self.count = count
    }

    /// Stops the program unless each observer was called that many times, and starts again from zero.
    ///
    /// A benchmark of observers that are dead, or that the optimiser has removed, looks wonderful.
    package func check(_ times: Int, _ name: String) {
        for position in 0..<count where calls[position] != times {
            fatalError("\(name): observer \(position) of \(count) was called \(calls[position]) times, not \(times)")
        }
        clear()
    }

    package func clear() {
        calls.update(repeating: 0, count: count)
    }

    package func free() {
        calls.deallocate()
    }

    // For peers whose observers can't be told by the one who calls.

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    func makeCurrent() {
        pthread_setspecific(Self.key, calls)
    }

    static var current: Tally {
        Tally(calls: pthread_getspecific(key)!.assumingMemoryBound(to: Int.self))
    }

    private init(calls: UnsafeMutablePointer<Int>) {
        self.calls = calls
        count = 0
    }
}

/// The plain shape that a broadcaster by protocol has when it was never measured.
final class Baseline: @unchecked Sendable {
    private struct Weak: Hashable, @unchecked Sendable {
        weak var object: AnyObject?
        let identity: ObjectIdentifier

        init(_ object: AnyObject) {
            self.object = object
            identity = ObjectIdentifier(object)
        }

        static func == (one: Weak, other: Weak) -> Bool { one.identity == other.identity }
        func hash(into hasher: inout Hasher) { hasher.combine(identity) }
    }

    private var observers: [String: Set<Weak>] = [:]
    private let queue = DispatchQueue(label: "Baseline", attributes: .concurrent)

    func register<T>(_ protocolType: T.Type, observer: T) {
        let weak = Weak(observer as AnyObject)
        queue.sync(flags: .barrier) { _ = observers["\(protocolType)", default: []].insert(weak) }
    }

    func unregister<T>(_ protocolType: T.Type, observer: T) {
        let weak = Weak(observer as AnyObject)
        queue.sync(flags: .barrier) { _ = observers["\(protocolType)"]?.remove(weak) }
    }

    func callAll<T>(_ protocolType: T.Type, _ block: (T) -> Void) {
        for weak in queue.sync(execute: { observers["\(protocolType)"] ?? [] }) {
            if let observer = weak.object as? T { block(observer) }
        }
    }

    func notify<T>(_ protocolType: T.Type, _ block: @escaping @Sendable (T) -> Void) {
        for weak in queue.sync(execute: { observers["\(protocolType)"] ?? [] }) {
            DispatchQueue.main.async { if let observer = weak.object as? T { block(observer) } }
        }
    }
}

/// The floor: weak references side by side in memory, each loaded where it stands, called and released.
///
/// `for weak in array` would copy each weak reference first, which costs more than all that a broadcaster adds.
final class WeakLoop: @unchecked Sendable {
    private struct Weak {
        private weak var listener: (any Listener)?

        init(_ listener: any Listener) {
            self.listener = listener
        }

        /// It is `mutating` so that the reference is loaded where it stands: a plain read copies it first.
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
