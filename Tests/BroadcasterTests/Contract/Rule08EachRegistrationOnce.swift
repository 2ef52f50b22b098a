import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("8. Each registration once")
    @MainActor
    struct Rule08EachRegistrationOnce {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("registering twice is registering once, in the first position")
        func twice() async {
            let first = Named("first", log)
            let second = Named("second", log)
            for observer in [first, second, first, first] {
                broadcaster.register(Hearing.self, observer: observer)
            }
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1"])
            broadcaster.unregister(Hearing.self, observer: first)
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "second 2"])
        }

        @Test(
            "a new object at the address of a deallocated one inherits nothing, pending or later",
            .enabled(if: reusesAddresses))
        func addressReuse() async throws {
            let third = Named("third", log)
            var reused: Named?
            var others: [Named] = []
            for _ in 0..<10_000 where reused == nil {
                let broadcaster = Broadcaster()
                var deallocated: Named? = Named("deallocated", log)
                let address = ObjectIdentifier(deallocated!)
                broadcaster.register(Hearing.self, observer: deallocated!)
                broadcaster.register(Hearing.self, observer: third)
                broadcaster.notify(Hearing.self) { $0.hear("1") }
                deallocated = nil
                let new = Named("new", log)
                guard ObjectIdentifier(new) == address else {
                    others.append(new)
                    continue
                }
                reused = new
                #expect(!broadcaster.observers(of: Hearing.self).contains(new))
                broadcaster.notify(Hearing.self) { $0.hear("2") }
                broadcaster.register(Hearing.self, observer: new)
                broadcaster.notify(Hearing.self) { $0.hear("3") }
                await broadcaster.settled()
            }
            try #require(reused != nil)
            #expect(log.entries.suffix(4) == ["third 1", "third 2", "third 3", "new 3"])
            #expect(!log.entries.contains { $0.hasPrefix("deallocated") })
        }

        @Test(
            "removing a new object at the address of a deallocated one removes no other",
            .enabled(if: reusesAddresses))
        func addressReuseOnRemoval() throws {
            let set = WeakObjectSet<any Hearing>()
            let member = Named("member", log)
            set.add(member)
            var others: [Named] = []
            for _ in 0..<10_000 {
                var deallocated: Named? = Named("deallocated", log)
                let address = ObjectIdentifier(deallocated!)
                set.add(deallocated!)
                deallocated = nil
                let new = Named("new", log)
                guard ObjectIdentifier(new) == address else {
                    others.append(new)
                    continue
                }
                set.remove(new)
                #expect(set.contains(member))
                #expect(set.allObjects.count == 1)
                return
            }
            Issue.record("no address was reused")
        }
    }
}
