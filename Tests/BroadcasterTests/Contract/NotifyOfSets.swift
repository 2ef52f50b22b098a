import Foundation
import Testing

@testable import Broadcaster

/// An owner's own channel: a set, or a multicast delegate, that delivers as a broadcaster does.
@Suite("Notifying a set", .timeLimit(.minutes(10)))
@MainActor
struct SetNotifyTests {
    let log = Log<String>()

    /// The same calls on a set and on a multicast delegate, whose members are `Sendable` or not.
    enum Owner: CaseIterable {
        case set, delegates, sendableSet, sendableDelegates

        @MainActor
        func make(_ observers: [WordLogger]) -> Channel {
            switch self {
            case .set:
                let set = WeakObjectSet<any WordObserver>(observers)
                return Channel(notify: { set.notify($0) }, add: set.add, remove: set.remove)
            case .delegates:
                let delegates = MulticastDelegate<any WordObserver>(observers)
                return Channel(notify: { delegates.notify($0) }, add: delegates.add, remove: delegates.remove)
            case .sendableSet:
                let set = WeakObjectSet<any WordObserver & Sendable>(observers.map(Self.sendable))
                return Channel(
                    notify: { block in set.notify { block($0) } }, add: { set.add(Self.sendable($0)) },
                    remove: { set.remove(Self.sendable($0)) })
            case .sendableDelegates:
                let delegates = MulticastDelegate<any WordObserver & Sendable>(observers.map(Self.sendable))
                return Channel(
                    notify: { block in delegates.notify { block($0) } }, add: { delegates.add(Self.sendable($0)) },
                    remove: { delegates.remove(Self.sendable($0)) })
            }
        }

        /// All observers of these tests stay on the main actor.
        private static func sendable(_ observer: any WordObserver) -> any WordObserver & Sendable {
            unsafeBitCast(observer as any WordObserver, to: (any WordObserver & Sendable).self)
        }
    }

    struct Channel {
        let notify: (@escaping @MainActor (any WordObserver) -> Void) -> Void
        let add: (any WordObserver) -> Void
        let remove: (any WordObserver) -> Void
    }

    private func drainMainQueue() async {
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }

    @Test(
        "rules 1 to 4 and 8: notify of a set calls each object that was and still is a member, later and in order",
        arguments: Owner.allCases)
    func membership(owner: Owner) async {
        let observers = (0..<5).map { WordLogger("\($0)", log) }
        let late = WordLogger("late", log)
        let channel = owner.make(observers + observers)
        channel.notify { $0.receive("1") }
        channel.notify { $0.receive("2") }
        #expect(log.entries.isEmpty)
        channel.add(late)
        channel.remove(observers[1])
        channel.remove(observers[2])
        channel.add(observers[2])
        await drainMainQueue()
        #expect(log.entries == ["0 1", "3 1", "4 1", "0 2", "3 2", "4 2"])
        withExtendedLifetime((observers, late)) {}
    }

    @Test(
        "rule 5: notify of a set is one item of the main queue, which keeps its place, and none if the set is empty",
        arguments: Owner.allCases)
    func oneHop(owner: Owner) async {
        let observers = [WordLogger("a", log), WordLogger("b", log)]
        let channel = owner.make(observers)
        var captured: Canary? = Canary {}
        @Weak var held = captured
        owner.make([]).notify { [captured] _ in _ = captured }
        captured = nil
        #expect(held == nil)
        DispatchQueue.main.async { [log] in log.write("before") }
        channel.notify { $0.receive("1") }
        DispatchQueue.main.async { [log] in log.write("after") }
        await drainMainQueue()
        #expect(log.entries == ["before", "a 1", "b 1", "after"])
        withExtendedLifetime(observers) {}
    }

    @Test("rule 6: a member that is called by notify of its set may notify, add and remove", arguments: Owner.allCases)
    func reentrant(owner: Owner) async {
        let first = WordLogger("first", log)
        let second = WordLogger("second", log)
        let channel = owner.make([first])
        first.onReceiving = { word in
            guard word == "1" else { return }
            channel.add(second)
            channel.notify { $0.receive("2") }
            channel.remove(first)
        }
        channel.notify { $0.receive("1") }
        await drainMainQueue()
        await drainMainQueue()
        #expect(log.entries == ["first 1", "second 2"])
        first.onReceiving = nil
    }

    @Test("rule 7: a pending notify of a set retains no member", arguments: Owner.allCases)
    func lifetimes(owner: Owner) async {
        var observer: WordLogger? = WordLogger("observer", log)
        @Weak var held = observer
        let channel = owner.make([observer!])
        channel.notify { $0.receive("1") }
        observer = nil
        #expect(held == nil)
        await drainMainQueue()
        #expect(log.entries.isEmpty)
    }

    @Test("rule 7: a pending notify of a set on another queue retains no member")
    func lifetimesElsewhere() {
        let queue = DispatchQueue(label: "test")
        var counter: Counter? = Counter()
        @Weak var held = counter
        let set = WeakObjectSet<any Incrementing>(counter!)
        let delegates = MulticastDelegate<any Incrementing>([counter!])
        queue.suspend()
        set.notify(on: queue) { $0.increment() }
        delegates.notify(on: queue) { $0.increment() }
        counter = nil
        #expect(held == nil)
        queue.resume()
        queue.sync {}
    }

    @Test(
        "the members of a set are called even if its last reference goes away while notify is pending",
        arguments: Owner.allCases)
    func lastReference(owner: Owner) async {
        let observers = [WordLogger("a", log), WordLogger("b", log)]
        owner.make(observers).notify { $0.receive("1") }
        await drainMainQueue()
        #expect(log.entries == ["a 1", "b 1"])
        withExtendedLifetime(observers) {}
    }

    @Test(
        "the members of a set are called on another queue even if its last reference goes away while notify is pending")
    func lastReferenceElsewhere() {
        let queue = DispatchQueue(label: "test")
        let counter = Counter()
        queue.suspend()
        WeakObjectSet<any Incrementing>(counter).notify(on: queue) { $0.increment() }
        MulticastDelegate<any Incrementing>([counter]).notify(on: queue) { $0.increment() }
        queue.resume()
        queue.sync {}
        #expect(counter.value == 2)
    }

    @Test("an iteration goes on when the last reference to its set goes away")
    func iterationOutlivesSet() {
        let observers = (0..<3).map { WordLogger("\($0)", log) }
        var set: WeakObjectSet<any WordObserver>? = WeakObjectSet(observers)
        var iterator = set!.makeIterator()
        set!.forEach { observer in
            set = nil
            observer.receive("forEach")
        }
        while let observer = iterator.next() { observer.receive("iterator") }
        #expect(log.entries == (0..<3).map { "\($0) forEach" } + (0..<3).map { "\($0) iterator" })
        withExtendedLifetime(observers) {}
    }

    @Test("a pending broadcast is delivered when the last reference to its broadcaster goes away")
    func broadcastOutlivesBroadcaster() async {
        let observer = WordLogger("observer", log)
        let counter = Counter()
        var broadcaster: Broadcaster? = Broadcaster()
        @Weak var held = broadcaster
        let queue = DispatchQueue(label: "test")
        broadcaster!.register(WordObserver.self, observer: observer)
        broadcaster!.register(Incrementing.self, observer: counter)
        broadcaster!.notify(WordObserver.self) { $0.receive("1") }
        broadcaster!.notify(Incrementing.self, on: queue) { $0.increment() }
        broadcaster = nil
        await drainMainQueue()
        queue.sync {}
        #expect(log.entries == ["observer 1"])
        #expect(counter.value == 1)
        #expect(held == nil)
        withExtendedLifetime(observer) {}
    }

    @Test("a set of Sendable members may be notified from any thread and on any queue")
    func anyThread() async {
        let queue = DispatchQueue(label: "test")
        let counter = Counter()
        let removed = Counter()
        let late = Counter()
        let set = WeakObjectSet<any Incrementing>([counter, removed])
        let delegates = Handover(MulticastDelegate<any Incrementing>([counter, removed]))
        queue.suspend()
        await onNewThread {
            set.notify { $0.increment() }
            set.notify(on: queue) { $0.increment() }
            delegates.value.notify { $0.increment() }
            delegates.value.notify(on: queue) { $0.increment() }
        }
        await drainMainQueue()
        #expect(counter.value == 2)
        #expect(removed.value == 2)
        set.remove(removed)
        delegates.value.remove(removed)
        set.add(late)
        delegates.value.add(late)
        queue.resume()
        queue.sync {}
        #expect(counter.value == 4)
        #expect(removed.value == 2)
        #expect(late.value == 0)
    }

    @Test("notify of an empty set is no item of another queue: the block is released before it returns")
    func noHopToQueue() async {
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        await onNewThread {
            var captured: Canary? = Canary()
            @Weak var held = captured
            WeakObjectSet<any Incrementing>().notify(on: queue) { [captured] in
                withExtendedLifetime(captured, $0.increment)
            }
            MulticastDelegate<any Incrementing>().notify(on: queue) { [captured] in
                withExtendedLifetime(captured, $0.increment)
            }
            captured = nil
            #expect(held == nil)
        }
        queue.resume()
    }
}
