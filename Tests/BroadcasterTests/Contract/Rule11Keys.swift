import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("11. Deallocated observers are purged: keys")
    @MainActor
    struct Rule11Keys {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        private var keyCount: Int { broadcaster.keyCount(of: WordObserver.self) }

        @Test("keys whose observers were deallocated are purged when there are three times as many keys")
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

        @Test(
            "registering for a few keys, which stay or come and go, purges the keys of deallocated observers",
            arguments: [false, true])
        func purgedByTraffic(doKeysStay: Bool) {
            let living = (0..<3).map { WordLogger("\($0)", log) }
            let other = WordLogger("other", log)
            for (key, observer) in living.enumerated() where doKeysStay {
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
            #expect(doKeysStay ? keyCount == 3 : keyCount <= 3)
            withExtendedLifetime(living) {}
        }

        @Test("keys are purged only after twice as many additions as there were keys after the last purge")
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

        @Test("the observers of a key are purged as often as those without one, with which they are counted")
        func purgedWithOthers() {
            let others = (0..<12).map { WordLogger("\($0)", log, in: broadcaster) }
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

        @Test("keys are purged, even after many others were removed", arguments: [false, true])
        func purgedAfterMany(areRemovedTogether: Bool) {
            let observer = WordLogger("observer", log)
            for number in 0..<10_000 { broadcaster.register(WordObserver.self, for: number, observer: observer) }
            if areRemovedTogether {
                broadcaster.unregister(WordObserver.self)
            } else {
                broadcaster.unregister(observer: observer)
            }
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

        @Test("a key is hashed once by each call, and compared with an equal one only, whatever others there are")
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

        @Test("while very many keys are purged, the main queue runs other items")
        func purgedInSteps() async {
            let count = 20_000
            let releases = Counter()
            // This test blocks the main queue, so the purge that becomes due waits, ahead of the item below.
            blockingOnNewThread { [broadcaster] in
                let observers = (0..<count).map { _ in Counter() }
                for (number, observer) in observers.enumerated() {
                    let key = Room("\(number)", onDeinit: { releases.increment() })
                    broadcaster.register(Incrementing.self, for: key, observer: observer)
                }
                withExtendedLifetime(observers) {}
            }
            #expect(releases.value == 0)
            let releasedBefore = await withCheckedContinuation { meanwhile in
                DispatchQueue.main.async { meanwhile.resume(returning: releases.value) }
            }
            #expect(releasedBefore < count)
            // Meanwhile, at least one step of the purge runs.
            for _ in 0..<count where releases.value < count { await broadcaster.settled() }
            #expect(releases.value == count)
        }

        @Test("unregistering an observer hashes and compares no key of others, however many there are")
        func costOfUnregistering() {
            let uses = Counter()
            let others = (0..<100).map { WordLogger("\($0)", log) }
            for (number, other) in others.enumerated() {
                let key = CountedKey(number: number, uses: uses)
                broadcaster.register(WordObserver.self, for: key, observer: other)
            }
            let observer = WordLogger("observer", log, in: broadcaster, for: "own")
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
