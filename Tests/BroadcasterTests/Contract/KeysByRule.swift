import FirstModule
import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    /// The rules of delivery hold for a channel with a key as for one without.
    @Suite("Channels with a key")
    @MainActor
    struct KeysByRule {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("1. the observers of a key are called in registration order, whatever other keys have")
        func registrationOrder() async {
            let observers = (0..<100).map { WordLogger("\($0)", log) }
            for observer in observers {
                broadcaster.register(WordObserver.self, for: observer.name.last!, observer: observer)
                broadcaster.register(WordObserver.self, for: "all", observer: observer)
            }
            broadcaster.notify(WordObserver.self, for: observers[3].name.last!) { $0.receive("1") }
            broadcaster.notify(WordObserver.self, for: "all") { $0.receive("2") }
            await broadcaster.settled()
            let expected = (0..<10).map { "\($0 * 10 + 3) 1" } + (0..<100).map { "\($0) 2" }
            #expect(log.entries == expected)
            withExtendedLifetime(observers) {}
        }

        @Test("1. broadcasts with and without keys from one thread arrive in the order sent")
        func broadcastOrder() async {
            let observer = WordLogger("observer", log)
            let keyed = WordLogger("keyed", log)
            broadcaster.register(WordObserver.self, observer: observer)
            for key in 0..<3 { broadcaster.register(WordObserver.self, for: key, observer: keyed) }
            await onThreads(3) { [broadcaster] thread in
                for number in 0..<300 {
                    let word = "\(thread) \(number)"
                    if number % 4 == 3 {
                        broadcaster.notify(WordObserver.self) { $0.receive(word) }
                    } else {
                        broadcaster.notify(WordObserver.self, for: number % 4) { $0.receive(word) }
                    }
                }
            }
            await broadcaster.settled()
            for thread in 0..<3 {
                let sent = (0..<300).map { "observer \(thread) \($0)" }
                #expect(log.entries.filter { $0.hasPrefix("observer \(thread) ") } == sent)
                let sentWithKeys = (0..<300).filter { $0 % 4 != 3 }.map { "keyed \(thread) \($0)" }
                #expect(log.entries.filter { $0.hasPrefix("keyed \(thread) ") } == sentWithKeys)
            }
            withExtendedLifetime((observer, keyed)) {}
        }

        @Test("2. an observer that registers for a key after notify returns doesn't receive that broadcast")
        func registersAfterNotify() async {
            let early = WordLogger("early", log)
            let late = WordLogger("late", log)
            broadcaster.register(WordObserver.self, for: "known", observer: early)
            for key in ["known", "unknown"] {
                broadcaster.notify(WordObserver.self, for: key) { $0.receive("\(key) 1") }
                broadcaster.register(WordObserver.self, for: key, observer: late)
                broadcaster.notify(WordObserver.self, for: key) { $0.receive("\(key) 2") }
            }
            await broadcaster.settled()
            #expect(log.entries == ["early known 1", "early known 2", "late known 2", "late unknown 2"])
            withExtendedLifetime((early, late)) {}
        }

        @Test("2. registering again is a new registration, even if the key went with the old one")
        func registersAgain() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            broadcaster.unregister(WordObserver.self, for: "lobby", observer: observer)
            #expect(broadcaster.keyCount(of: WordObserver.self) == 0)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 2"])
            withExtendedLifetime(observer) {}
        }

        enum Removal: CaseIterable {
            case one, allOfKey, allOfProtocol, everywhere
        }

        @Test(
            "3. an observer that is unregistered while the broadcast with a key is pending isn't called",
            arguments: Removal.allCases)
        func unregisteredWhilePending(removal: Removal) async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            switch removal {
            case .one: broadcaster.unregister(WordObserver.self, for: "lobby", observer: observer)
            case .allOfKey: broadcaster.unregister(WordObserver.self, for: "lobby")
            case .allOfProtocol: broadcaster.unregister(WordObserver.self)
            case .everywhere: broadcaster.unregister(observer: observer)
            }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("3. an observer of a key that an earlier observer unregisters or releases isn't called")
        func endedByEarlierObserver() async {
            var observers = (0..<5).map { WordLogger("\($0)", log) }
            observers[0].onReceiving = { [broadcaster] _ in
                broadcaster.unregister(WordObserver.self, for: "lobby", observer: observers[1])
                broadcaster.unregister(WordObserver.self, for: "other", observer: observers[2])
                observers[0].onReceiving = nil
                observers.remove(at: 3)
            }
            for observer in observers { broadcaster.register(WordObserver.self, for: "lobby", observer: observer) }
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["0 1", "2 1", "4 1"])
        }

        @Test("4. notify with a key returns before any block runs, even on the main thread")
        func asynchronous() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: 1, observer: observer)
            broadcaster.notify(WordObserver.self, for: 1) { $0.receive("1") }
            log.write("returned")
            await broadcaster.settled()
            #expect(log.entries == ["returned", "observer 1"])
            withExtendedLifetime(observer) {}
        }

        @Test("5. a broadcast with a key is one item of the main queue, and none if the key has no observers")
        func oneHop() async {
            let observers = ["a", "b"].map { WordLogger($0, log) }
            for observer in observers { broadcaster.register(WordObserver.self, for: "lobby", observer: observer) }
            for number in 1...2 {
                DispatchQueue.main.async { [log] in log.write("before \(number)") }
                broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("\(number)") }
                DispatchQueue.main.async { [log] in log.write("after \(number)") }
            }
            #expect(
                !isHeld { canary in
                    broadcaster.notify(WordObserver.self, for: "empty") { [canary] in $0.receive("\(canary)") }
                })
            #expect(
                isHeld { canary in
                    broadcaster.notify(WordObserver.self, for: "lobby") { [canary] _ in withExtendedLifetime(canary) {}
                    }
                })
            await broadcaster.settled()
            #expect(log.entries == ["before 1", "a 1", "b 1", "after 1", "before 2", "a 2", "b 2", "after 2"])
            withExtendedLifetime(observers) {}
        }

        @Test("6. a block of a broadcast with a key may register, unregister, notify, iterate and list the channels")
        func everythingInBlock() async {
            let other = WordLogger("other", log)
            let observer = WordLogger("observer", log)
            observer.onReceiving = { [broadcaster, log] word in
                guard word == "1" else { return }
                broadcaster.register(WordObserver.self, for: "lobby", observer: other)
                broadcaster.register(WordObserver.self, for: "new", observer: other)
                broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("2") }
                for hearing in broadcaster.observers(of: WordObserver.self, for: "lobby") {
                    hearing.receive("iterating")
                }
                broadcaster.unregister(WordObserver.self, for: "lobby", observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.unregister(WordObserver.self, for: "new")
                broadcaster.unregister(FirstModule.Update.self)
                log.write("\(broadcaster.channels.count)")
            }
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "observer iterating", "other iterating", "1", "other 2"])
            observer.onReceiving = nil
            withExtendedLifetime(other) {}
        }

        @Test("6. an observer may unregister itself from its keys in its deinit")
        func unregisterInDeinit() {
            for number in 0..<100 {
                let observer = WordLogger("observer", log)
                observer.onDeinit = { [broadcaster] observer in
                    broadcaster.unregister(WordObserver.self, for: number, observer: observer)
                    broadcaster.unregister(observer: observer)
                    broadcaster.notify(WordObserver.self, for: number) { $0.receive("") }
                }
                broadcaster.register(WordObserver.self, for: number, observer: observer)
                broadcaster.register(WordObserver.self, for: "all", observer: observer)
            }
            #expect(broadcaster.keyCount(of: WordObserver.self) == 0)
        }

        enum Going: CaseIterable {
            case unregistered, allUnregistered, everywhere, purged, broadcaster
        }

        @Test("6. a key that is an object may use the broadcaster in its deinit", arguments: Going.allCases)
        func deinitOfKey(going: Going) {
            var broadcaster = Broadcaster()
            var observer: WordLogger? = WordLogger("observer", log)
            let other = WordLogger("other", log)
            do {
                let key = Room(
                    "lobby",
                    onDeinit: { [log, weak broadcaster, other = Handover(other)] in
                        log.write("deinit")
                        MainActor.assumeIsolated {
                            let broadcaster = broadcaster ?? .shared
                            broadcaster.register(WordObserver.self, for: Room("lobby"), observer: other.value)
                            _ = broadcaster.channels
                            broadcaster.notify(WordObserver.self, for: Room("lobby")) { $0.receive("1") }
                            broadcaster.unregister(WordObserver.self)
                            broadcaster.unregister(observer: other.value)
                        }
                    })
                broadcaster.register(WordObserver.self, for: key, observer: observer!)
            }
            #expect(log.entries.isEmpty)
            switch going {
            case .unregistered: broadcaster.unregister(WordObserver.self, for: Room("lobby"), observer: observer!)
            case .allUnregistered: broadcaster.unregister(WordObserver.self)
            case .everywhere: broadcaster.unregister(observer: observer!)
            case .purged:
                observer = nil
                for number in 0..<8 { broadcaster.register(WordObserver.self, for: number, observer: other) }
            case .broadcaster: broadcaster = Broadcaster()
            }
            #expect(log.entries == ["deinit"])
            withExtendedLifetime((broadcaster, observer, other)) {}
        }

        @Test("6. a key's description may use the broadcaster")
        func descriptionOfKey() {
            let other = WordLogger("other", log)
            let key = Room(
                "lobby",
                onDescription: { [broadcaster, other = Handover(other)] in
                    MainActor.assumeIsolated {
                        broadcaster.register(WordObserver.self, for: Room("other"), observer: other.value)
                        broadcaster.unregister(WordObserver.self, for: Room("lobby"))
                        broadcaster.unregister(FirstModule.Update.self)
                    }
                })
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: key, observer: observer)
            #expect(broadcaster.channels.map(\.key) == ["lobby"])
            #expect(broadcaster.channels.map(\.key) == ["other"])
            withExtendedLifetime((observer, other)) {}
        }

        @Test("7. registering for a key retains no observer, and neither does a pending broadcast with a key")
        func lifetimes() async {
            var observer: WordLogger? = WordLogger("observer", log)
            @Weak var weakObserver = observer
            broadcaster.register(WordObserver.self, for: "lobby", observer: observer!)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            observer = nil
            #expect(weakObserver == nil)
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("7. off the main queue, registering for new keys leaves deallocated observers to the main queue")
        func registeringElsewhere() async {
            blockingOnNewThread { [broadcaster] in
                for key in 0..<100 { broadcaster.register(Incrementing.self, for: key, observer: Counter()) }
            }
            #expect(broadcaster.keyCount(of: Incrementing.self) == 100)
            await broadcaster.settled()
            #expect(broadcaster.keyCount(of: Incrementing.self) == 0)
        }

        @Test("8. an observer is called once for each key that it is registered for, however often it registered")
        func onceEach() async {
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

        @Test("12. an iteration over the set of a key keeps the rules, even after the key has gone")
        func iterating() {
            var observers = (0..<4).map { WordLogger("\($0)", log) }
            let late = WordLogger("late", log)
            for observer in observers { broadcaster.register(WordObserver.self, for: "lobby", observer: observer) }
            for observer in broadcaster.observers(of: WordObserver.self, for: "lobby") {
                observer.receive("1")
                broadcaster.register(WordObserver.self, for: "lobby", observer: late)
                if log.entries.count == 1 { broadcaster.unregister(observer: observers[1]) }
                observers.removeAll { $0.name == "2" }
            }
            #expect(log.entries == ["0 1", "3 1"])
            for observer in broadcaster.observers(of: WordObserver.self, for: "lobby") {
                observer.receive("2")
                broadcaster.unregister(WordObserver.self, for: "lobby")
            }
            #expect(log.entries == ["0 1", "3 1", "0 2"])
            #expect(broadcaster.keyCount(of: WordObserver.self) == 0)
            withExtendedLifetime(late) {}
        }
    }
}
