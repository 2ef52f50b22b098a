import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("11. Deallocated observers are purged: cost of asking for the first")
    struct Rule11Looks {
        enum Ending: CaseIterable { case removed, deallocated }

        @Test(
            "removed or deallocated observers at the front of a list are passed over once",
            arguments: Ending.allCases)
        func front(ending: Ending) throws {
            var objects = (0..<1001).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>(objects)
            switch ending {
            case .removed: set.remove(contentsOf: Array(objects[..<500]))
            case .deallocated: objects.removeFirst(500)
            }
            for _ in 0..<5 { #expect(!set.isEmpty) }
            let buffer = try #require(set.members.snapshot()).slots.buffer
            #expect(set.first { _ in true } as? Counter === objects[ending == .removed ? 500 : 0])
            #expect(set.count == 501)
            #expect(buffer.firstSlot == 500)
            // The start of a reader doesn't depend on why the registrations before it have ended.
            #expect(buffer.deallocatedPassedOver == (ending == .removed ? 0 : 500))
            withExtendedLifetime(objects) {}
        }

        @Test("deallocated observers without a key are passed over once by the readers of a key")
        func frontBesideKey() throws {
            let channels = LockedChannels(isPurgedOnMainQueue: false)
            let key = ChannelKey.make("lobby")
            var objects = (0..<1001).map { _ in Counter() }
            for object in objects { channels.add(object) }
            let last = Counter()
            channels.add(last, for: key)
            objects.removeFirst(500)
            for _ in 0..<5 { #expect(try !#require(channels.snapshot(for: key)).isEmpty) }
            #expect(try #require(channels.snapshot()).slots.buffer.deallocatedPassedOver == 500)
            withExtendedLifetime((objects, last)) {}
        }

        @Test("asking for the first again and again costs the same, while old members go away and others are added")
        func prefix() {
            let count = 10_000
            let step = 100
            var objects = (0..<count).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>(objects)
            var found = 0
            var asked = 0
            for _ in 0..<300 {
                objects.removeFirst(step)
                for _ in 0..<step {
                    let buffer = set.members.snapshot()!.slots.buffer
                    let before = buffer.deallocatedPassedOver
                    #expect(!set.isEmpty)
                    found += buffer.deallocatedPassedOver - before
                    asked += 1
                }
                let new = (0..<step).map { _ in Counter() }
                set.add(contentsOf: new)
                objects += new
            }
            #expect(found <= 2 * asked)
        }

        @Test("isEmpty loads no member behind the first living one")
        func firstOnly() {
            let first = Counter()
            let set = WeakObjectSet<any Incrementing>(first)
            let delegates = MulticastDelegate<any Incrementing>([first])
            let broadcaster = Broadcaster()
            broadcaster.register(Incrementing.self, observer: first)
            for gone in (0..<3).map({ _ in Counter() }) {
                set.add(gone)
                delegates.add(gone)
                broadcaster.register(Incrementing.self, observer: gone)
            }
            #expect(!set.isEmpty)
            #expect(set.members.snapshot()?.slots.buffer.deallocatedPassedOver == 0)
            #expect(!delegates.isEmpty)
            #expect(delegates.delegates.members.snapshot()?.slots.buffer.deallocatedPassedOver == 0)
            #expect(!broadcaster.observers(of: Incrementing.self).isEmpty)
            #expect(broadcaster.channels(of: Incrementing.self).snapshot()?.slots.buffer.deallocatedPassedOver == 0)
            #expect(set.members.count == 4)
            #expect(delegates.delegates.members.count == 4)
            #expect(set.count == 1)
            withExtendedLifetime(first) {}
        }

        @Test("asking for two of many members is amortized O(1), however many were deallocated before")
        func firstTwo() {
            let count = 10_000
            var objects = (0..<count).map { _ in Counter() }
            let set = WeakObjectSet<any Incrementing>(objects)
            objects.removeSubrange(1..<count / 2)
            var passed = 0
            for _ in 0..<100 {
                var iterator = set.makeIterator()
                let before = iterator.snapshot?.slots.buffer.deallocatedPassedOver ?? 0
                _ = (iterator.next(), iterator.next())
                passed += (iterator.snapshot?.slots.buffer.deallocatedPassedOver ?? 0) - before
            }
            #expect(passed <= count, "each was passed over twice at most")
            withExtendedLifetime(objects) {}
        }
    }
}
