import Broadcaster
import Foundation
import Testing

/// Wherever code that isn't ours can run, it may do anything: no lock and no queue is held.
///
/// If one were, these would hang.
@Suite("Foreign code", .timeLimit(.minutes(1)))
struct ForeignCodeTests {
    protocol Listener: Sendable { func hear() }

    /// A broadcaster, and all that can be done to it.
    final class World: Sendable {
        let broadcaster = Broadcaster()
        let neighbour = Neighbour()
        let done = Counter()

        var set: WeakObjectSet<any Listener> { broadcaster.observers(of: Listener.self) }

        final class Neighbour: Listener { func hear() {} }

        /// Takes every lock, the registry's queue behind its barrier included.
        func doEverything(as observer: some Listener & AnyObject) {
            broadcaster.unregister(Listener.self, observer: observer)
            broadcaster.unregister(observer: observer)
            broadcaster.register(Listener.self, observer: neighbour)
            #expect(set.contains(neighbour))
            broadcaster.notify(Listener.self) { $0.hear() }
            broadcaster.notify(Listener.self, on: .global()) { $0.hear() }
            set.add([neighbour])
            for listener in set where listener as AnyObject !== observer { listener.hear() }
            broadcaster.unregister(Counting.self)
            _ = Broadcaster().observers(of: Listener.self).count
            done.count("")
        }
    }

    /// Does everything when it is called, and when it ends.
    final class Meddler: Listener {
        let world: World
        let whenCalled: Bool

        init(_ world: World, whenCalled: Bool = false) { (self.world, self.whenCalled) = (world, whenCalled) }

        func hear() { if whenCalled { world.doEverything(as: self) } }

        deinit { world.doEverything(as: self) }
    }

    enum Call: CaseIterable {
        case main, queue, forEach, forIn, invoke, map
    }

    @Test("a call may do everything", arguments: Call.allCases)
    func calls(call: Call) async {
        let world = World()
        let broadcaster = world.broadcaster
        let meddler = Meddler(world, whenCalled: true)
        broadcaster.register(Listener.self, observer: meddler)
        switch call {
        case .main: broadcaster.notify(Listener.self) { $0.hear() }
        case .queue: broadcaster.notify(Listener.self, on: DispatchQueue(label: "test")) { $0.hear() }
        case .forEach: world.set.forEach { $0.hear() }
        case .forIn: for listener in world.set { listener.hear() }
        case .invoke: MulticastDelegate<any Listener>([meddler]).invoke { $0.hear() }
        case .map: _ = world.set.map { $0.hear() }
        }
        await broadcaster.settled()
        #expect(world.done.value == 1)
        await broadcaster.settled()
    }

    enum Look: CaseIterable {
        case count, allObjects, forEach, forIn, delivery
    }

    /// To look at an observer is to hold it for a moment; if its owner lets go at that moment, it ends where it was
    /// looked at.
    ///
    /// One thread looks and another lets go until that has happened.
    @Test(
        "an observer that ends because somebody looked at it may do everything", .serialized, arguments: Look.allCases)
    func looks(look: Look) async {
        let world = World()
        let broadcaster = world.broadcaster
        let set = world.set
        let queue = DispatchQueue(label: "test")
        let endedInLook = Counter()
        let enough = 1
        await onThreads(2) { thread in
            if thread == 0 {
                let owner = Handover(Thread.current)
                while endedInLook.value < enough {
                    let batch = (0..<20).map { _ in
                        Ending { ending in
                            if Thread.current === owner.value {
                                world.broadcaster.unregister(observer: ending)
                            } else {
                                world.doEverything(as: ending)
                                endedInLook.count("")
                            }
                        }
                    }
                    set.add(batch)
                }
            } else {
                while endedInLook.value < enough {
                    switch look {
                    case .count: _ = set.count
                    case .allObjects: _ = set.allObjects
                    case .forEach: set.forEach { _ in }
                    case .forIn: for _ in set {}
                    case .delivery:
                        broadcaster.notify(Listener.self, on: queue) { _ in }
                        queue.sync {}
                    }
                }
            }
        }
        await broadcaster.settled()
        #expect(world.done.value >= enough)
    }

    final class Ending: Listener {
        let onDeinit: @Sendable (Ending) -> Void

        init(onDeinit: @escaping @Sendable (Ending) -> Void) { self.onDeinit = onDeinit }

        func hear() {}

        deinit { onDeinit(self) }
    }

    final class Owner: @unchecked Sendable {
        var owned: Meddler?
    }

    @Test("an observer may end in its own call, and do everything as it ends", arguments: Call.allCases)
    func endsInCall(call: Call) async {
        let world = World()
        let broadcaster = world.broadcaster
        let owner = Owner()
        owner.owned = Meddler(world)
        broadcaster.register(Listener.self, observer: owner.owned!)
        let letGo: @Sendable (any Listener) -> Void = { _ in owner.owned = nil }
        switch call {
        case .main: broadcaster.notify(Listener.self) { letGo($0) }
        case .queue: broadcaster.notify(Listener.self, on: DispatchQueue(label: "test"), block: letGo)
        case .forEach: world.set.forEach(letGo)
        case .forIn: for listener in world.set { letGo(listener) }
        case .invoke: MulticastDelegate<any Listener>([owner.owned!]).invoke(letGo)
        case .map: _ = world.set.map(letGo)
        }
        await broadcaster.settled()
        #expect(world.done.value == 1)
        await broadcaster.settled()
    }

    enum Closure: CaseIterable {
        case forNobody, onMain, onQueue, forNobodyOnQueue
    }

    @Test("what a block has captured may do everything when it is let go", arguments: Closure.allCases)
    func captures(closure: Closure) async {
        let world = World()
        let broadcaster = world.broadcaster
        let observer = World.Neighbour()
        if closure == .onMain || closure == .onQueue { broadcaster.register(Listener.self, observer: observer) }
        do {
            let captured = Meddler(world)
            switch closure {
            case .forNobody, .onMain: broadcaster.notify(Listener.self) { [captured] _ in _ = captured }
            case .forNobodyOnQueue, .onQueue:
                broadcaster.notify(Listener.self, on: DispatchQueue(label: "test")) { [captured] _ in _ = captured }
            }
        }
        await broadcaster.settled()
        #expect(world.done.value == 1)
    }

    @Test("a set may end in a walk over it, and a broadcaster in its own delivery")
    func owners() async {
        let world = World()
        let observer = World.Neighbour()
        var set: WeakObjectSet<any Listener>? = WeakObjectSet([observer, world.neighbour])
        weak let weakSet = set
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
            broadcaster.register(Listener.self, observer: observer)
            let meddler = Meddler(world)
            broadcaster.notify(Listener.self) { [meddler] in
                $0.hear()
                _ = meddler
            }
        }
        await world.broadcaster.settled()
        #expect(held == nil)
        #expect(world.done.value == 1)
    }

    final class Opinionated: NSObject, Listener {
        let asked: Counter

        init(_ asked: Counter) { self.asked = asked }

        func hear() {}

        override func isEqual(_ object: Any?) -> Bool {
            asked.count("")
            return true
        }

        override var hash: Int {
            asked.count("")
            return 0
        }

        override var description: String {
            asked.count("")
            return ""
        }

        override var debugDescription: String {
            asked.count("")
            return ""
        }
    }

    @Test("an observer's own isEqual, hash and description are never called")
    func identity() async {
        let asked = Counter()
        let broadcaster = Broadcaster()
        let observers = (0..<20).map { _ in Opinionated(asked) }
        for observer in observers { broadcaster.register(Listener.self, observer: observer) }
        broadcaster.register(Listener.self, observer: observers[0])
        broadcaster.notify(Listener.self) { $0.hear() }
        await broadcaster.settled()
        let set = broadcaster.observers(of: Listener.self)
        #expect(set.count == 20)
        let isMember = set.contains(observers[3])
        #expect(isMember)
        broadcaster.unregister(Listener.self, observer: observers[3])
        broadcaster.unregister(observer: observers[4])
        #expect(set.count == 18)
        #expect(asked.value == 0)
        withExtendedLifetime(observers) {}
    }
}
