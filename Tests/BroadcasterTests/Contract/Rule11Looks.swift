import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("11. Deallocated observers are purged: looks")
    struct Looks {
        enum Ending: CaseIterable { case removed, deallocated }

        @Test("what is gone at the front is skipped once, and not at every look", arguments: Ending.allCases)
        func front(ending: Ending) {
            var objects = (0..<1001).map { _ in Counter() }
            let set = WeakObjectSet<any Counting>(objects)
            switch ending {
            case .removed: set.remove(Array(objects[..<500]))
            case .deallocated: objects.removeFirst(500)
            }
            #expect(!set.isEmpty)
            #expect(set.makeIterator().snapshot?.start == 500)
            #expect(set.makeIterator().position == 500)
            #expect(set.first { _ in true } as? Counter === objects[ending == .removed ? 500 : 0])
            #expect(set.count == 501)
            withExtendedLifetime(objects) {}
        }

        @Test("asking whether a set is empty looks at no member behind the first living one")
        func firstOnly() {
            let first = Counter()
            let set = WeakObjectSet<any Counting>(first)
            let delegates = MulticastDelegate<any Counting>([first])
            for gone in (0..<3).map({ _ in Counter() }) {
                set.add(gone)
                delegates.add(gone)
            }
            #expect(!set.isEmpty)
            #expect(set.makeIterator().snapshot?.buffer.hasDeallocated == false)
            #expect(!delegates.isEmpty)
            #expect(delegates.makeIterator().snapshot?.buffer.hasDeallocated == false)
            #expect(set.list.registrationCount == 4)
            #expect(set.count == 1)
            #expect(set.list.registrationCount == 1)
        }

        @Test("asking whether a set is empty passes what is gone at the front once")
        func frontOnce() {
            var objects = (0..<1000).map { _ in Counter() }
            let set = WeakObjectSet<any Counting>(objects)
            objects.removeFirst(300)
            // If each looked at all 300 again, they would soon be worth compacting.
            for _ in 0..<5 { #expect(!set.isEmpty) }
            #expect(set.list.registrationCount == 1000)
            withExtendedLifetime(objects) {}
        }

        @Test("what is gone behind a member is not skipped")
        func middle() {
            let objects = (0..<100).map { _ in Counter() }
            let set = WeakObjectSet<any Counting>(objects)
            set.remove(Array(objects[1..<40]))
            #expect(!set.isEmpty)
            #expect(set.makeIterator().snapshot?.start == 0)
            #expect(set.count == 61)
            set.remove(objects[0])
            #expect(set.count == 60)
            #expect(set.makeIterator().snapshot?.start == 40)
            withExtendedLifetime(objects) {}
        }
    }
}
