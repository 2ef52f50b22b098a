import BroadcasterAtomics

@testable import Broadcaster

protocol First: AnyObject, Sendable {}
protocol Second: AnyObject, Sendable {}

/// What threads do with one broadcaster, and with what it consists of.
nonisolated(unsafe) let broadcastScenarios = [
    Scenario("look up a type, while the table grows") {
        let table = TypeTable(words: .onCacheLines(count: 2))
        let objects = (0..<4).map { Observer($0) }
        // Some of these share a place.
        let keys = [8, 1, 0x10, 2].map { unsafeBitCast($0 << 32 | 8, to: ObjectIdentifier.self) }
        inThreads(
            { for (key, object) in zip(keys, objects) { table.insert(object, for: key) } },
            {
                var isKnown = [Bool](repeating: false, count: keys.count)
                for _ in 0..<2 {
                    for (place, key) in keys.enumerated() {
                        let found = table.object(for: key)
                        if let found {
                            require(found.toOpaque() == opaque(objects[place]), "a table returns the object of the key")
                            isKnown[place] = true
                        } else {
                            require(!isKnown[place], "a table forgets nothing")
                        }
                    }
                }
            })
        for (key, object) in zip(keys, objects) {
            require(table.object(for: key)?.toOpaque() == opaque(object), "a table knows each key")
        }
        table.deallocate()
        table.words.deallocate()
    },

    Scenario("look up the first type, while it is inserted") {
        let table = TypeTable(words: .onCacheLines(count: 2))
        let object = Observer(0)
        // Two places, so that the number of steps of a look-up doesn't depend on the addresses of objects.
        let key = unsafeBitCast(8, to: ObjectIdentifier.self)
        let absent = unsafeBitCast(1 << 32 | 8, to: ObjectIdentifier.self)
        inThreads(
            {
                var steps = ExploreOwnSteps()
                _ = table.object(for: absent)
                let stepsWithoutKey = ExploreOwnSteps() - steps
                steps = ExploreOwnSteps()
                let found = table.object(for: key)
                let foundKey = ExploreOwnSteps() - steps > stepsWithoutKey
                require(!foundKey || found != nil, "a look-up that finds the key finds its object")
            },
            { table.insert(object, for: key) })
        require(table.object(for: key)?.toOpaque() == opaque(object), "a table knows each key")
        table.deallocate()
        table.words.deallocate()
    },

    Scenario("use a protocol first on two threads") {
        let broadcaster = Broadcaster()
        var sets: [WeakObjectSet<any First>] = []
        inThreads(
            { sets.append(broadcaster.observers(of: (any First).self)) },
            { sets.append(broadcaster.observers(of: (any First).self)) },
            { _ = broadcaster.observers(of: (any Second).self) })
        require(sets[0] === sets[1], "a protocol has one set")
    },

    Scenario("register on two threads, and unregister everywhere") {
        let broadcaster = Broadcaster()
        let observer = Observer(0)
        let other = Observer(1)
        inThreads(
            {
                broadcaster.register((any Listener).self, observer: observer)
                broadcaster.unregister(observer: observer)
            },
            { broadcaster.register((any Listener).self, observer: other) })
        let set = broadcaster.observers(of: (any Listener).self)
        require(set.allObjects.map { ($0 as! Observer).number } == [1], "who unregistered is gone, and others stay")
        withExtendedLifetime((observer, other)) {}
    },

    Scenario("notify, while one unregisters") {
        let broadcaster = Broadcaster()
        let observers = (0..<2).map { Observer($0) }
        for observer in observers { broadcaster.register((any Listener).self, observer: observer) }
        let late = Observer(2)
        let calls = Calls()
        let isRemoved = Signal()
        nonisolated(unsafe) var mustSkip = false
        var hops = DispatchQueue.main.itemCount
        inThreads(
            {
                broadcaster.notify((any Listener).self) { observer in
                    if calls.numbers.isEmpty { mustSkip = isRemoved.isSent }
                    observer.hear(calls)
                }
                broadcaster.register((any Listener).self, observer: late)
            },
            {
                broadcaster.unregister((any Listener).self, observer: observers[1])
                isRemoved.send()
            })
        hops = DispatchQueue.main.itemCount - hops
        require(hops == 1, "a broadcast hops once")
        calls.expect(all: [0], some: mustSkip ? [] : [1])
        withExtendedLifetime((observers, late)) {}
    },

    Scenario("notify, while all are removed and one is registered") {
        let broadcaster = Broadcaster()
        let first = Observer(0)
        let late = Observer(1)
        broadcaster.register((any Listener).self, observer: first)
        let calls = Calls()
        inThreads(
            { broadcaster.notify((any Listener).self) { $0.hear(calls) } },
            {
                broadcaster.unregister((any Listener).self)
                broadcaster.register((any Listener).self, observer: late)
            })
        calls.expect(all: [], some: [0, 1])
        require(calls.numbers.count < 2, "one of the two was registered when it was sent")
        withExtendedLifetime((first, late)) {}
    },

    Scenario("wait for deliveries on other queues") {
        let deliveries = PendingDeliveries()
        let queues = [DispatchQueue(label: "a"), DispatchQueue.global()]
        let calls = Calls()
        nonisolated(unsafe) var waited = [0, 0]
        inThreads(
            queues: queues,
            {
                deliveries.add(to: queues[0]) { calls.numbers.append(0) }
                deliveries.notifyWhenDelivered {
                    require(calls.numbers.contains(0), "a wait covers what its thread added before")
                    waited[0] += 1
                }
            },
            {
                deliveries.add(to: queues[0]) { calls.numbers.append(1) }
                deliveries.notifyWhenDelivered {
                    require(calls.numbers.contains(1), "a wait covers what its thread added before")
                    waited[1] += 1
                }
            })
        require(waited == [1, 1], "each wait ends once: \(waited)")
    },

    Scenario("a wait covers what was added before an earlier wait") {
        let deliveries = PendingDeliveries()
        let queues = [DispatchQueue(label: "a"), DispatchQueue.global()]
        nonisolated(unsafe) var isDelivered = false
        nonisolated(unsafe) var waited = 0
        inThreads(
            queues: queues,
            {
                deliveries.add(to: queues[0]) { isDelivered = true }
                for _ in 0..<2 {
                    deliveries.notifyWhenDelivered {
                        require(isDelivered, "a second wait covers what the first does")
                        waited += 1
                    }
                }
            })
        require(waited == 2, "each wait ends once: \(waited)")
    },

    Scenario("notify on a queue first on two threads") {
        let broadcaster = Broadcaster()
        let observer = Observer(0)
        broadcaster.register((any Listener).self, observer: observer)
        let queue = DispatchQueue(label: "a")
        let calls = (0..<2).map { _ in Calls() }
        nonisolated(unsafe) var isSettled = false
        inThreads(
            queues: [queue, .global()],
            { broadcaster.notify((any Listener).self, on: queue) { $0.hear(calls[0]) } },
            {
                broadcaster.notify((any Listener).self, on: queue) { $0.hear(calls[1]) }
                broadcaster.withRegistry { $0.existingDeliveries }?.notifyWhenDelivered {
                    require(calls[1].numbers == [0], "a wait covers what was notified before")
                    isSettled = true
                }
            })
        for calls in calls { calls.expect(all: [0]) }
        require(isSettled, "a wait ends")
        withExtendedLifetime(observer) {}
    },

    Scenario("report a broadcast, while it is delivered") {
        let broadcaster = Broadcaster()
        let observer = Observer(0)
        let reporter = Reporter()
        broadcaster.register((any Listener).self, observer: observer)
        broadcaster.register(BroadcastObserver.self, observer: reporter)
        let queue = DispatchQueue(label: "a")
        let calls = Calls()
        inThreads(
            queues: [queue],
            { broadcaster.notify((any Listener).self, on: queue) { $0.hear(calls) } },
            { broadcaster.unregister(BroadcastObserver.self, observer: reporter) })
        calls.expect(all: [0])
        withExtendedLifetime((observer, reporter)) {}
        require(
            reporter.reports == [] || reporter.reports == ["sent"] || reporter.reports == ["sent", "delivered to 1"],
            "sent is reported before delivered, once each: \(reporter.reports)")
    },

    Scenario("report a broadcast on two queues") {
        let broadcaster = Broadcaster()
        let observer = Observer(0)
        let reporter = Reporter()
        broadcaster.register((any Listener).self, observer: observer)
        broadcaster.register(BroadcastObserver.self, observer: reporter)
        let queue = DispatchQueue(label: "a")
        let calls = Calls()
        inThreads(queues: [queue], { broadcaster.notify((any Listener).self, on: queue) { $0.hear(calls) } })
        calls.expect(all: [0])
        withExtendedLifetime((observer, reporter)) {}
        require(reporter.reports == ["sent", "delivered to 1"], "each is reported once: \(reporter.reports)")
    },

    Scenario("two uses of a channel that exclude each other") {
        let isolation = ChannelIsolation(words: .onCacheLines(count: 2))
        inThreads(
            { isolation.note(.onMainActor, channel: "a", at: CallSite("a", 1)) },
            { isolation.note(.anywhere, channel: "a", at: CallSite("a", 1)) })
        require(ExploreTraps() > 0, "of two uses that exclude each other, one traps")
        isolation.words.deallocate()
    },

    Scenario("the same use of a channel on two threads") {
        let isolation = ChannelIsolation(words: .onCacheLines(count: 2))
        inThreads(
            { isolation.note(.anywhere, channel: "a", at: CallSite("a", 1)) },
            { isolation.note(.anywhere, channel: "a", at: CallSite("a", 1)) })
        require(ExploreTraps() == 0, "the same use from two threads is legal")
        isolation.words.deallocate()
    },
]

/// What was reported of broadcasts.
final class Reporter: BroadcastObserver, @unchecked Sendable {
    // `@unchecked` because one thread runs at a time.
    var reports: [String] = []

    func broadcastWasSent(_ broadcast: Broadcast) { reports.append("sent") }

    func broadcastWasDelivered(_ broadcast: Broadcast, observerCount: Int, queueTime: Double, duration: Double) {
        reports.append("delivered to \(observerCount)")
    }
}
