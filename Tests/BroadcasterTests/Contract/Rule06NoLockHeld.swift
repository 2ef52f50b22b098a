import Broadcaster
import FirstModule
import Foundation
import TestSupport
import Testing

extension DeliveryContract {
    /// If a lock or a queue were held, these tests would hang.
    @Suite("6. No lock is held while observers run")
    struct Rule06NoLockHeld {
        /// A broadcaster and a set, and everything that can be done to them.
        final class World: Sendable {
            let broadcaster = Broadcaster()
            let set = WeakObjectSet<any Incrementing>()
            let queue = DispatchQueue(label: "test")
            let other = Counter()
            let completions = Counter()

            /// Takes every lock, the registry's queue with its barrier included.
            func doEverything(as observer: some Incrementing & AnyObject) {
                for key: any Hashable & Sendable in [Broadcaster.NoKey(), "lobby"] {
                    broadcaster.unregister(Incrementing.self, for: key, observer: observer)
                    broadcaster.register(Incrementing.self, for: key, observer: other)
                    broadcaster.notify(Incrementing.self, for: key) { $0.increment() }
                    broadcaster.notify(Incrementing.self, for: key, on: .global()) { $0.increment() }
                    let observers = broadcaster.observers(of: Incrementing.self, for: key)
                    #expect(observers.contains(other))
                    for member in observers where member as AnyObject !== observer { member.increment() }
                }
                broadcaster.unregister(observer: observer)
                broadcaster.register(Incrementing.self, for: "new", observer: other)
                broadcaster.unregister(Incrementing.self, for: "new")
                broadcaster.unregister(WordObserver.self)
                _ = broadcaster.channels
                _ = Broadcaster().observers(of: Incrementing.self).count
                set.remove(observer)
                set.add(other)
                set.notify { $0.increment() }
                for member in set where member as AnyObject !== observer { member.increment() }
                completions.increment()
            }

            func settle() async {
                await broadcaster.settled()
                await withCheckedContinuation { done in queue.async { done.resume() } }
            }
        }

        /// Does everything in its `deinit`, and in its first call, if it should.
        final class Meddler: Incrementing {
            let world: World
            let whenCalled: Bool
            let calls = Counter()

            init(_ world: World, whenCalled: Bool = false) { (self.world, self.whenCalled) = (world, whenCalled) }

            func increment() {
                calls.increment()
                // Not again: if it stayed registered, each call would lead to others.
                if whenCalled, calls.value == 1 { world.doEverything(as: self) }
            }

            deinit { world.doEverything(as: self) }
        }

        enum Call: CaseIterable {
            case main, queue, forEach, forIn, map
            case mainWithKey, queueWithKey, forEachWithKey
            case mainOfSet, queueOfSet, forEachOfSet, mainOfDelegates, invoke

            func register(_ observer: any Incrementing, in world: World) {
                world.set.add(observer)
                switch self {
                case .mainWithKey, .queueWithKey, .forEachWithKey:
                    world.broadcaster.register(Incrementing.self, for: "lobby", observer: observer)
                default: world.broadcaster.register(Incrementing.self, observer: observer)
                }
            }

            /// Calls `body` with the observers of a world, or with delegates.
            func run(
                in world: World, _ delegates: MulticastDelegate<any Incrementing>,
                _ body: @escaping @Sendable (any Incrementing) -> Void
            ) {
                let broadcaster = world.broadcaster
                switch self {
                case .main: broadcaster.notify(Incrementing.self) { body($0) }
                case .queue: broadcaster.notify(Incrementing.self, on: world.queue, block: body)
                case .forEach: broadcaster.observers(of: Incrementing.self).forEach(body)
                case .forIn: for observer in broadcaster.observers(of: Incrementing.self) { body(observer) }
                case .map: _ = broadcaster.observers(of: Incrementing.self).map(body)
                case .mainWithKey: broadcaster.notify(Incrementing.self, for: "lobby") { body($0) }
                case .queueWithKey: broadcaster.notify(Incrementing.self, for: "lobby", on: world.queue, block: body)
                case .forEachWithKey: broadcaster.observers(of: Incrementing.self, for: "lobby").forEach(body)
                case .mainOfSet: world.set.notify { body($0) }
                case .queueOfSet: world.set.notify(on: world.queue, body)
                case .forEachOfSet: world.set.forEach(body)
                case .mainOfDelegates: delegates.notify { body($0) }
                case .invoke: delegates.invoke(body)
                }
            }
        }

        @Test("an observer may use its broadcaster in any way while it is called", arguments: Call.allCases)
        func calls(call: Call) async {
            let world = World()
            let meddler = Meddler(world, whenCalled: true)
            call.register(meddler, in: world)
            call.run(in: world, MulticastDelegate([meddler])) { $0.increment() }
            await world.settle()
            #expect(world.completions.value == 1)
            await world.settle()
            #expect(meddler.calls.value == 1)
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
            call.register(owner.owned!, in: world)
            call.run(in: world, delegates) { _ in owner.owned = nil }
            await world.settle()
            #expect(world.completions.value == 1)
            await world.settle()
        }

        @Test("an observer may use its broadcaster in any way in its deinit, on any thread", arguments: Call.allCases)
        func released(call: Call) async {
            let world = World()
            for _ in 0..<20 { call.register(Meddler(world), in: world) }
            await onNewThread { for _ in 0..<20 { call.register(Meddler(world), in: world) } }
            #expect(world.completions.value == 40)
            await world.settle()
            #expect(world.set.allObjects.count == 1)
            #expect(world.broadcaster.channels.map(\.observers.count) == [1, 1])
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
            let observers = world.broadcaster.observers(of: Incrementing.self)
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
                            world.broadcaster.notify(Incrementing.self, on: world.queue) { _ in }
                            world.queue.sync {}
                        }
                    }
                }
            }
            await world.settle()
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

        @Test(
            "what a block captures may use the broadcaster in any way when it is released",
            arguments: Closure.allCases)
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
                    broadcaster.notify(Incrementing.self, on: world.queue) { [captured] _ in _ = captured }
                }
            }
            await world.settle()
            #expect(world.completions.value == 1)
            withExtendedLifetime(observer) {}
        }

        enum Ending: CaseIterable {
            case unregistered, allUnregistered, everywhere, purged, broadcaster
        }

        @Test("a key that is an object may use the broadcaster in its deinit", arguments: Ending.allCases)
        @MainActor
        func deinitOfKey(ending: Ending) {
            let log = Log<String>()
            var broadcaster = Broadcaster()
            var observer: WordLogger? = WordLogger("observer", log)
            let other = WordLogger("other", log)
            do {
                let key = Room(
                    "lobby",
                    onDeinit: { [log, weak broadcaster, other = Handover(other)] in
                        log.write("deinit")
                        MainActor.assumeIsolated {
                            let broadcaster = broadcaster ?? .shared
                            broadcaster.register(WordObserver.self, for: Room("lobby"), observer: other.value)
                            _ = broadcaster.channels
                            broadcaster.notify(WordObserver.self, for: Room("lobby")) { $0.receive("1") }
                            broadcaster.unregister(WordObserver.self)
                            broadcaster.unregister(observer: other.value)
                        }
                    })
                broadcaster.register(WordObserver.self, for: key, observer: observer!)
            }
            #expect(log.entries.isEmpty)
            switch ending {
            case .unregistered: broadcaster.unregister(WordObserver.self, for: Room("lobby"), observer: observer!)
            case .allUnregistered: broadcaster.unregister(WordObserver.self)
            case .everywhere: broadcaster.unregister(observer: observer!)
            case .purged:
                observer = nil
                for number in 0..<8 { broadcaster.register(WordObserver.self, for: number, observer: other) }
            case .broadcaster: broadcaster = Broadcaster()
            }
            #expect(log.entries == ["deinit"])
            withExtendedLifetime((broadcaster, observer, other)) {}
        }

        @Test("a key's description may use the broadcaster")
        @MainActor
        func descriptionOfKey() {
            let log = Log<String>()
            let broadcaster = Broadcaster()
            let other = WordLogger("other", log)
            let key = Room(
                "lobby",
                onDescription: { [broadcaster, other = Handover(other)] in
                    MainActor.assumeIsolated {
                        broadcaster.register(WordObserver.self, for: Room("other"), observer: other.value)
                        broadcaster.unregister(WordObserver.self, for: Room("lobby"))
                        broadcaster.unregister(FirstModule.Update.self)
                    }
                })
            let observer = WordLogger("observer", log, in: broadcaster, for: key)
            #expect(broadcaster.channels.map(\.key) == ["BroadcasterTests.Room(lobby)"])
            #expect(broadcaster.channels.map(\.key) == ["BroadcasterTests.Room(other)"])
            withExtendedLifetime((observer, other)) {}
        }
    }
}
