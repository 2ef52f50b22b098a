import Broadcaster
import Foundation
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("8. Each registration once")
    @MainActor
    struct Rule08EachRegistrationOnce {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("registering twice is registering once, in the first position", arguments: WordChannel.Form.allCases)
        func twice(form: WordChannel.Form) async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            let channel = WordChannel(form, [first, second, first, first])
            channel.notify { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1"])
            channel.remove(first)
            channel.notify { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "second 2"])
        }

        @Test("an observer is called once for each key that it is registered for, however often it registered")
        func onceForEachKey() async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            for observer in [first, second, first] {
                for key in ["a", "b", "a"] { broadcaster.register(WordObserver.self, for: key, observer: observer) }
            }
            for key in ["a", "b", "c"] { broadcaster.notify(WordObserver.self, for: key) { $0.receive(key) } }
            await broadcaster.settled()
            #expect(log.entries == ["first a", "second a", "first b", "second b"])
            withExtendedLifetime((first, second)) {}
        }

        @Test("an observer that is registered with and without a key is called for each registration")
        func withAndWithoutKey() async {
            let observer = WordLogger("observer", log, in: broadcaster)
            let other = WordLogger("other", log, in: broadcaster)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "other 1", "observer 1", "observer 2", "other 2"])
            withExtendedLifetime((observer, other)) {}
        }

        @Test("unregistering an observer again removes no other")
        func unregisteringAgain() {
            let observers = broadcaster.observers(of: WordObserver.self)
            for _ in 0..<1000 {
                let former = WordLogger("former", log, in: broadcaster)
                broadcaster.unregister(WordObserver.self, observer: former)
                let new = WordLogger("new", log, in: broadcaster)
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
                withExtendedLifetime(new) {}
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

        final class Opinionated: NSObject, Incrementing {
            let asked: Counter

            init(_ asked: Counter) { self.asked = asked }

            func increment() {}

            override func isEqual(_ object: Any?) -> Bool {
                asked.increment()
                return true
            }

            override var hash: Int {
                asked.increment()
                return 0
            }

            override var description: String {
                asked.increment()
                return ""
            }

            override var debugDescription: String {
                asked.increment()
                return ""
            }
        }

        @Test("observers are told apart by identity: their isEqual, hash and description are never called")
        func identity() async {
            let asked = Counter()
            let broadcaster = Broadcaster()
            let observers = (0..<20).map { _ in Opinionated(asked) }
            for observer in observers { broadcaster.register(Incrementing.self, observer: observer) }
            broadcaster.register(Incrementing.self, observer: observers[0])
            broadcaster.notify(Incrementing.self) { $0.increment() }
            await broadcaster.settled()
            let set = broadcaster.observers(of: Incrementing.self)
            #expect(set.count == 20)
            let isMember = set.contains(observers[3])
            #expect(isMember)
            broadcaster.unregister(Incrementing.self, observer: observers[3])
            broadcaster.unregister(observer: observers[4])
            #expect(set.count == 18)
            #expect(asked.value == 0)
            withExtendedLifetime(observers) {}
        }
    }
}
