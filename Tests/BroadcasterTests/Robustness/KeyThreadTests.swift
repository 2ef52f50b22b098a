import Foundation
import Testing

@testable import Broadcaster

/// What holds for keys whatever several threads do at once, even under Thread Sanitizer.
@Suite("Threads and keys", .timeLimit(.minutes(60)))
struct KeyThreadTests {
    /// Expects that an observer that was added to the set of a key is found by a broadcast with the key, while other
    /// threads do what may take the key away.
    ///
    /// Each thread that adds has keys of its own, and shares them with the threads that disturb it, which register
    /// nothing that lives. So what its broadcast calls is what it added.
    private func expectNoOrphan(
        adding add: @escaping @Sendable (Broadcaster, _ key: Int, Counter) -> Void,
        while disturb: @escaping @Sendable (Broadcaster, _ key: Int) -> Void
    ) async {
        let broadcaster = Broadcaster()
        let isDone = Counter()
        let missed = Counter()
        let queue = DispatchQueue(label: "test")
        await onThreads(3) { thread in
            if thread > 0 {
                while isDone.value == 0 { disturb(broadcaster, .random(in: 0..<2)) }
                return
            }
            for round in 0..<3000 {
                let key = round % 2
                let counter = Counter()
                add(broadcaster, key, counter)
                broadcaster.notify(Incrementing.self, for: key, on: queue) { $0.increment() }
                queue.sync {}
                if counter.value != 1 { missed.increment() }
                broadcaster.unregister(Incrementing.self, for: key, observer: counter)
            }
            isDone.increment()
        }
        #expect(missed.value == 0)
    }

    @Test("an observer that registers for a key while another thread unregisters the last one is found by a broadcast")
    func registersWhileKeyGoes() async {
        await expectNoOrphan {
            $0.register(Incrementing.self, for: $1, observer: $2)
        } while: { broadcaster, key in
            let counter = Counter()
            broadcaster.register(Incrementing.self, for: key, observer: counter)
            broadcaster.unregister(Incrementing.self, for: key, observer: counter)
        }
    }

    @Test("an observer that registers for a key while another thread purges is found by a broadcast")
    func registersWhilePurged() async {
        await expectNoOrphan {
            $0.register(Incrementing.self, for: $1, observer: $2)
        } while: { broadcaster, key in
            _ = broadcaster.observers(of: Incrementing.self, for: key)
            broadcaster.purge(Incrementing.self)
        }
    }

    @Test("a broadcast that calls an observer without a key also calls one that was registered for its key before")
    func oneMoment() async {
        let channels = Broadcaster().channels(of: (any Incrementing).self)
        let key = ChannelKey.make(1, for: .observing)
        let keyed = Counter()
        let unkeyed = Counter()
        let identity = ObjectIdentifier(unkeyed)
        let isDone = Counter()
        let torn = Counter()
        await onThreads(3) { thread in
            switch thread {
            case 0:
                for _ in 0..<3000 {
                    // So the observer without a key is never the only one.
                    channels.add(keyed, for: key)
                    channels.add(unkeyed)
                    sched_yield()
                    channels.remove(.observer(identity))
                    channels.remove(.all, for: key)
                }
                isDone.increment()
            case 1:
                while isDone.value == 0 {
                    guard let snapshot = channels.snapshot(for: key), snapshot.withoutKey == nil else { continue }
                    let slots = snapshot.slots
                    let isTorn = (0..<slots.end).contains { position in
                        slots.buffer.withSlot(position) { $0.identity == identity && !$0.hasEnded }
                    }
                    if isTorn { torn.increment() }
                }
            default:
                // Makes a broadcast wait wherever it takes the lock.
                while isDone.value == 0 { channels.inspect { _ in _ = sched_yield() } }
            }
        }
        #expect(torn.value == 0)
    }

    @Test("threads that register for a new key at once register for one channel")
    func oneChannel() async {
        let channels = Broadcaster().channels(of: (any Incrementing).self)
        let counters = [Counter(), Counter()]
        let started = Counter()
        await onThreads(2) { thread in
            for key in 0..<20_000 {
                // Both add to each key at the same moment.
                started.increment()
                while started.value < 2 * (key + 1) { sched_yield() }
                channels.add(counters[thread], for: .make(key, for: .observing))
            }
        }
        let counts = channels.inspect { table in table.channelsByKey.values.map { $0.registrations.count } }
        #expect(counts.count == 20_000)
        #expect(counts.allSatisfy { $0 == 2 })
        channels.checkInvariants()
    }
}
