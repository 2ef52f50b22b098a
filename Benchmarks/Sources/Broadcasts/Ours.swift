import Broadcaster
import Foundation

/// A `WeakObjectSet` that the caller holds.
struct HeldSet: ChangingImplementation {
    private let set = WeakObjectSet<any Listener>()
    let tally: Tally

    func register(_ observer: CountingObserver) { set.add(observer) }
    func unregister(_ observer: CountingObserver, _: Void) { set.remove(observer) }
    func broadcast() { set.forEach { [tally] in $0.receive(tally) } }

    /// The same with `for … in`.
    struct Loop: Implementation {
        let held: HeldSet

        func register(_ observer: CountingObserver) { held.register(observer) }
        func broadcast() { for listener in held.set { listener.receive(held.tally) } }
    }

    /// The same, delivered on the main queue.
    struct Notify: Implementation {
        let held: HeldSet

        func register(_ observer: CountingObserver) { held.register(observer) }
        func broadcast() { held.set.notify { [tally = held.tally] in $0.receive(tally) } }
    }
}

struct Delegates: Implementation, @unchecked Sendable {  // `@unchecked`: one thread at a time uses it.
    private let delegates = MulticastDelegate<any Listener>()
    let tally: Tally

    func register(_ observer: CountingObserver) { delegates.add(observer) }
    func broadcast() { delegates.invoke { [tally] in $0.receive(tally) } }
}

/// The shared broadcaster, called synchronously.
struct ObserversOf<W: ObserverChannel, Key: Hashable & Sendable>: ChangingImplementation {
    private let tally: Tally
    private let key: Key
    private let others: [CountingObserver]

    /// Each of the others registers for its own key.
    init(_ tally: Tally, _: W.Type = ListenerChannel.self, for key: Key = Broadcaster.NoKey(), others count: Int = 0) {
        self.tally = tally
        self.key = key
        others = countingObservers(count)
        for other in others {
            Broadcaster.register(W.Observer.self, for: "room \(other.position)", observer: W.view(other))
        }
    }

    func register(_ observer: CountingObserver) {
        Broadcaster.register(W.Observer.self, for: key, observer: W.view(observer))
    }
    func unregister(_ observer: CountingObserver, _: Void) {
        Broadcaster.unregister(W.Observer.self, for: key, observer: observer)
    }
    func broadcast() { Broadcaster.observers(of: W.Observer.self, for: key).forEach { [tally] in W.call($0, tally) } }
    func end() { Broadcaster.unregister(W.Observer.self) }

    /// The same, delivered on the main queue, or on a queue that is given.
    struct Notify: Implementation {
        let base: ObserversOf
        var queue: DispatchQueue?

        func register(_ observer: CountingObserver) { base.register(observer) }
        func broadcast() {
            if let queue {
                Broadcaster.notify(W.Observer.self, for: base.key, on: queue) { [tally = base.tally] in
                    W.call($0, tally)
                }
            } else {
                Broadcaster.notify(W.Observer.self, for: base.key) { [tally = base.tally] in W.call($0, tally) }
            }
        }
        func end() { base.end() }
    }
}
