import Foundation
import TestSupport
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
            let audit = WordLogger("audit", log)
            let lobby = WordLogger("lobby", log, in: broadcaster, for: "lobby")
            broadcaster.register(WordObserver.self, observer: audit)
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            broadcaster.notify(WordObserver.self, for: "hall") { $0.receive("2") }
            broadcaster.notify(WordObserver.self, for: 7) { $0.receive("3") }
            broadcaster.notify(WordObserver.self) { $0.receive("4") }
            await broadcaster.settled()
            #expect(log.entries == ["lobby 1", "audit 1", "audit 2", "audit 3", "audit 4"])
            withExtendedLifetime((audit, lobby)) {}
        }

        @Test("on another queue, an observer without a key receives every broadcast of the protocol")
        func onQueue() async {
            let counters = [Counter(), Counter()]
            broadcaster.register(Incrementing.self, observer: counters[0])
            broadcaster.register(Incrementing.self, for: 1, observer: counters[1])
            for key in 1...3 { broadcaster.notify(Incrementing.self, for: key, on: .global()) { $0.increment() } }
            broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
            await broadcaster.settled()
            #expect(counters.map(\.value) == [4, 1])
            withExtendedLifetime(counters) {}
        }

        @Test("observers(of:for:) visits, counts and finds what a broadcast with that key calls")
        func observersOfKey() {
            let audit = WordLogger("audit", log)
            let lobby = WordLogger("lobby", log)
            broadcaster.register(WordObserver.self, observer: audit)
            let observers = broadcaster.observers(of: WordObserver.self, for: "lobby")
            #expect(!observers.isEmpty)
            #expect(observers.first { _ in true } as? WordLogger === audit)
            #expect(observers.contains(audit) && !observers.contains(lobby))
            broadcaster.register(WordObserver.self, for: "lobby", observer: lobby)
            #expect(observers.count == 2)
            #expect(observers.map { ($0 as! WordLogger).name } == ["audit", "lobby"])
            #expect(observers.contains(audit) && observers.contains(lobby))
            broadcaster.unregister(WordObserver.self, for: "lobby")
            #expect(observers.map { ($0 as! WordLogger).name } == ["audit"])
            broadcaster.unregister(WordObserver.self, observer: audit)
            #expect(observers.isEmpty)
            withExtendedLifetime((audit, lobby)) {}
        }

        @Test("observers(of:) visits, counts and finds the observers without a key only")
        func observersWithoutKey() {
            let lobby = WordLogger("lobby", log, in: broadcaster, for: "lobby")
            let observers = broadcaster.observers(of: WordObserver.self)
            #expect(observers.isEmpty && observers.count == 0 && !observers.contains(lobby))
            observers.forEach { $0.receive("1") }
            #expect(log.entries.isEmpty)
            withExtendedLifetime(lobby) {}
        }

        @Test("a registration without a key is listed once, whatever keys there are")
        func channels() {
            let observers = (0..<2).map { WordLogger("\($0)", log) }
            broadcaster.register(WordObserver.self, observer: observers[0])
            for key in 1...2 { broadcaster.register(WordObserver.self, for: key, observer: observers[1]) }
            let held = broadcaster.observers(of: WordObserver.self, for: 3)
            #expect(broadcaster.channels.map(\.key) == [nil, "1", "2"])
            #expect(broadcaster.channels.map(\.observers.count) == [1, 1, 1])
            withExtendedLifetime((observers, held)) {}
        }

        @Test("a key goes with its own observers, however many there are without a key")
        func keyGoes() async {
            let audit = WordLogger("audit", log, in: broadcaster)
            let lobby = WordLogger("lobby", log, in: broadcaster, for: "lobby")
            broadcaster.unregister(WordObserver.self, for: "lobby", observer: lobby)
            #expect(broadcaster.keyCount(of: WordObserver.self) == 0)
            for key in 0..<1000 { broadcaster.register(WordObserver.self, for: key, observer: WordLogger("", log)) }
            #expect(broadcaster.keyCount(of: WordObserver.self) <= 8)
            withExtendedLifetime((audit, lobby)) {}
        }

        @Test("an observer without a key is called once by each broadcast, before and after the key has gone")
        func goneKey() async {
            let audit = WordLogger("audit", log, in: broadcaster)
            broadcaster.register(WordObserver.self, for: "lobby", observer: WordLogger("gone", log))
            // The first finds that the observer of the key is gone, and the second removes it.
            for word in ["1", "2", "3"] {
                broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive(word) }
                await broadcaster.settled()
            }
            #expect(broadcaster.keyCount(of: WordObserver.self) == 0)
            #expect(log.entries == ["audit 1", "audit 2", "audit 3"])
            withExtendedLifetime(audit) {}
        }

        @Test("an optional stops the program as a key, with a message that says what to write there", .startsProcess)
        func optional() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.register) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.observe) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.observeWithOwner) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.notify) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.notifyOnQueue) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.observers) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.unregister) },
                await #expect(processExitsWith: .failure, observing: errors) { await useOptional(.unregisterObserver) },
            ]
            expectMessages(results, contain: "A 'Swift.Optional<Swift.String>' can't be a key", "Unwrap it first.")
        }
    }
}

private enum Use {
    case register, observe, observeWithOwner
    case notify, notifyOnQueue, observers
    case unregister, unregisterObserver
}

@MainActor
private func useOptional(_ use: Use) {
    let key: String? = "lobby"
    let logger = WordLogger("", Log())
    switch use {
    case .register: Broadcaster.register(WordObserver.self, for: key, observer: logger)
    case .observe: _ = Broadcaster.observe(UploadObserverMessage.self, for: key) { _ in }
    case .observeWithOwner: Broadcaster.observe(UploadObserverMessage.self, for: key, owner: logger) { _, _ in }
    case .notify: Broadcaster.notify(WordObserver.self, for: key) { $0.receive("1") }
    case .notifyOnQueue: Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: key, on: .global())
    case .observers: _ = Broadcaster.observers(of: WordObserver.self, for: key)
    case .unregister: Broadcaster.unregister(WordObserver.self, for: key)
    case .unregisterObserver: Broadcaster.unregister(WordObserver.self, for: key, observer: logger)
    }
}
