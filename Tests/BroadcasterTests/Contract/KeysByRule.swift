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
            let observers = (0..<100).map { Named("\($0)", log) }
            for observer in observers {
                broadcaster.register(Hearing.self, for: observer.name.last!, observer: observer)
                broadcaster.register(Hearing.self, for: "all", observer: observer)
            }
            broadcaster.notify(Hearing.self, for: observers[3].name.last!) { $0.hear("1") }
            broadcaster.notify(Hearing.self, for: "all") { $0.hear("2") }
            await broadcaster.settled()
            let expected = (0..<10).map { "\($0 * 10 + 3) 1" } + (0..<100).map { "\($0) 2" }
            #expect(log.entries == expected)
            withExtendedLifetime(observers) {}
        }

        @Test("1. broadcasts with and without keys from one thread arrive in the order sent")
        func broadcastOrder() async {
            let observer = Named("observer", log)
            let keyed = Named("keyed", log)
            broadcaster.register(Hearing.self, observer: observer)
            for key in 0..<3 { broadcaster.register(Hearing.self, for: key, observer: keyed) }
            await onThreads(3) { [broadcaster] thread in
                for number in 0..<300 {
                    let word = "\(thread) \(number)"
                    if number % 4 == 3 {
                        broadcaster.notify(Hearing.self) { $0.hear(word) }
                    } else {
                        broadcaster.notify(Hearing.self, for: number % 4) { $0.hear(word) }
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
            let early = Named("early", log)
            let late = Named("late", log)
            broadcaster.register(Hearing.self, for: "known", observer: early)
            for key in ["known", "unknown"] {
                broadcaster.notify(Hearing.self, for: key) { $0.hear("\(key) 1") }
                broadcaster.register(Hearing.self, for: key, observer: late)
                broadcaster.notify(Hearing.self, for: key) { $0.hear("\(key) 2") }
            }
            await broadcaster.settled()
            #expect(log.entries == ["early known 1", "early known 2", "late known 2", "late unknown 2"])
            withExtendedLifetime((early, late)) {}
        }

        @Test("2. registering again is a new registration, even if the key went with the old one")
        func registersAgain() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, for: "lobby", observer: observer)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            broadcaster.unregister(Hearing.self, for: "lobby", observer: observer)
            #expect(broadcaster.keyCount(of: Hearing.self) == 0)
            broadcaster.register(Hearing.self, for: "lobby", observer: observer)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("2") }
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
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, for: "lobby", observer: observer)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            switch removal {
            case .one: broadcaster.unregister(Hearing.self, for: "lobby", observer: observer)
            case .allOfKey: broadcaster.unregister(Hearing.self, for: "lobby")
            case .allOfProtocol: broadcaster.unregister(Hearing.self)
            case .everywhere: broadcaster.unregister(observer: observer)
            }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("3. an observer of a key that an earlier observer unregisters or releases isn't called")
        func endedByEarlierObserver() async {
            var observers = (0..<5).map { Named("\($0)", log) }
            observers[0].onHearing = { [broadcaster] _ in
                broadcaster.unregister(Hearing.self, for: "lobby", observer: observers[1])
                broadcaster.unregister(Hearing.self, for: "other", observer: observers[2])
                observers[0].onHearing = nil
                observers.remove(at: 3)
            }
            for observer in observers { broadcaster.register(Hearing.self, for: "lobby", observer: observer) }
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["0 1", "2 1", "4 1"])
        }

        @Test("4. notify with a key returns before any block runs, even on the main thread")
        func asynchronous() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, for: 1, observer: observer)
            broadcaster.notify(Hearing.self, for: 1) { $0.hear("1") }
            log.write("returned")
            await broadcaster.settled()
            #expect(log.entries == ["returned", "observer 1"])
            withExtendedLifetime(observer) {}
        }

        @Test("5. a broadcast with a key is one item of the main queue, and none if the key has no observers")
        func oneHop() async {
            let observers = ["a", "b"].map { Named($0, log) }
            for observer in observers { broadcaster.register(Hearing.self, for: "lobby", observer: observer) }
            for number in 1...2 {
                DispatchQueue.main.async { [log] in log.write("before \(number)") }
                broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("\(number)") }
                DispatchQueue.main.async { [log] in log.write("after \(number)") }
            }
            #expect(
                !isHeld { canary in
                    broadcaster.notify(Hearing.self, for: "empty") { [canary] in $0.hear("\(canary)") }
                })
            #expect(
                isHeld { canary in
                    broadcaster.notify(Hearing.self, for: "lobby") { [canary] _ in withExtendedLifetime(canary) {} }
                })
            await broadcaster.settled()
            #expect(log.entries == ["before 1", "a 1", "b 1", "after 1", "before 2", "a 2", "b 2", "after 2"])
            withExtendedLifetime(observers) {}
        }

        @Test("6. a block of a broadcast with a key may register, unregister, notify, iterate and list the channels")
        func everythingInBlock() async {
            let other = Named("other", log)
            let observer = Named("observer", log)
            observer.onHearing = { [broadcaster, log] word in
                guard word == "1" else { return }
                broadcaster.register(Hearing.self, for: "lobby", observer: other)
                broadcaster.register(Hearing.self, for: "new", observer: other)
                broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("2") }
                for hearing in broadcaster.observers(of: Hearing.self, for: "lobby") { hearing.hear("iterating") }
                broadcaster.unregister(Hearing.self, for: "lobby", observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.unregister(Hearing.self, for: "new")
                broadcaster.unregister(FirstModule.Update.self)
                log.write("\(broadcaster.channels.count)")
            }
            broadcaster.register(Hearing.self, for: "lobby", observer: observer)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "observer iterating", "other iterating", "1", "other 2"])
            observer.onHearing = nil
            withExtendedLifetime(other) {}
        }

        @Test("6. an observer may unregister itself from its keys in its deinit")
        func unregisterInDeinit() {
            for number in 0..<100 {
                let observer = Named("observer", log)
                observer.onDeinit = { [broadcaster] observer in
                    broadcaster.unregister(Hearing.self, for: number, observer: observer)
                    broadcaster.unregister(observer: observer)
                    broadcaster.notify(Hearing.self, for: number) { $0.hear("") }
                }
                broadcaster.register(Hearing.self, for: number, observer: observer)
                broadcaster.register(Hearing.self, for: "all", observer: observer)
            }
            #expect(broadcaster.keyCount(of: Hearing.self) == 0)
        }

        enum Going: CaseIterable {
            case unregistered, allUnregistered, everywhere, purged, broadcaster
        }

        @Test("6. a key that is an object may use the broadcaster in its deinit", arguments: Going.allCases)
        func deinitOfKey(going: Going) {
            var broadcaster = Broadcaster()
            var observer: Named? = Named("observer", log)
            let other = Named("other", log)
            do {
                let key = Room(
                    "lobby",
                    onDeinit: { [log, weak broadcaster, other = Handover(other)] in
                        log.write("deinit")
                        MainActor.assumeIsolated {
                            let broadcaster = broadcaster ?? .shared
                            broadcaster.register(Hearing.self, for: Room("lobby"), observer: other.value)
                            _ = broadcaster.channels
                            broadcaster.notify(Hearing.self, for: Room("lobby")) { $0.hear("1") }
                            broadcaster.unregister(Hearing.self)
                            broadcaster.unregister(observer: other.value)
                        }
                    })
                broadcaster.register(Hearing.self, for: key, observer: observer!)
            }
            #expect(log.entries.isEmpty)
            switch going {
            case .unregistered: broadcaster.unregister(Hearing.self, for: Room("lobby"), observer: observer!)
            case .allUnregistered: broadcaster.unregister(Hearing.self)
            case .everywhere: broadcaster.unregister(observer: observer!)
            case .purged:
                observer = nil
                for number in 0..<8 { broadcaster.register(Hearing.self, for: number, observer: other) }
            case .broadcaster: broadcaster = Broadcaster()
            }
            #expect(log.entries == ["deinit"])
            withExtendedLifetime((broadcaster, observer, other)) {}
        }

        @Test("6. a key's description may use the broadcaster")
        func descriptionOfKey() {
            let other = Named("other", log)
            let key = Room(
                "lobby",
                onDescription: { [broadcaster, other = Handover(other)] in
                    MainActor.assumeIsolated {
                        broadcaster.register(Hearing.self, for: Room("other"), observer: other.value)
                        broadcaster.unregister(Hearing.self, for: Room("lobby"))
                        broadcaster.unregister(FirstModule.Update.self)
                    }
                })
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, for: key, observer: observer)
            #expect(broadcaster.channels.map(\.key) == ["lobby"])
            #expect(broadcaster.channels.map(\.key) == ["other"])
            withExtendedLifetime((observer, other)) {}
        }

        @Test("7. registering for a key retains no observer, and neither does a pending broadcast with a key")
        func lifetimes() async {
            var observer: Named? = Named("observer", log)
            @Weak var weakObserver = observer
            broadcaster.register(Hearing.self, for: "lobby", observer: observer!)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            observer = nil
            #expect(weakObserver == nil)
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("7. off the main queue, registering for new keys leaves deallocated observers to the main queue")
        func registeringElsewhere() async {
            blockingOnNewThread { [broadcaster] in
                for key in 0..<100 { broadcaster.register(Counting.self, for: key, observer: Counter()) }
            }
            #expect(broadcaster.keyCount(of: Counting.self) == 100)
            await broadcaster.settled()
            #expect(broadcaster.keyCount(of: Counting.self) == 0)
        }

        @Test("8. an observer is called once for each key that it is registered for, however often it registered")
        func onceEach() async {
            let first = Named("first", log)
            let second = Named("second", log)
            for observer in [first, second, first] {
                for key in ["a", "b", "a"] { broadcaster.register(Hearing.self, for: key, observer: observer) }
            }
            for key in ["a", "b", "c"] { broadcaster.notify(Hearing.self, for: key) { $0.hear(key) } }
            await broadcaster.settled()
            #expect(log.entries == ["first a", "second a", "first b", "second b"])
            withExtendedLifetime((first, second)) {}
        }

        @Test("12. an iteration over the set of a key keeps the rules, even after the key has gone")
        func iterating() {
            var observers = (0..<4).map { Named("\($0)", log) }
            let late = Named("late", log)
            for observer in observers { broadcaster.register(Hearing.self, for: "lobby", observer: observer) }
            for observer in broadcaster.observers(of: Hearing.self, for: "lobby") {
                observer.hear("1")
                broadcaster.register(Hearing.self, for: "lobby", observer: late)
                if log.entries.count == 1 { broadcaster.unregister(observer: observers[1]) }
                observers.removeAll { $0.name == "2" }
            }
            #expect(log.entries == ["0 1", "3 1"])
            for observer in broadcaster.observers(of: Hearing.self, for: "lobby") {
                observer.hear("2")
                broadcaster.unregister(Hearing.self, for: "lobby")
            }
            #expect(log.entries == ["0 1", "3 1", "0 2"])
            #expect(broadcaster.keyCount(of: Hearing.self) == 0)
            withExtendedLifetime(late) {}
        }
    }
}
