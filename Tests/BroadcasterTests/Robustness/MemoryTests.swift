import Broadcaster
import Foundation
import TestSupport
import Testing

/// How many bytes stay allocated after any use.
@Suite("Memory", .serialized, .timeLimit(.minutes(60)), .watched, .countsMemory)
struct MemoryTests {
    @Test("very many short-lived observers leave nothing allocated")
    func shortLived() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            await expectMemory(0, after: "\(veryMany) short-lived observers") {
                for _ in 0..<veryMany { broadcaster.register(Incrementing.self, observer: Counter()) }
                broadcaster.unregister(Incrementing.self)
            }
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("observers that are removed or deallocated leave nothing allocated")
    func removed() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let registered = broadcaster.observers(of: Incrementing.self)
            await expectMemory(0, after: "\(many) registered and unregistered") {
                let observers = (0..<many).map { _ in Counter(in: broadcaster) }
                for observer in observers { broadcaster.unregister(Incrementing.self, observer: observer) }
            }
            await expectMemory(0, after: "\(many) registered and unregistered everywhere") {
                let observers = (0..<many).map { _ in Counter(in: broadcaster) }
                for observer in observers { broadcaster.unregister(observer: observer) }
            }
            await expectMemory(0, after: "\(many) deallocated, and one broadcast") {
                for _ in 0..<many { broadcaster.register(Incrementing.self, observer: Counter()) }
                broadcaster.notify(Incrementing.self) { $0.increment() }
                await broadcaster.settled()
            }
            await expectMemory(0, after: "\(many) deallocated, and one isEmpty") {
                for _ in 0..<many { broadcaster.register(Incrementing.self, observer: Counter()) }
                _ = registered.isEmpty
            }
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("broadcasters that come and go, after the use of several protocols, leave nothing allocated")
    func broadcasters() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await expectMemory(0, after: "\(many) broadcasters") {
                for _ in 0..<many {
                    let broadcaster = Broadcaster()
                    broadcaster.notify(Incrementing.self, for: 1) { $0.increment() }
                    broadcaster.notify(WordObserver.self) { $0.receive("") }
                    broadcaster.notify(OrderObserver.self) { $0.orderPlaced(1) }
                    broadcaster.notify(UploadObserver.self) { $0.uploadDidFail() }
                    broadcaster.notify(Broadcaster.Monitor.self) { _ in }
                    broadcaster.register(Incrementing.self, for: 1, observer: Counter())
                    broadcaster.observe(OrderObserverMessage.self, owner: Canary()) { _, _ in await Task.yield() }
                }
            }
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("memory is proportional to the living observers")
    func living() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let living = (0..<many / 10).map { _ in Counter() }
            await expectMemory(0, after: "a hundred sets of the same objects") {
                for _ in 0..<100 { WeakObjectSet<any Incrementing>(living[0]).add(contentsOf: living) }
            }
            await expectMemory(many / 10 * 300 + 190_000, after: "\(many / 10) living among \(many)") {
                for number in 0..<many {
                    broadcaster.register(
                        Incrementing.self, observer: number % 10 == 0 ? living[number / 10] : Counter())
                }
            }
            await expectMemory(0, after: "\(many / 10) living unregistered and registered again, ten times") {
                for _ in 0..<10 {
                    for observer in living { broadcaster.unregister(observer: observer) }
                    for observer in living { broadcaster.register(Incrementing.self, observer: observer) }
                }
            }
            withExtendedLifetime(living) {}
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("iterations and pending broadcasts release what they retain, though the set changes meanwhile")
    func pending() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await expectMemory(0, after: "\(many / 100) iterations and broadcasts over a set that changes") {
                let broadcaster = Broadcaster()
                let observers = broadcaster.observers(of: Incrementing.self)
                var iterators: [Broadcaster.Observers<any Incrementing>.Iterator] = []
                for _ in 0..<many / 100 {
                    for _ in 0..<100 { broadcaster.register(Incrementing.self, observer: Counter()) }
                    var iterator = observers.makeIterator()
                    _ = iterator.next()
                    iterators.append(iterator)
                    broadcaster.notify(Incrementing.self) { $0.increment() }
                    broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
                }
                await broadcaster.settled()
            }
            await expectMemory(0, after: "\(many / 10) broadcasters") {
                for _ in 0..<many / 10 {
                    let broadcaster = Broadcaster()
                    let observer = Counter(in: broadcaster)
                    broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
                    await broadcaster.settled()
                    withExtendedLifetime(observer) {}
                }
            }
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("keys that came and went, half of them by deallocation, leave nothing allocated")
    func keys() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            await expectMemory(0, after: "\(manyKeys) keys, one after another") {
                for key in 0..<manyKeys {
                    let observer = Counter(in: broadcaster, for: key)
                    if key.isMultiple(of: 2) { broadcaster.unregister(Incrementing.self, for: key, observer: observer) }
                }
            }
            let staying = Counter()
            // At once, because a table that keeps its room doesn't grow again.
            await expectMemory(10 * 500, after: "\(manyKeys) keys at once, ten of which stay") {
                let observer = Counter()
                for key in 0..<manyKeys { broadcaster.register(Incrementing.self, for: key, observer: observer) }
                for key in 0..<10 { broadcaster.register(Incrementing.self, for: key, observer: staying) }
                broadcaster.unregister(observer: observer)
            }
            await expectMemory(0, after: "\(manyKeys) keys at once") {
                let observers = (0..<manyKeys).map { _ in Counter() }
                for key in 0..<manyKeys { broadcaster.register(Incrementing.self, for: key, observer: observers[key]) }
                for key in 0..<manyKeys / 2 {
                    broadcaster.unregister(Incrementing.self, for: key, observer: observers[key])
                }
            }
            await expectMemory(0, after: "\(manyKeys) sets that were looked up") {
                for key in 0..<manyKeys { _ = broadcaster.observers(of: Incrementing.self, for: "\(key)") }
            }
            await expectMemory(0, after: "\(manyKeys) broadcasts for unknown keys") {
                for key in 0..<manyKeys { broadcaster.notify(Incrementing.self, for: -key) { $0.increment() } }
            }
            withExtendedLifetime(staying) {}
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("keys that came and went beside an observer of every key leave nothing allocated")
    func keysBesideObserverOfAll() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let audit = Counter(in: broadcaster)
            await expectMemory(0, after: "\(manyKeys) keys beside an observer of every key") {
                for key in 0..<manyKeys {
                    let observer = Counter(in: broadcaster, for: "\(key)")
                    if key % 100 == 0 { broadcaster.notify(Incrementing.self, for: "\(key)") { $0.increment() } }
                    if key % 2 == 0 { broadcaster.unregister(Incrementing.self, for: "\(key)", observer: observer) }
                }
            }
            withExtendedLifetime(audit) {}
        }
        expectFigures(in: result?.standardOutputContent)
    }

    @Test("while the main queue is blocked, observers that register and unregister elsewhere leave one purge pending")
    func blockedMainQueue() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await MainActor.run {
                blockingOnNewThread {
                    let broadcaster = Broadcaster()
                    let observers = (0..<9).map { _ in Counter() }
                    expectMemory(after: "\(many) times nine observers, registered and unregistered") {
                        for _ in 0..<many {
                            for observer in observers { broadcaster.register(Incrementing.self, observer: observer) }
                            for observer in observers { broadcaster.unregister(Incrementing.self, observer: observer) }
                        }
                    }
                    expectMemory(after: "\(many) times nine observers of a new key, registered and unregistered") {
                        for key in 0..<many {
                            for observer in observers {
                                broadcaster.register(Incrementing.self, for: key, observer: observer)
                            }
                            broadcaster.unregister(Incrementing.self, for: key)
                        }
                    }
                    withExtendedLifetime(observers) {}
                }
            }
        }
        expectFigures(in: result?.standardOutputContent)
    }
}

// A debug build is slow, so it does less.
#if DEBUG
    private let many = 10_000
    private let veryMany = 100_000
    private let manyKeys = 20_000
#else
    private let many = 100_000
    private let veryMany = 10_000_000
    private let manyKeys = 1_000_000
#endif
