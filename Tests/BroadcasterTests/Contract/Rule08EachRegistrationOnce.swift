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
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            for observer in [first, second, first, first] {
                broadcaster.register(WordObserver.self, observer: observer)
            }
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1"])
            broadcaster.unregister(WordObserver.self, observer: first)
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "second 2"])
        }

        @Test("unregistering an observer again removes no other")
        func unregisteringAgain() {
            let observers = broadcaster.observers(of: WordObserver.self)
            for _ in 0..<1000 {
                let former = WordLogger("former", log)
                broadcaster.register(WordObserver.self, observer: former)
                broadcaster.unregister(WordObserver.self, observer: former)
                let new = WordLogger("new", log)
                broadcaster.register(WordObserver.self, observer: new)
                broadcaster.unregister(WordObserver.self, observer: former)
                broadcaster.unregister(observer: former)
                #expect(observers.contains(new))
                broadcaster.unregister(WordObserver.self, observer: new)
            }
        }

        @Test(
            "a new object at the address of a deallocated one inherits nothing, pending or later",
            .enabled(if: reusesAddresses))
        func addressReuse() async throws {
            let third = WordLogger("third", log)
            var reused: WordLogger?
            var others: [WordLogger] = []
            for _ in 0..<10_000 where reused == nil {
                let broadcaster = Broadcaster()
                var deallocated: WordLogger? = WordLogger("deallocated", log)
                let address = ObjectIdentifier(deallocated!)
                broadcaster.register(WordObserver.self, observer: deallocated!)
                broadcaster.register(WordObserver.self, observer: third)
                broadcaster.notify(WordObserver.self) { $0.receive("1") }
                deallocated = nil
                let new = WordLogger("new", log)
                guard ObjectIdentifier(new) == address else {
                    others.append(new)
                    continue
                }
                reused = new
                #expect(!broadcaster.observers(of: WordObserver.self).contains(new))
                broadcaster.notify(WordObserver.self) { $0.receive("2") }
                broadcaster.register(WordObserver.self, observer: new)
                broadcaster.notify(WordObserver.self) { $0.receive("3") }
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
            let set = WeakObjectSet<any WordObserver>()
            let member = WordLogger("member", log)
            set.add(member)
            var others: [WordLogger] = []
            for _ in 0..<10_000 {
                var deallocated: WordLogger? = WordLogger("deallocated", log)
                let address = ObjectIdentifier(deallocated!)
                set.add(deallocated!)
                deallocated = nil
                let new = WordLogger("new", log)
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
