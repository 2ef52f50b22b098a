import Broadcaster
import FirstModule
import Foundation
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("1. Order")
    @MainActor
    struct Rule01Order {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("observers are called in registration order", arguments: WordChannel.Form.allCases)
        func registrationOrder(form: WordChannel.Form) async {
            let observers = (0..<1000).map { WordLogger("\($0)", log) }
            let channel = WordChannel(form, observers)
            channel.notify { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == (0..<1000).map { "\($0) 1" })
            withExtendedLifetime(observers) {}
        }

        @Test(
            "the order holds after some observers unregistered, were deallocated or registered again",
            arguments: WordChannel.Form.allCases)
        func orderAfterChanges(form: WordChannel.Form) async {
            var observers = (0..<100).map { WordLogger("\($0)", log) }
            let channel = WordChannel(form, observers)
            for number in stride(from: 0, to: 100, by: 3) { channel.remove(observers[number]) }
            for number in stride(from: 0, to: 100, by: 3) { channel.add(observers[number]) }
            observers.removeAll { Int($0.name)!.isMultiple(of: 5) }
            channel.notify { $0.receive("1") }
            await broadcaster.settled()
            let stayed = (0..<100).filter { $0 % 3 != 0 && $0 % 5 != 0 }
            let registeredAgain = (0..<100).filter { $0 % 3 == 0 && $0 % 5 != 0 }
            #expect(log.entries == (stayed + registeredAgain).map { "\($0) 1" })
            withExtendedLifetime(observers) {}
        }

        @Test("observers with and without a key are called in the order of registration, whatever other keys have")
        func withAndWithoutKey() async {
            let observers = (0..<40).map { WordLogger("\($0)", log) }
            for (number, observer) in observers.enumerated() {
                switch number % 4 {
                case 0: broadcaster.register(WordObserver.self, observer: observer)
                case 2: broadcaster.register(WordObserver.self, for: "hall", observer: observer)
                default: broadcaster.register(WordObserver.self, for: "lobby", observer: observer)
                }
            }
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("1") }
            await broadcaster.settled()
            let expected = (0..<40).filter { $0 % 4 != 2 }.map { "\($0) 1" }
            #expect(log.entries == expected)
            broadcaster.observers(of: WordObserver.self, for: "lobby").forEach { $0.receive("1") }
            #expect(log.entries == expected + expected)

            for observer in observers.prefix(20) { broadcaster.unregister(WordObserver.self, observer: observer) }
            let last = WordLogger("last", log, in: broadcaster)
            broadcaster.observers(of: WordObserver.self, for: "lobby").forEach { $0.receive("1") }
            #expect(log.entries.dropFirst(60) == expected.dropFirst(15) + ["last 1"])
            withExtendedLifetime((observers, last)) {}
        }

        @Test("broadcasts from the main thread arrive in the order sent", arguments: WordChannel.Form.allCases)
        func broadcastsFromMain(form: WordChannel.Form) async {
            let observer = WordLogger("observer", log)
            let channel = WordChannel(form, [observer])
            for number in 0..<1000 { channel.notify { $0.receive("\(number)") } }
            await broadcaster.settled()
            #expect(log.entries == (0..<1000).map { "observer \($0)" })
            withExtendedLifetime(observer) {}
        }

        @Test("broadcasts from several threads, with and without keys, arrive in the order in which each sent them")
        func broadcastsFromThreads() async {
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
                let sent = (0..<300).flatMap { number in
                    ["observer \(thread) \(number)"] + (number % 4 == 3 ? [] : ["keyed \(thread) \(number)"])
                }
                #expect(log.entries.filter { $0.contains(" \(thread) ") } == sent)
            }
            withExtendedLifetime((observer, keyed)) {}
        }

        @Test("broadcasts from several threads arrive in the order in which the program orders their calls of notify")
        func broadcastsInTurn() async {
            let observer = WordLogger("observer", log, in: broadcaster)
            for number in 0..<100 {
                blockingOnNewThread { [broadcaster] in
                    broadcaster.notify(WordObserver.self) { $0.receive("\(number)") }
                }
            }
            await broadcaster.settled()
            #expect(log.entries == (0..<100).map { "observer \($0)" })
            withExtendedLifetime(observer) {}
        }

        @Test("broadcasts to several protocols from one thread arrive in the order sent, with and without a key")
        func broadcastsToProtocols() async {
            let observer = WordLogger("observer", log, in: broadcaster)
            broadcaster.register(FirstModule.Update.self, for: 1, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            broadcaster.notify(FirstModule.Update.self, for: 1) { $0.update() }
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "observer update", "observer 2"])
            withExtendedLifetime(observer) {}
        }

        @Test("broadcasts to several protocols on a serial queue arrive in the order sent, with and without a key")
        func broadcastsToSerialQueue() async {
            let received = Log<Int>()
            let counter = Counter(in: broadcaster)
            let observation = broadcaster.observe(OrderObserverMessage.self, for: 1) { _ in }
            let queue = DispatchQueue(label: "test")
            for number in 0..<300 {
                switch number % 3 {
                case 0: broadcaster.notify(Incrementing.self, on: queue) { _ in received.write(number) }
                case 1: broadcaster.notify(Incrementing.self, for: 1, on: queue) { _ in received.write(number) }
                default: broadcaster.notify(OrderObserver.self, for: 1, on: queue) { _ in received.write(number) }
                }
            }
            await broadcaster.settled()
            #expect(received.entries == Array(0..<300))
            withExtendedLifetime((counter, observation)) {}
        }
    }
}
