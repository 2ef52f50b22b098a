import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("11. Deallocated observers are purged: costs")
    struct Rule11Costs {
        /// So many that a call that visits each observer takes a thousand times as long as one that visits a few.
        private static let count = 50_000

        enum Ending: CaseIterable { case removed, deallocated }

        @Test("isEmpty is O(1), even if the first half of the members is gone", arguments: Ending.allCases)
        func goneFirst(ending: Ending) {
            var objects = (0..<Self.count).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>(objects)
            let gone = Self.count / 2 - 1
            switch ending {
            case .removed: set.remove(contentsOf: Array(objects[..<gone]))
            case .deallocated: objects.removeFirst(gone)
            }
            expectConstantTime { !set.isEmpty }
            withExtendedLifetime(objects) {}
        }

        @Test("isEmpty for a key is O(1), even if the first half of the observers without a key is deallocated")
        @MainActor
        func goneFirstBesideKey() {
            let broadcaster = Broadcaster()
            var objects = (0..<Self.count).map { _ in Counter(in: broadcaster) }
            let last = Counter(in: broadcaster, for: "lobby")
            objects.removeFirst(Self.count / 2 - 1)
            let observers = broadcaster.observers(of: Incrementing.self, for: "lobby")
            expectConstantTime { !observers.isEmpty }
            withExtendedLifetime((objects, last)) {}
        }

        @Test("isEmpty is amortized O(1) while the oldest member is deallocated, and one is added, again and again")
        func queue() {
            var objects = (0..<Self.count).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>(objects)
            var oldest = 0
            expectConstantTime {
                objects[oldest] = Counter()
                defer {
                    set.add(objects[oldest])
                    oldest = (oldest + 1) % objects.count
                }
                return !set.isEmpty
            }
        }

        @Test("isEmpty is O(1), whatever follows the first living member")
        func goneBehindFirst() {
            let first = Counter()
            let set = WeakObjectSet<any Incrementing>(first)
            set.add(contentsOf: (0..<Self.count).map { _ in Counter() })
            expectConstantTime { !set.isEmpty }
            withExtendedLifetime(first) {}
        }

        @Test("the first two of many members are found in amortized O(1), however many between them are deallocated")
        func firstTwo() {
            var objects = (0..<Self.count).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>(objects)
            objects.removeSubrange(1..<Self.count / 2 - 1)
            expectConstantTime {
                var iterator = set.makeIterator()
                return iterator.next() != nil && iterator.next() != nil
            }
            withExtendedLifetime(objects) {}
        }

        @Test("adding and removing are amortized O(1), in every order")
        func changes() {
            let objects = (0..<Self.count).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>()
            var position = 0
            func step() -> Bool {
                defer { position = (position + 1) % objects.count }
                if set.contains(objects[position]) { set.remove(objects[position]) } else { set.add(objects[position]) }
                return true
            }
            // All are added, and then removed.
            expectConstantTime(rounds: 2 * Self.count, step)
            #expect(set.count == 0)
            set.add(contentsOf: objects)
            // One is removed and added again, and then another.
            expectConstantTime(rounds: Self.count) {
                set.remove(objects[position])
                return step()
            }
            #expect(set.count == Self.count)
            withExtendedLifetime(objects) {}
        }
    }
}

/// Repeats a step, and expects that it is `true` and takes constant time.
///
/// The limit is of this thread's processor time, so no other thread changes the result. It is at least thirty times what
/// the rounds need, and a fraction of what they need if each visits all observers, so no machine changes it either.
private func expectConstantTime(
    rounds: Int = 50_000, at location: SourceLocation = #_sourceLocation, _ step: () -> Bool
) {
    let limit = processorSeconds() + 10
    for round in 0..<rounds {
        guard step() else {
            Issue.record("It is false in round \(round).", sourceLocation: location)
            return
        }
        guard processorSeconds() < limit else {
            Issue.record("\(round) of \(rounds) rounds take 10 seconds.", sourceLocation: location)
            return
        }
    }
}

/// How long this thread has run.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
