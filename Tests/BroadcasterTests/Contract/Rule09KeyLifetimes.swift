import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key: when a key is released")
    @MainActor
    struct Rule09KeyLifetimes {
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
                let observer = WordLogger("observer", log, in: broadcaster, for: Double.nan)
                broadcaster.unregister(WordObserver.self, for: Double.nan, observer: observer)
                #expect(keyCount == 1)
            }
            broadcaster.purge(WordObserver.self)
            #expect(keyCount == 0)
        }

        @Test(
            "what is registered while a protocol is unregistered stays, however many keys it has",
            arguments: [900, 1500])
        func registeredMeanwhile(count: Int) {
            let observer = WordLogger("observer", log)
            do {
                let keys = (0..<count).map { number in
                    RegisteringKey(number) { [broadcaster] in
                        broadcaster.register(WordObserver.self, for: -1 - number, observer: observer)
                    }
                }
                for key in keys { broadcaster.register(WordObserver.self, for: key, observer: observer) }
            }
            broadcaster.unregister(WordObserver.self)
            #expect(keyCount == count)
            withExtendedLifetime(observer) {}
        }

        /// A key whose `deinit` registers an observer.
        final class RegisteringKey: Hashable, @unchecked Sendable {
            private let number: Int
            private let canary: Canary

            init(_ number: Int, onDeinit: @escaping @MainActor () -> Void) {
                self.number = number
                canary = Canary { MainActor.assumeIsolated(onDeinit) }
            }

            static func == (one: RegisteringKey, other: RegisteringKey) -> Bool { one.number == other.number }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
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
            let observer = WordLogger("observer", log, in: broadcaster, for: "lobby")
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
            let first = WordLogger("first", log, in: broadcaster, for: "lobby")
            let second = WordLogger("second", log, in: broadcaster, for: "hall")
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
            let observers = (0..<3).map { WordLogger("\($0)", log, in: broadcaster, for: "lobby") }
            var iterator = broadcaster.observers(of: WordObserver.self, for: "lobby").makeIterator()
            iterator.next()?.receive("1")
            broadcaster.unregister(WordObserver.self, for: "lobby")
            #expect(keyCount == 0)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers[1])
            #expect(iterator.next() == nil)
            #expect(log.entries == ["0 1"])
            withExtendedLifetime(observers) {}
        }
    }
}
