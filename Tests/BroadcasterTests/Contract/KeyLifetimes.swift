import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("Channels with a key: when a key goes")
    @MainActor
    struct KeyLifetimes {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        private var keyCount: Int { broadcaster.keyCount(of: WordObserver.self) }

        @Test("neither notifying nor unregistering nor asking for observers makes a key")
        func makesNone() async {
            let observer = WordLogger("observer", log)
            let uses: [() -> Void] = [
                { broadcaster.notify(WordObserver.self, for: 1) { $0.receive("") } },
                { broadcaster.notify(Incrementing.self, for: 1, on: .global()) { $0.increment() } },
                { broadcaster.unregister(WordObserver.self, for: 2) },
                { broadcaster.unregister(WordObserver.self, for: 3, observer: observer) },
                { broadcaster.unregister(WordObserver.self, for: 4, observer: observer as any WordObserver) },
                { broadcaster.unregister(observer: observer) },
                { broadcaster.unregister(WordObserver.self) },
                { #expect(!broadcaster.observers(of: WordObserver.self, for: 5).contains(observer)) },
                { for _ in broadcaster.observers(of: WordObserver.self, for: 6) {} },
            ]
            // After each, because a later one may remove the key that an earlier one made.
            for (number, use) in uses.enumerated() {
                use()
                #expect(keyCount == 0, "use \(number)")
                #expect(broadcaster.keyCount(of: Incrementing.self) == 0, "use \(number)")
            }
            await broadcaster.settled()
        }

        @Test("a key that isn't equal to itself is never found, but goes with its observer")
        func unequalToItself() {
            do {
                let observer = WordLogger("observer", log)
                broadcaster.register(WordObserver.self, for: Double.nan, observer: observer)
                broadcaster.unregister(WordObserver.self, for: Double.nan, observer: observer)
                #expect(keyCount == 1)
            }
            broadcaster.purge(WordObserver.self)
            #expect(keyCount == 0)
        }

        @Test("a key goes at once when its last registration is removed, and not before")
        func lastRemoved() {
            let observers = (0..<6).map { WordLogger("\($0)", log) }
            for observer in observers[0..<2] { broadcaster.register(WordObserver.self, for: 1, observer: observer) }
            for observer in observers[2..<4] { broadcaster.register(WordObserver.self, for: 2, observer: observer) }
            for observer in observers[4...] { broadcaster.register(WordObserver.self, for: 3, observer: observer) }
            broadcaster.unregister(WordObserver.self, for: 1, observer: observers[0])
            broadcaster.unregister(observer: observers[2])
            #expect(keyCount == 3)
            broadcaster.unregister(WordObserver.self, for: 1, observer: observers[1])
            #expect(keyCount == 2)
            broadcaster.unregister(observer: observers[3])
            #expect(keyCount == 1)
            broadcaster.unregister(WordObserver.self, for: 3)
            #expect(keyCount == 0)
            for observer in observers {
                broadcaster.register(WordObserver.self, for: observer.name, observer: observer)
            }
            broadcaster.unregister(WordObserver.self)
            #expect(keyCount == 0)
        }

        @Test("a key goes with the object that it is")
        func releasesKey() {
            let observer = WordLogger("observer", log)
            weak var room: Room?
            do {
                let key = Room("lobby")
                room = key
                broadcaster.register(WordObserver.self, for: key, observer: observer)
            }
            #expect(room != nil)
            broadcaster.unregister(WordObserver.self, for: Room("lobby"))
            #expect(room == nil)
        }

        enum Ending: CaseIterable {
            case forKey, withoutKey, everywhere, allOfKey, all, found
        }

        @Test(
            "a key is released with its last registration, whatever its observers observe besides",
            arguments: Ending.allCases)
        func releasedWithLast(ending: Ending) {
            let observer = WordLogger("observer", log)
            var other: WordLogger? = WordLogger("other", log)
            weak var released: Room?
            do {
                let key = Room("lobby")
                released = key
                broadcaster.register(WordObserver.self, for: "before", observer: ending == .found ? other! : observer)
                broadcaster.register(WordObserver.self, for: key, observer: ending == .found ? other! : observer)
                broadcaster.register(WordObserver.self, for: "after", observer: ending == .found ? other! : observer)
                broadcaster.register(WordObserver.self, for: "after", observer: observer)
            }
            #expect(released != nil)
            switch ending {
            case .forKey: broadcaster.unregister(WordObserver.self, for: Room("lobby"), observer: observer)
            case .withoutKey: broadcaster.unregister(WordObserver.self, observer: observer)
            case .everywhere: broadcaster.unregister(observer: observer)
            case .allOfKey: broadcaster.unregister(WordObserver.self, for: Room("lobby"))
            case .all: broadcaster.unregister(WordObserver.self)
            case .found:
                other = nil
                for _ in 0..<2 { broadcaster.observers(of: WordObserver.self, for: Room("lobby")).forEach { _ in } }
            }
            #expect(released == nil)
            withExtendedLifetime((observer, other)) {}
        }

        @Test("what observers(of:for:) returned keeps no key, and shows the observers that register for the key later")
        func keptObservers() {
            let observer = WordLogger("observer", log)
            let observers = broadcaster.observers(of: WordObserver.self, for: "lobby")
            for round in 1...2 {
                #expect(keyCount == 0)
                broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
                observers.forEach { $0.receive("\(round)") }
                broadcaster.unregister(WordObserver.self, for: "lobby", observer: observer)
                #expect(observers.isEmpty)
            }
            #expect(log.entries == ["observer 1", "observer 2"])
        }

        @Test("the observers of a key stay registered, whatever other keys come and go")
        func staysBesideOthers() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            for number in 0..<100 {
                broadcaster.register(WordObserver.self, for: number, observer: WordLogger("", log))
            }
            #expect(broadcaster.observers(of: WordObserver.self, for: "lobby").contains(observer))
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
        }

        @Test("a pending broadcast keeps no key, and is delivered though its key went and came back")
        func pendingBroadcast() async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            broadcaster.register(WordObserver.self, for: "lobby", observer: first)
            broadcaster.register(WordObserver.self, for: "hall", observer: second)
            for key in ["lobby", "hall"] { broadcaster.notify(WordObserver.self, for: key) { $0.receive("1") } }
            broadcaster.unregister(WordObserver.self, for: "lobby")
            #expect(keyCount == 1)
            broadcaster.register(WordObserver.self, for: "lobby", observer: second)
            await broadcaster.settled()
            #expect(log.entries == ["second 1"])
            withExtendedLifetime((first, second)) {}
        }

        @Test("an iterator keeps no key, and goes on though its key went and came back")
        func iterator() {
            let observers = (0..<3).map { WordLogger("\($0)", log) }
            for observer in observers { broadcaster.register(WordObserver.self, for: "lobby", observer: observer) }
            var iterator = broadcaster.observers(of: WordObserver.self, for: "lobby").makeIterator()
            iterator.next()?.receive("1")
            broadcaster.unregister(WordObserver.self, for: "lobby")
            #expect(keyCount == 0)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers[1])
            #expect(iterator.next() == nil)
            #expect(log.entries == ["0 1"])
            withExtendedLifetime(observers) {}
        }

        @Test("11. keys whose observers were deallocated are purged when there are three times as many keys")
        func purged() {
            let living = (0..<100).map { WordLogger("\($0)", log) }
            for observer in living { broadcaster.register(WordObserver.self, for: observer.name, observer: observer) }
            var most = 0
            for number in 0..<10_000 {
                broadcaster.register(WordObserver.self, for: number, observer: WordLogger("", log))
                most = max(most, keyCount)
            }
            #expect(most <= 3 * 101)
            #expect(keyCount >= 100)
            for observer in living {
                #expect(broadcaster.observers(of: WordObserver.self, for: observer.name).contains(observer))
            }
        }

        @Test("11. registering for a few keys again and again purges the keys of deallocated observers")
        func purgedByTraffic() {
            let living = (0..<3).map { WordLogger("\($0)", log) }
            do {
                let observers = (0..<1000).map { WordLogger("\($0)", log) }
                for observer in observers {
                    broadcaster.register(WordObserver.self, for: observer.name, observer: observer)
                }
            }
            for round in 0..<3000 {
                broadcaster.register(WordObserver.self, for: round % 3, observer: living[round % 3])
                broadcaster.unregister(WordObserver.self, for: round % 3, observer: living[round % 3])
            }
            #expect(keyCount <= 3)
        }

        @Test("11. registering for a few keys that stay purges the keys of deallocated observers")
        func purgedByTrafficOnKeysThatStay() {
            let living = (0..<3).map { WordLogger("\($0)", log) }
            let other = WordLogger("other", log)
            for (key, observer) in living.enumerated() {
                broadcaster.register(WordObserver.self, for: key, observer: observer)
            }
            do {
                let observers = (0..<1000).map { WordLogger("\($0)", log) }
                for observer in observers {
                    broadcaster.register(WordObserver.self, for: observer.name, observer: observer)
                }
            }
            #expect(keyCount > 900)
            for round in 0..<3000 {
                broadcaster.register(WordObserver.self, for: round % 3, observer: other)
                broadcaster.unregister(WordObserver.self, for: round % 3, observer: other)
            }
            #expect(keyCount == 3)
            withExtendedLifetime(living) {}
        }

        @Test("11. keys are purged only after twice as many additions as there were keys after the last purge")
        func purgedSeldom() {
            var observers = (0..<9).map { WordLogger("\($0)", log) }
            for (key, observer) in observers.enumerated() {
                broadcaster.register(WordObserver.self, for: key, observer: observer)
            }
            observers.removeLast()
            observers.append(WordLogger("last", log))
            broadcaster.register(WordObserver.self, for: "last", observer: observers[8])
            #expect(keyCount == 10, "the key of the observer that was deallocated is still there")
            withExtendedLifetime(observers) {}
        }

        @Test("11. the observers of a key are purged as often as those without one, with which they are counted")
        func purgedWithOthers() {
            let others = (0..<12).map { WordLogger("\($0)", log) }
            for observer in others { broadcaster.register(WordObserver.self, observer: observer) }
            var observers = (0..<12).map { WordLogger("\($0)", log) }
            for observer in observers[..<11] {
                broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            }
            observers.removeFirst(5)
            #expect(broadcaster.count(of: WordObserver.self, for: "lobby") == 11)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers.last!)
            #expect(broadcaster.count(of: WordObserver.self, for: "lobby") == 7)
            withExtendedLifetime((others, observers)) {}
        }

        @Test("11. keys are purged, even after many others were removed")
        func purgedAfterMany() {
            let observer = WordLogger("observer", log)
            for number in 0..<10_000 { broadcaster.register(WordObserver.self, for: number, observer: observer) }
            broadcaster.unregister(observer: observer)
            for number in 0..<1000 {
                broadcaster.register(WordObserver.self, for: number, observer: WordLogger("", log))
            }
            #expect(keyCount <= 8)
        }

        /// A key that counts how often it is hashed and compared.
        struct CountedKey: Hashable {
            let number: Int
            let uses: Counter

            static func == (left: Self, right: Self) -> Bool {
                left.uses.increment()
                return left.number == right.number
            }

            func hash(into hasher: inout Hasher) {
                uses.increment()
                hasher.combine(number)
            }
        }

        @Test("11. a key is hashed once by each call, and compared with an equal one only, whatever others there are")
        func hashedOnce() async {
            let count = 2000
            let uses = Counter()
            let observer = WordLogger("observer", log)
            let keys = (0..<count).map { CountedKey(number: $0, uses: uses) }
            for key in keys { broadcaster.register(WordObserver.self, for: key, observer: observer) }
            #expect(uses.value == count)
            for key in keys { broadcaster.notify(WordObserver.self, for: key) { _ in } }
            #expect(uses.value == 3 * count)
            broadcaster.unregister(observer: observer)
            #expect(uses.value == 3 * count)
            #expect(keyCount == 0)
            await broadcaster.settled()
        }

        @Test("11. a purge of very many keys is done in steps, between which the main queue runs")
        func purgedInSteps() async {
            do {
                let observers = (0..<20_000).map { WordLogger("\($0)", log) }
                for (key, observer) in observers.enumerated() {
                    broadcaster.register(WordObserver.self, for: key, observer: observer)
                }
                withExtendedLifetime(observers) {}
            }
            broadcaster.purge(WordObserver.self)
            #expect(keyCount > 0)
            while keyCount > 0 { await broadcaster.settled() }
        }

        @Test("11. unregistering an observer hashes and compares no key of others, however many there are")
        func costOfUnregistering() {
            let uses = Counter()
            let others = (0..<100).map { WordLogger("\($0)", log) }
            for (number, other) in others.enumerated() {
                let key = CountedKey(number: number, uses: uses)
                broadcaster.register(WordObserver.self, for: key, observer: other)
            }
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: "own", observer: observer)
            let before = uses.value
            broadcaster.unregister(WordObserver.self, observer: observer)
            broadcaster.register(WordObserver.self, for: "own", observer: observer)
            broadcaster.unregister(observer: observer)
            #expect(uses.value == before)
            #expect(keyCount == 100)
            withExtendedLifetime(others) {}
        }
    }
}
