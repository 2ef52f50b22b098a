import BroadcasterAtomics

@testable import Broadcaster

/// What the library promises not to do.
nonisolated(unsafe) let guards = [
    Scenario("iterating takes no lock") {
        let room = Room(10)
        let calls = Calls()
        let lock = Mirror(reflecting: room.set.list).descendant("lock") as! NSLock
        inThreads({
            // What takes the lock once more waits for ever.
            lock.withLock {
                room.set.forEach { calls.numbers.append(($0 as! Observer).number) }
                for observer in room.set { calls.numbers.append(10 + (observer as! Observer).number) }
                require(room.set.list.hasRegistrations, "a set with members says so")
            }
        })
        calls.expect(all: Array(0..<20))
    },

    Scenario("iterating allocates nothing") {
        let room = Room(10)
        var count = 0
        let before = ExploreAllocations()
        room.set.forEach { _ in count += 1 }
        let between = ExploreAllocations()
        for _ in room.set { count += 1 }
        let after = ExploreAllocations()
        require(count == 20, "each is called")
        require(between == before, "forEach allocates nothing")
        require(after == between, "for … in allocates nothing")
    },

    Scenario("iterating retains neither the buffer nor the list") {
        let room = Room(1)
        let list = Unmanaged.passUnretained(room.set.list)
        let buffer = Unmanaged.passUnretained(room.buffer())
        func counts() -> [UInt] {
            [
                list._withUnsafeGuaranteedRef { _getRetainCount($0) },
                buffer._withUnsafeGuaranteedRef { _getRetainCount($0) },
            ]
        }
        let before = counts()
        var inside: [UInt] = []
        room.set.forEach { _ in inside = counts() }
        require(inside == before, "retain counts inside: \(inside), before: \(before)")
    },

    Scenario("whether broadcasts are observed is asked without a lock, once nothing observes them") {
        let broadcaster = Broadcaster()
        let reporter = Reporter()
        broadcaster.register(BroadcastObserver.self, observer: reporter)
        broadcaster.unregister(BroadcastObserver.self, observer: reporter)
        let locks = ExploreLocksTaken()
        require(broadcaster.observedBroadcast(of: (any First).self) == nil, "nothing observes it")
        require(ExploreLocksTaken() == locks, "no lock is taken")
    },

    Scenario("finding a channel after its first use takes neither queue, lock nor name") {
        let broadcaster = Broadcaster()
        let first = broadcaster.observers(of: (any First).self)
        let (queues, locks, allocations) = (DispatchQueue.syncCount, ExploreLocksTaken(), ExploreAllocations())
        let second = broadcaster.observers(of: (any First).self)
        require(DispatchQueue.syncCount == queues, "no queue is entered")
        require(ExploreLocksTaken() == locks, "no lock is taken")
        require(ExploreAllocations() == allocations, "no name is made")
        require(first === second, "a protocol has one set")
    },

    Scenario("a broadcast is one item of its queue, and none without observers") {
        let broadcaster = Broadcaster()
        let observers = (0..<10).map { Observer($0) }
        let queue = DispatchQueue(label: "a")
        let calls = [Calls(), Calls()]
        let before = DispatchQueue.main.itemCount
        inThreads(
            queues: [queue],
            {
                broadcaster.notify((any Listener).self) { _ in }
                broadcaster.notify((any Listener).self, on: queue) { _ in }
                require(DispatchQueue.main.itemCount == before, "a broadcast to no observer is no item")
                require(queue.itemCount == 0, "a broadcast to no observer is no item")
                for observer in observers { broadcaster.register((any Listener).self, observer: observer) }
                broadcaster.notify((any Listener).self) { $0.hear(calls[0]) }
                broadcaster.notify((any Listener).self, on: queue) { $0.hear(calls[1]) }
            })
        for calls in calls { calls.expect(all: Array(0..<10)) }
        // The other item is the purge of the full buffer.
        require(DispatchQueue.main.itemCount == before + 2, "a broadcast is one item")
        require(queue.itemCount == 1, "a broadcast is one item")
        withExtendedLifetime(observers) {}
    },
]
