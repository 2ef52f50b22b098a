import Broadcaster
import Foundation
import Testing

/// Wherever code of an observer or a caller runs, it may do anything, because no lock and no queue is held.
///
/// If one were held, these tests would hang.
@Suite("Reentrancy", .timeLimit(.minutes(10)))
struct ReentrancyTests {
    /// A broadcaster, and everything that can be done to it.
    final class World: Sendable {
        let broadcaster = Broadcaster()
        let other = Counter()
        let completions = Counter()

        var observers: Broadcaster.Observers<any Incrementing> { broadcaster.observers(of: Incrementing.self) }

        /// Takes every lock, the registry's queue with its barrier included.
        func doEverything(as observer: some Incrementing & AnyObject) {
            broadcaster.unregister(Incrementing.self, observer: observer)
            broadcaster.unregister(observer: observer)
            broadcaster.register(Incrementing.self, observer: other)
            #expect(observers.contains(other))
            broadcaster.notify(Incrementing.self) { $0.increment() }
            broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
            for member in observers where member as AnyObject !== observer { member.increment() }
            broadcaster.unregister(WordObserver.self)
            _ = Broadcaster().observers(of: Incrementing.self).count
            completions.increment()
        }
    }

    /// Does everything in its `deinit`, and when it is called, if it should.
    final class Meddler: Incrementing {
        let world: World
        let whenCalled: Bool

        init(_ world: World, whenCalled: Bool = false) { (self.world, self.whenCalled) = (world, whenCalled) }

        func increment() { if whenCalled { world.doEverything(as: self) } }

        deinit { world.doEverything(as: self) }
    }

    enum Call: CaseIterable {
        case main, queue, forEach, forIn, invoke, map

        /// Calls `body` with the observers of a world, or with delegates.
        func run(
            on world: World, _ delegates: MulticastDelegate<any Incrementing>,
            _ body: @escaping @Sendable (any Incrementing) -> Void
        ) {
            switch self {
            case .main: world.broadcaster.notify(Incrementing.self) { body($0) }
            case .queue: world.broadcaster.notify(Incrementing.self, on: DispatchQueue(label: "test"), block: body)
            case .forEach: world.observers.forEach(body)
            case .forIn: for observer in world.observers { body(observer) }
            case .invoke: delegates.invoke(body)
            case .map: _ = world.observers.map(body)
            }
        }
    }

    @Test("an observer may use its broadcaster in any way while it is called", arguments: Call.allCases)
    func calls(call: Call) async {
        let world = World()
        let meddler = Meddler(world, whenCalled: true)
        world.broadcaster.register(Incrementing.self, observer: meddler)
        call.run(on: world, MulticastDelegate([meddler])) { $0.increment() }
        await world.broadcaster.settled()
        #expect(world.completions.value == 1)
        await world.broadcaster.settled()
    }

    final class Owner: @unchecked Sendable {
        var owned: Meddler?
    }

    @Test(
        "an observer may be released in its own call, and use its broadcaster in any way in its deinit",
        arguments: Call.allCases)
    func releasedInCall(call: Call) async {
        let world = World()
        let owner = Owner()
        owner.owned = Meddler(world)
        let delegates = MulticastDelegate<any Incrementing>([owner.owned!])
        world.broadcaster.register(Incrementing.self, observer: owner.owned!)
        call.run(on: world, delegates) { _ in owner.owned = nil }
        await world.broadcaster.settled()
        #expect(world.completions.value == 1)
        await world.broadcaster.settled()
    }

    enum Load: CaseIterable {
        case count, array, forEach, forIn, delivery
    }

    /// Visiting an observer retains it for a moment; if its owner releases it meanwhile, it is deallocated by the
    /// visitor.
    ///
    /// One thread visits and another releases until that has happened.
    @Test(
        "an observer that an iteration deallocates, because its owner released it, may use its broadcaster in any way",
        .serialized,
        arguments: Load.allCases)
    func releasedByVisitor(load: Load) async {
        let world = World()
        let observers = world.observers
        let queue = DispatchQueue(label: "test")
        let deallocatedByVisitor = Counter()
        await onThreads(2) { thread in
            if thread == 0 {
                let owner = Handover(Thread.current)
                while deallocatedByVisitor.value == 0 {
                    let batch = (0..<20).map { _ in
                        Transient { observer in
                            if Thread.current === owner.value {
                                world.broadcaster.unregister(observer: observer)
                            } else {
                                world.doEverything(as: observer)
                                deallocatedByVisitor.increment()
                            }
                        }
                    }
                    for observer in batch { world.broadcaster.register(Incrementing.self, observer: observer) }
                }
            } else {
                while deallocatedByVisitor.value == 0 {
                    switch load {
                    case .count: _ = observers.count
                    case .array: _ = Array(observers)
                    case .forEach: observers.forEach { _ in }
                    case .forIn: for _ in observers {}
                    case .delivery:
                        world.broadcaster.notify(Incrementing.self, on: queue) { _ in }
                        queue.sync {}
                    }
                }
            }
        }
        await world.broadcaster.settled()
        #expect(world.completions.value >= 1)
    }

    final class Transient: Incrementing {
        let onDeinit: @Sendable (Transient) -> Void

        init(onDeinit: @escaping @Sendable (Transient) -> Void) { self.onDeinit = onDeinit }

        func increment() {}

        deinit { onDeinit(self) }
    }

    enum Closure: CaseIterable {
        case onMain, onQueue, withoutObservers, onQueueWithoutObservers
    }

    @Test("what a block captures may use the broadcaster in any way when it is released", arguments: Closure.allCases)
    func captures(closure: Closure) async {
        let world = World()
        let broadcaster = world.broadcaster
        let observer = Counter()
        if closure == .onMain || closure == .onQueue { broadcaster.register(Incrementing.self, observer: observer) }
        do {
            let captured = Meddler(world)
            switch closure {
            case .onMain, .withoutObservers: broadcaster.notify(Incrementing.self) { [captured] _ in _ = captured }
            case .onQueue, .onQueueWithoutObservers:
                broadcaster.notify(Incrementing.self, on: DispatchQueue(label: "test")) { [captured] _ in _ = captured }
            }
        }
        await broadcaster.settled()
        #expect(world.completions.value == 1)
        withExtendedLifetime(observer) {}
    }

    @Test("a set may be released while it is iterated over, and a broadcaster while it delivers")
    func owners() async {
        let world = World()
        let observer = Counter()
        var set: WeakObjectSet<any Incrementing>? = WeakObjectSet([observer, world.other])
        @Weak var weakSet = set
        var visits = 0
        set?.forEach { _ in
            set = nil
            visits += 1
        }
        #expect(visits == 2)
        #expect(weakSet == nil)

        weak var held: Broadcaster?
        do {
            let broadcaster = Broadcaster()
            held = broadcaster
            broadcaster.register(Incrementing.self, observer: observer)
            let meddler = Meddler(world)
            broadcaster.notify(Incrementing.self) { [meddler] in
                $0.increment()
                _ = meddler
            }
        }
        await world.broadcaster.settled()
        #expect(held == nil)
        #expect(world.completions.value == 1)
    }

    final class Opinionated: NSObject, Incrementing {
        let asked: Counter

        init(_ asked: Counter) { self.asked = asked }

        func increment() {}

        override func isEqual(_ object: Any?) -> Bool {
            asked.increment()
            return true
        }

        override var hash: Int {
            asked.increment()
            return 0
        }

        override var description: String {
            asked.increment()
            return ""
        }

        override var debugDescription: String {
            asked.increment()
            return ""
        }
    }

    @Test("an observer's own isEqual, hash and description are never called")
    func identity() async {
        let asked = Counter()
        let broadcaster = Broadcaster()
        let observers = (0..<20).map { _ in Opinionated(asked) }
        for observer in observers { broadcaster.register(Incrementing.self, observer: observer) }
        broadcaster.register(Incrementing.self, observer: observers[0])
        broadcaster.notify(Incrementing.self) { $0.increment() }
        await broadcaster.settled()
        let set = broadcaster.observers(of: Incrementing.self)
        #expect(set.count == 20)
        let isMember = set.contains(observers[3])
        #expect(isMember)
        broadcaster.unregister(Incrementing.self, observer: observers[3])
        broadcaster.unregister(observer: observers[4])
        #expect(set.count == 18)
        #expect(asked.value == 0)
        withExtendedLifetime(observers) {}
    }
}
