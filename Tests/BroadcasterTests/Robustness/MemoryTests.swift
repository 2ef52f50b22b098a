import Broadcaster
import Foundation
import Testing

/// What memory is in use after any churn, measured in processes of their own, where nothing else allocates.
@Suite("Memory", .timeLimit(.minutes(10)), .disabled(if: isSanitized))
struct MemoryTests {
    @Test("ten million short-lived observers leave nothing behind")
    func shortLived() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let count = 100 * many
            await expectMemory(0, after: "\(count) short-lived observers") {
                for _ in 0..<count { broadcaster.register(Counting.self, observer: Counter()) }
                broadcaster.unregister(Counting.self)
            }
        }
        show(result)
    }

    @Test("a hundred thousand who are removed, or end, leave nothing behind")
    func removed() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let set = broadcaster.observers(of: Counting.self)
            await expectMemory(0, after: "\(many) registered and unregistered") {
                let observers = (0..<many).map { _ in Counter() }
                for observer in observers { broadcaster.register(Counting.self, observer: observer) }
                for observer in observers { broadcaster.unregister(Counting.self, observer: observer) }
            }
            await expectMemory(0, after: "\(many) registered and unregistered everywhere") {
                let observers = (0..<many).map { _ in Counter() }
                set.add(observers)
                for observer in observers { broadcaster.unregister(observer: observer) }
            }
            await expectMemory(0, after: "\(many) ended, and one broadcast") {
                set.add((0..<many).map { _ in Counter() })
                broadcaster.notify(Counting.self) { $0.count("") }
                await broadcaster.settled()
            }
            await expectMemory(0, after: "\(many) ended, and one look") {
                set.add((0..<many).map { _ in Counter() })
                _ = set.isEmpty
            }
        }
        show(result)
    }

    @Test("memory is proportional to the living")
    func living() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let broadcaster = Broadcaster()
            let living = (0..<many / 10).map { _ in Counter() }
            await expectMemory(0, after: "a hundred sets of one") {
                for _ in 0..<100 { WeakObjectSet<any Counting>(living[0]).add(living) }
            }
            await expectMemory(many / 10 * 300, after: "\(many / 10) living among \(many)") {
                for number in 0..<many {
                    broadcaster.register(Counting.self, observer: number % 10 == 0 ? living[number / 10] : Counter())
                }
            }
            await expectMemory(0, after: "\(many / 10) living who left and came back, ten times") {
                for _ in 0..<10 {
                    for observer in living { broadcaster.unregister(observer: observer) }
                    for observer in living { broadcaster.register(Counting.self, observer: observer) }
                }
            }
            withExtendedLifetime(living) {}
        }
        show(result)
    }

    @Test("walks and broadcasts under way give back what they held, though the set has changed meanwhile")
    func underWay() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            await expectMemory(0, after: "\(many / 100) walks and broadcasts over a set that changes") {
                let broadcaster = Broadcaster()
                let set = broadcaster.observers(of: Counting.self)
                var walks: [WeakObjectSet<any Counting>.Iterator] = []
                for _ in 0..<many / 100 {
                    set.add((0..<100).map { _ in Counter() })
                    var walk = set.makeIterator()
                    _ = walk.next()
                    walks.append(walk)
                    broadcaster.notify(Counting.self) { $0.count("") }
                    broadcaster.notify(Counting.self, on: .global()) { $0.count("") }
                }
                await broadcaster.settled()
            }
            await expectMemory(0, after: "\(many / 10) broadcasters") {
                for _ in 0..<many / 10 {
                    let broadcaster = Broadcaster()
                    let observer = Counter()
                    broadcaster.register(Counting.self, observer: observer)
                    broadcaster.notify(Counting.self, on: .global()) { $0.count("") }
                    await broadcaster.settled()
                }
            }
        }
        show(result)
    }

    private func show(_ result: ExitTest.Result?) {
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self), terminator: "")
    }
}

/// A hundred thousand; in a debug build, which is slow, a tenth of that.
private let many = {
    #if DEBUG
        10_000
    #else
        100_000
    #endif
}()

/// Does the work, and again if it seems to leave something: the allocator keeps something now and then, and what another
/// thread still lets go when the work is done counts as left; a leak leaves something each time.
///
/// More than is allowed stops the process.
private func expectMemory(_ allowed: Int, after what: String, _ work: () async -> Void) async {
    let tolerated = allowed + 1 << 18
    var left = Int.max
    var rounds = 0
    while left > tolerated, rounds < (allowed == 0 ? 20 : 1) {
        let before = bytesInUse()
        await work()
        left = bytesInUse() - before
        rounds += 1
    }
    print("memory: \(left) bytes after \(what)")
    // What the process has printed is shown even if it is stopped.
    fflush(nil)
    precondition(left <= tolerated)
}

/// How much memory this process uses.
///
/// Linux has no portable figure for what is allocated, so there it is what is resident once all that is free was given
/// back.
private func bytesInUse() -> Int {
    #if canImport(Darwin)
        var statistics = malloc_statistics_t()
        malloc_zone_statistics(nil, &statistics)
        return statistics.size_in_use
    #else
        if let trim = symbol("malloc_trim") {
            _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
        }
        let pages = try! String(contentsOfFile: "/proc/self/statm", encoding: .ascii).split(separator: " ")
        return Int(pages[1])! * sysconf(Int32(_SC_PAGESIZE))
    #endif
}

/// The sanitizers keep the dead for a while.
private let isSanitized = symbol("__asan_init") != nil || symbol("__tsan_init") != nil

private func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(dlopen(nil, RTLD_NOW), name)
}
