import Broadcaster
import Foundation

/// A `WeakObjectSet` that the caller holds.
struct HeldSet: ChangingContender {
    private let set = WeakObjectSet<any Listener>()
    let tally: Tally

    func register(_ observer: CountingObserver) { set.add(observer) }
    func unregister(_ observer: CountingObserver, _: Void) { set.remove(observer) }
    func broadcast() { set.forEach { [tally] in $0.receive(tally) } }

    /// The same with `for … in`.
    struct Loop: Contender {
        let held: HeldSet

        func register(_ observer: CountingObserver) { held.register(observer) }
        func broadcast() { for listener in held.set { listener.receive(held.tally) } }
    }

    /// The same, delivered on the main queue.
    struct Notify: Contender {
        let held: HeldSet

        func register(_ observer: CountingObserver) { held.register(observer) }
        func broadcast() { held.set.notify { [tally = held.tally] in $0.receive(tally) } }
    }
}

/// `@unchecked`: one thread at a time uses it.
struct Delegates: Contender, @unchecked Sendable {
    private let delegates = MulticastDelegate<any Listener>()
    let tally: Tally

    func register(_ observer: CountingObserver) { delegates.add(observer) }
    func broadcast() { delegates.invoke { [tally] in $0.receive(tally) } }
}

/// The shared broadcaster, called synchronously.
struct ObserversOf: ChangingContender {
    let tally: Tally

    func register(_ observer: CountingObserver) { Broadcaster.register((any Listener).self, observer: observer) }
    func unregister(_ observer: CountingObserver, _: Void) {
        Broadcaster.unregister((any Listener).self, observer: observer)
    }
    func broadcast() { Broadcaster.observers(of: (any Listener).self).forEach { [tally] in $0.receive(tally) } }
    func end() { Broadcaster.unregister((any Listener).self) }
}

/// The same for the protocol of a second thread.
struct ObserversOfOther: Contender {
    let tally: Tally

    func register(_ observer: CountingObserver) { Broadcaster.register((any OtherListener).self, observer: observer) }
    func broadcast() { Broadcaster.observers(of: (any OtherListener).self).forEach { [tally] in $0.receive(tally) } }
    func end() { Broadcaster.unregister((any OtherListener).self) }
}

/// The shared broadcaster, delivering on the main queue.
struct Notify: Contender {
    let tally: Tally

    func register(_ observer: CountingObserver) { Broadcaster.register((any Listener).self, observer: observer) }
    func broadcast() { Broadcaster.notify((any Listener).self) { [tally] in $0.receive(tally) } }
    func end() { Broadcaster.unregister((any Listener).self) }
}

/// The shared broadcaster, delivering on a given queue.
struct NotifyOnQueue: Contender {
    let tally: Tally

    func register(_ observer: CountingObserver) { Broadcaster.register((any Listener).self, observer: observer) }
    func broadcast() { Broadcaster.notify((any Listener).self, on: .main) { [tally] in $0.receive(tally) } }
    func end() { Broadcaster.unregister((any Listener).self) }
}

/// A broadcaster of the caller's own.
struct OwnBroadcaster: ChangingContender {
    private let broadcaster = Broadcaster()
    let tally: Tally

    func register(_ observer: CountingObserver) { broadcaster.register((any Listener).self, observer: observer) }
    func unregister(_ observer: CountingObserver, _: Void) {
        broadcaster.unregister((any Listener).self, observer: observer)
    }
    func broadcast() { broadcaster.observers(of: (any Listener).self).forEach { [tally] in $0.receive(tally) } }
}
