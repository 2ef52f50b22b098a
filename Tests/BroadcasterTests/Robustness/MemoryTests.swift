import Broadcaster
import Foundation
import Testing

/// How many bytes stay allocated after any use, counted in processes of their own, where nothing else allocates.
///
/// The sanitizers delay deallocation, so there is nothing to count under them. On Linux, counting needs glibc 2.33.
@Suite("Memory", .serialized, .timeLimit(.minutes(10)), .disabled(if: isSanitized), .enabled(if: canCount))
struct MemoryTests {
    @Test("ten million short-lived observers leave nothing allocated")
    func shortLived() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            await expectMemory(0, after: "\(veryMany) short-lived observers") {
                for _ in 0..<veryMany { broadcaster.register(Incrementing.self, observer: Counter()) }
                broadcaster.unregister(Incrementing.self)
            }
        }
        expectFigures(result)
    }

    @Test("a hundred thousand observers that are removed or deallocated leave nothing allocated")
    func removed() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let registered = broadcaster.observers(of: Incrementing.self)
            await expectMemory(0, after: "\(many) registered and unregistered") {
                let observers = (0..<many).map { _ in Counter() }
                for observer in observers { broadcaster.register(Incrementing.self, observer: observer) }
                for observer in observers { broadcaster.unregister(Incrementing.self, observer: observer) }
            }
            await expectMemory(0, after: "\(many) registered and unregistered everywhere") {
                let observers = (0..<many).map { _ in Counter() }
                for observer in observers { broadcaster.register(Incrementing.self, observer: observer) }
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
        expectFigures(result)
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
                }
            }
        }
        expectFigures(result)
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
        expectFigures(result)
    }

    @Test("iterations and pending broadcasts release what they retain, though the set changes meanwhile")
    func pending() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await expectMemory(0, after: "\(many / 100) iterations and broadcasts over a set that changes") {
                let broadcaster = Broadcaster()
                let observers = broadcaster.observers(of: Incrementing.self)
                var iterators: [WeakObjectSet<any Incrementing>.Iterator] = []
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
                    let observer = Counter()
                    broadcaster.register(Incrementing.self, observer: observer)
                    broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
                    await broadcaster.settled()
                }
            }
        }
        expectFigures(result)
    }

    @Test("keys that came and went, half of them by deallocation, leave nothing allocated")
    func keys() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            await expectMemory(0, after: "\(manyKeys) keys, one after another") {
                for key in 0..<manyKeys {
                    let observer = Counter()
                    broadcaster.register(Incrementing.self, for: key, observer: observer)
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
        expectFigures(result)
    }

    @Test("keys that came and went beside an observer of every key leave nothing allocated")
    func keysBesideObserverOfAll() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let audit = Counter()
            broadcaster.register(Incrementing.self, observer: audit)
            await expectMemory(0, after: "\(manyKeys) keys beside an observer of every key") {
                for key in 0..<manyKeys {
                    let observer = Counter()
                    broadcaster.register(Incrementing.self, for: "\(key)", observer: observer)
                    if key % 100 == 0 { broadcaster.notify(Incrementing.self, for: "\(key)") { $0.increment() } }
                    if key % 2 == 0 { broadcaster.unregister(Incrementing.self, for: "\(key)", observer: observer) }
                }
            }
            withExtendedLifetime(audit) {}
        }
        expectFigures(result)
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
        expectFigures(result)
    }

    /// Prints the figures, and expects that none of them is too large.
    func expectFigures(_ result: ExitTest.Result?) {
        let figures = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        print(figures, terminator: "")
        for line in figures.split(separator: "\n") { #expect(!line.contains(Figure.tooLarge)) }
        #expect(figures.contains("memory: "))
    }
}

/// A hundred thousand, ten million and a million; in a debug build, which is slow, far fewer.
private let (many, veryMany, manyKeys) = {
    #if DEBUG
        (10_000, 100_000, 20_000)
    #else
        (100_000, 10_000_000, 1_000_000)
    #endif
}()

private enum Figure {
    static let tooLarge = ", too many"
    static let tolerance = 1 << 16

    static func print(_ left: Int, allowed: Int, after what: String) {
        Swift.print("memory: \(left) bytes after \(what)\(left > allowed + tolerance ? tooLarge : "")")
    }
}

/// Does the work, and prints how many bytes it leaves allocated, and whether these are more than allowed.
///
/// Threads that Dispatch starts or ends, and caches of the allocator, change the count by a little. So the work may be
/// repeated: a leak leaves something each time.
func expectMemory(_ allowed: Int, after what: String, _ work: () async -> Void) async {
    var left = Int.max
    var rounds = 0
    while left > allowed + Figure.tolerance, rounds < (allowed == 0 ? 20 : 1) {
        let before = bytesAllocated()
        await work()
        // What was registered on another thread is purged on the main queue.
        await Broadcaster.settled()
        left = bytesAllocated() - before
        rounds += 1
    }
    Figure.print(left, allowed: allowed, after: what)
}

/// Does the work once or a few times, without waiting for the main queue, and expects that it leaves nothing allocated.
private func expectMemory(after what: String, _ work: () -> Void) {
    var left = Int.max
    for _ in 0..<3 where left > Figure.tolerance {
        let before = bytesAllocated()
        work()
        left = bytesAllocated() - before
    }
    Figure.print(left, allowed: 0, after: what)
}

private let canCount: Bool = {
    #if canImport(Darwin)
        true
    #else
        symbol("mallinfo2") != nil
    #endif
}()

private let isSanitized = symbol("__asan_init") != nil || symbol("__tsan_init") != nil
