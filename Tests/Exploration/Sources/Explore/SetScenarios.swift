import BroadcasterAtomics

@testable import Broadcaster

struct Refusal: Error {}

/// What threads do with one set.
nonisolated(unsafe) let setScenarios = [
    Scenario("iterate, while a removal replaces the buffer") {
        let room = Room(8, removed: 3)
        let calls = Calls()
        inThreads(
            { room.set.forEach { $0.hear(calls) } },
            { room.set.remove(room.observers[3]) })
        calls.expect(all: [4, 5, 6, 7], some: [3])
        room.expectQuiet(members: [4, 5, 6, 7])
    },

    Scenario("iterate, while an addition replaces the full buffer") {
        let room = Room(8, removed: 0)
        let late = room.observer(8)
        let calls = Calls()
        inThreads(
            { room.set.forEach { $0.hear(calls) } },
            { room.set.add(late) })
        calls.expect(all: Array(0..<8), some: [8])
        room.expectQuiet(members: Array(0...8))
    },

    Scenario("iterate, while one is appended") {
        let room = Room(2)
        let late = room.observer(2)
        let calls = Calls()
        inThreads(
            { room.set.forEach { $0.hear(calls) } },
            { room.set.add(late) })
        calls.expect(all: [0, 1], some: [2])
        room.expectQuiet(members: [0, 1, 2])
    },

    Scenario("iterate, while one thread adds and another removes") {
        let room = Room(8, removed: 3)
        let late = room.observer(8)
        let calls = Calls()
        inThreads(
            { room.set.forEach { $0.hear(calls) } },
            { room.set.add(late) },
            { room.set.remove(room.observers[3]) })
        calls.expect(all: [4, 5, 6, 7], some: [3, 8])
        room.expectQuiet(members: [4, 5, 6, 7, 8])
    },

    Scenario("two iterate, while all are removed") {
        let room = Room(2)
        let calls = [Calls(), Calls()]
        inThreads(
            { room.set.forEach { $0.hear(calls[0]) } },
            { room.set.forEach { $0.hear(calls[1]) } },
            { room.set.removeAll() })
        for calls in calls { calls.expect(all: [], some: [0, 1]) }
        room.expectQuiet(members: [])
    },

    Scenario("iterate, while the buffer is replaced again and again") {
        let room = Room(1)
        let late = (1...2).map { room.observer($0) }
        let calls = [Calls(), Calls()]
        inThreads(
            { for calls in calls { room.set.forEach { $0.hear(calls) } } },
            {
                room.set.removeAll()
                room.set.add(late[0])
                room.set.removeAll()
                room.set.add(late[1])
            })
        for calls in calls { calls.expect(all: [], some: [0, 1, 2]) }
        room.expectQuiet(members: [2])
    },

    Scenario("two iterate, while two threads replace the buffer") {
        let room = Room(1)
        let late = room.observer(1)
        let calls = [Calls(), Calls()]
        inThreads(
            { room.set.forEach { $0.hear(calls[0]) } },
            { room.set.forEach { $0.hear(calls[1]) } },
            { room.set.removeAll() },
            { room.set.add(late) })
        for calls in calls { calls.expect(all: [], some: [0, 1]) }
        let count = room.calls().numbers.count
        room.expectQuiet(members: count == 0 ? [] : [1])
    },

    Scenario("keep a snapshot, while a removal replaces the buffer") {
        let room = Room(8, removed: 3)
        let calls = Calls()
        inThreads(
            {
                let snapshot = room.set.list.snapshot()
                snapshot?.forEach { (observer: any Listener) in observer.hear(calls) }
            },
            { room.set.remove(room.observers[3]) })
        calls.expect(all: [4, 5, 6, 7], some: [3])
        room.expectQuiet(members: [4, 5, 6, 7])
    },

    Scenario("keep an iterator, while the set is emptied and filled") {
        let room = Room(2)
        let late = room.observer(2)
        let calls = Calls()
        inThreads(
            { for observer in room.set { observer.hear(calls) } },
            {
                room.set.removeAll()
                room.set.add(late)
            })
        calls.expect(all: [], some: [0, 1, 2])
        room.expectQuiet(members: [2])
    },

    Scenario("throw out of an iteration, while all are removed") {
        let room = Room(2)
        let calls = Calls()
        inThreads(
            {
                try? room.set.forEach {
                    $0.hear(calls)
                    throw Refusal()
                }
            },
            { room.set.removeAll() })
        calls.expect(all: [], some: [0, 1])
        require(calls.numbers.count < 2, "an iteration ends when its body throws")
        room.expectQuiet(members: [])
    },

    Scenario("remove within an iteration, and iterate within it") {
        let room = Room(8, removed: 3)
        let calls = Calls()
        let inner = Calls()
        inThreads(
            {
                room.set.forEach {
                    $0.hear(calls)
                    if calls.numbers.count > 1 { return }
                    room.set.remove(room.observers[7])
                    room.set.forEach { $0.hear(inner) }
                }
            },
            { room.set.remove(room.observers[3]) })
        calls.expect(all: [4, 5, 6], some: [3])
        inner.expect(all: [4, 5, 6], some: [3])
        room.expectQuiet(members: [4, 5, 6])
    },

    Scenario("add, remove and deallocate") {
        let room = Room(2)
        inThreads(
            { room.set.add(Leaver(2, leaving: room.set)) },
            { room.set.remove(room.observers[0]) },
            { _ = room.set.contains(room.observers[1]) })
        room.expectQuiet(members: [1])
    },

    Scenario("deallocate what another thread iterates over") {
        let room = Room(2)
        let calls = Calls()
        inThreads(
            { room.set.forEach { $0.hear(calls) } },
            {
                room.observers.removeFirst()
                _ = room.set.contains(room.observers[0])
            })
        calls.expect(all: [1], some: [0])
        room.expectQuiet(members: [1])
    },

    Scenario("deallocate what an addition purges") {
        let room = Room(8)
        let late = room.observer(8)
        inThreads(
            { room.set.add(late) },
            { room.observers.removeLast() })
        room.expectQuiet(members: Array(0..<7) + [8])
    },

    Scenario("skip what is deallocated, while an addition replaces the full buffer") {
        let room = Room(16)
        room.observers.removeFirst()
        let late = room.observer(16)
        inThreads(
            { require(!room.set.isEmpty, "an observer is alive") },
            { room.set.add(late) })
        room.set.list.checkInvariants()
        room.expectQuiet(members: Array(1...16))
    },

    Scenario("the last observer is deallocated, and two notice") {
        let room = Room(8, removed: 3)
        room.observers.removeAll { $0.number == 3 }
        let calls = [Calls(), Calls()]
        inThreads(
            { room.set.forEach { $0.hear(calls[0]) } },
            { room.set.forEach { $0.hear(calls[1]) } })
        for calls in calls { calls.expect(all: [4, 5, 6, 7]) }
        room.expectQuiet(members: [4, 5, 6, 7])
    },

    Scenario("an observer that was removed before is not called") {
        let room = Room(2)
        let isRemoved = Signal()
        let calls = Calls()
        var mustStop = false
        inThreads(
            {
                mustStop = isRemoved.isSent
                room.set.forEach { $0.hear(calls) }
            },
            {
                room.set.remove(room.observers[0])
                isRemoved.send()
            })
        calls.expect(all: [1], some: mustStop ? [] : [0])
        room.expectQuiet(members: [1])
    },

    Scenario("an observer that was added before is called") {
        let room = Room(0)
        let first = room.observer(0)
        let second = room.observer(1)
        let isAdded = Signal()
        let calls = Calls()
        var mustCall = false
        inThreads(
            {
                mustCall = isAdded.isSent
                for observer in room.set { observer.hear(calls) }
            },
            {
                room.set.add(first)
                isAdded.send()
                room.set.add(second)
            })
        calls.expect(all: mustCall ? [0] : [], some: mustCall ? [1] : [0, 1])
        room.expectQuiet(members: [0, 1])
    },

    Scenario("a thread finds what it added, while another removes") {
        let room = Room(1)
        let added = room.observer(1)
        let calls = Calls()
        var contained = false
        inThreads(
            {
                room.set.add(added)
                contained = room.set.contains(added)
                for observer in room.set { observer.hear(calls) }
            },
            { room.set.remove(room.observers[0]) })
        require(contained, "a set contains what was added")
        calls.expect(all: [1], some: [0])
        room.expectQuiet(members: [1])
    },

    Scenario("two skip what is removed, while one is removed") {
        let room = Room(3)
        let calls = [Calls(), Calls()]
        inThreads(
            {
                room.set.remove(room.observers[0])
                room.set.forEach { $0.hear(calls[0]) }
            },
            {
                room.set.remove(room.observers[1])
                room.set.forEach { $0.hear(calls[1]) }
            })
        calls[0].expect(all: [2], some: [1])
        calls[1].expect(all: [2], some: [0])
        room.expectQuiet(members: [2])
    },

    Scenario("two add the same") {
        let room = Room(7)
        let same = room.observer(7)
        inThreads({ room.set.add(same) }, { room.set.add(same) })
        room.expectQuiet(members: Array(0...7))
    },
]
