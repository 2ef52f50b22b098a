import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key: an observer without a key")
    @MainActor
    struct Rule09EveryKey {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("an observer without a key receives every broadcast of the protocol; with a key, those of an equal one")
        func receives() async {
            let audit = Named("audit", log)
            let lobby = Named("lobby", log)
            broadcaster.register(Hearing.self, for: "lobby", observer: lobby)
            broadcaster.register(Hearing.self, observer: audit)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            broadcaster.notify(Hearing.self, for: "hall") { $0.hear("2") }
            broadcaster.notify(Hearing.self, for: 7) { $0.hear("3") }
            broadcaster.notify(Hearing.self) { $0.hear("4") }
            await broadcaster.settled()
            #expect(log.entries == ["lobby 1", "audit 1", "audit 2", "audit 3", "audit 4"])
            withExtendedLifetime((audit, lobby)) {}
        }

        @Test("on another queue, an observer without a key receives every broadcast of the protocol, too")
        func onQueue() async {
            let counters = [Counter(), Counter()]
            broadcaster.register(Counting.self, observer: counters[0])
            broadcaster.register(Counting.self, for: 1, observer: counters[1])
            for key in 1...3 { broadcaster.notify(Counting.self, for: key, on: .global()) { $0.count("") } }
            broadcaster.notify(Counting.self, on: .global()) { $0.count("") }
            await broadcaster.settled()
            #expect(counters.map(\.value) == [4, 1])
            withExtendedLifetime(counters) {}
        }

        @Test("observers with and without a key are called in the order of registration")
        func order() async {
            let observers = (0..<40).map { Named("\($0)", log) }
            for (number, observer) in observers.enumerated() {
                switch number % 4 {
                case 0: broadcaster.register(Hearing.self, observer: observer)
                case 1: broadcaster.register(Hearing.self, for: "lobby", observer: observer)
                case 2: broadcaster.register(Hearing.self, for: "hall", observer: observer)
                default: broadcaster.register(Hearing.self, for: "lobby", observer: observer)
                }
            }
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            await broadcaster.settled()
            let expected = (0..<40).filter { $0 % 4 != 2 }.map { "\($0) 1" }
            #expect(log.entries == expected)
            let visited = broadcaster.observers(of: Hearing.self, for: "lobby").map { "\(($0 as! Named).name) 1" }
            #expect(visited == expected)
            withExtendedLifetime(observers) {}
        }

        @Test("an observer that is registered with and without a key is called for each registration")
        func both() async {
            let observer = Named("observer", log)
            let other = Named("other", log)
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.register(Hearing.self, observer: other)
            broadcaster.register(Hearing.self, for: "lobby", observer: observer)
            broadcaster.notify(Hearing.self, for: "lobby") { $0.hear("1") }
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "other 1", "observer 1", "observer 2", "other 2"])
            withExtendedLifetime((observer, other)) {}
        }

        @Test("membership is fixed when a broadcast with a key is sent, for observers without a key as well")
        func membership() async {
            let early = Named("early", log)
            let late = Named("late", log)
            for key in ["known", "unknown"] {
                if key == "known" { broadcaster.register(Hearing.self, for: key, observer: early) }
                broadcaster.notify(Hearing.self, for: key) { $0.hear(key) }
                broadcaster.register(Hearing.self, observer: late)
                broadcaster.notify(Hearing.self, for: key) { $0.hear("\(key) again") }
                broadcaster.unregister(Hearing.self, observer: late)
                broadcaster.register(Hearing.self, observer: late)
                await broadcaster.settled()
                #expect(!log.entries.contains("late \(key)"))
                #expect(!log.entries.contains("late \(key) again"))
                broadcaster.unregister(Hearing.self, observer: late)
            }
            withExtendedLifetime((early, late)) {}
        }

        @Test("observers(of:for:) visits, counts and finds what a broadcast with that key calls")
        func observersOfKey() {
            let audit = Named("audit", log)
            let lobby = Named("lobby", log)
            broadcaster.register(Hearing.self, observer: audit)
            let observers = broadcaster.observers(of: Hearing.self, for: "lobby")
            #expect(!observers.isEmpty)
            #expect(observers.first { _ in true } as? Named === audit)
            #expect(observers.contains(audit) && !observers.contains(lobby))
            broadcaster.register(Hearing.self, for: "lobby", observer: lobby)
            #expect(observers.count == 2)
            #expect(observers.map { ($0 as! Named).name } == ["audit", "lobby"])
            #expect(observers.contains(audit) && observers.contains(lobby))
            broadcaster.unregister(Hearing.self, for: "lobby")
            #expect(observers.map { ($0 as! Named).name } == ["audit"])
            broadcaster.unregister(Hearing.self, observer: audit)
            #expect(observers.isEmpty)
            withExtendedLifetime((audit, lobby)) {}
        }

        @Test("observers(of:) visits, counts and finds the observers without a key only")
        func observersWithoutKey() {
            let lobby = Named("lobby", log)
            broadcaster.register(Hearing.self, for: "lobby", observer: lobby)
            let observers = broadcaster.observers(of: Hearing.self)
            #expect(observers.isEmpty && observers.count == 0 && !observers.contains(lobby))
            observers.forEach { $0.hear("1") }
            #expect(log.entries.isEmpty)
            withExtendedLifetime(lobby) {}
        }

        @Test("a registration without a key is listed once, whatever keys there are")
        func channels() {
            let observers = (0..<2).map { Named("\($0)", log) }
            broadcaster.register(Hearing.self, observer: observers[0])
            for key in 1...2 { broadcaster.register(Hearing.self, for: key, observer: observers[1]) }
            let held = broadcaster.observers(of: Hearing.self, for: 3)
            #expect(broadcaster.channels.map(\.key) == [nil, "1", "2"])
            #expect(broadcaster.channels.map(\.observers.count) == [1, 1, 1])
            withExtendedLifetime((observers, held)) {}
        }

        @Test("closures, sequences and observers without a key receive messages of every key")
        func messages() async {
            let log = log
            let observation = broadcaster.observe(UploadObserverMessage.self) { _ in log.write("closure") }
            let messages = broadcaster.messages(UploadObserverMessage.self)
            broadcaster.notify(UploadObserverMessage.uploadDidFail, for: 1)
            await broadcaster.settled()
            #expect(log.entries == ["closure"])
            var iterator = messages.makeAsyncIterator()
            #expect(await iterator.next() == .uploadDidFail)
            withExtendedLifetime(observation) {}
        }

        @Test("a key goes with its own observers, however many there are without a key")
        func keyGoes() async {
            let audit = Named("audit", log)
            let lobby = Named("lobby", log)
            broadcaster.register(Hearing.self, observer: audit)
            broadcaster.register(Hearing.self, for: "lobby", observer: lobby)
            broadcaster.unregister(Hearing.self, for: "lobby", observer: lobby)
            #expect(broadcaster.keyCount(of: Hearing.self) == 0)
            for key in 0..<1000 { broadcaster.register(Hearing.self, for: key, observer: Named("", log)) }
            #expect(broadcaster.keyCount(of: Hearing.self) <= 8)
            withExtendedLifetime((audit, lobby)) {}
        }

        @Test("an optional stops the program as a key, with a message that says to unwrap it")
        func optional() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await DeliveryContract.Rule09EveryKey.useOptional(to: .register)
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await DeliveryContract.Rule09EveryKey.useOptional(to: .notify)
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await DeliveryContract.Rule09EveryKey.useOptional(to: .observers)
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await DeliveryContract.Rule09EveryKey.useOptional(to: .unregister)
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await DeliveryContract.Rule09EveryKey.useOptional(to: .observe)
                },
            ]
            for result in results {
                expectMessage(result, contains: "A 'Swift.Optional<Swift.String>' can't be a key", "Unwrap it first")
            }
        }

        private enum Use { case register, notify, observers, unregister, observe }

        private static func useOptional(to use: Use) {
            let key: String? = "lobby"
            switch use {
            case .register: Broadcaster.register(Hearing.self, for: key, observer: Named("", Log()))
            case .notify: Broadcaster.notify(Hearing.self, for: key) { $0.hear("1") }
            case .observers: _ = Broadcaster.observers(of: Hearing.self, for: key)
            case .unregister: Broadcaster.unregister(Hearing.self, for: key)
            case .observe: _ = Broadcaster.observe(UploadObserverMessage.self, for: key) { _ in }
            }
        }
    }
}
