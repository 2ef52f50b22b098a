import Broadcaster
import FirstModule
import Testing

extension DeliveryContract {
    @Suite("1. Order")
    @MainActor
    struct Rule01Order {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("observers are called in registration order")
        func registrationOrder() async {
            let observers = (0..<1000).map { WordLogger("\($0)", log) }
            for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == (0..<1000).map { "\($0) 1" })
            withExtendedLifetime(observers) {}
        }

        @Test(
            "the order holds after some observers unregistered, were deallocated or registered again"
        )
        func orderAfterChanges() async {
            var observers = (0..<100).map { WordLogger("\($0)", log) }
            for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
            for number in stride(from: 0, to: 100, by: 3) {
                broadcaster.unregister(WordObserver.self, observer: observers[number])
            }
            for number in stride(from: 0, to: 100, by: 3) {
                broadcaster.register(WordObserver.self, observer: observers[number])
            }
            observers.removeAll { Int($0.name)!.isMultiple(of: 5) }
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            let stayed = (0..<100).filter { $0 % 3 != 0 && $0 % 5 != 0 }
            let registeredAgain = (0..<100).filter { $0 % 3 == 0 && $0 % 5 != 0 }
            #expect(log.entries == (stayed + registeredAgain).map { "\($0) 1" })
            withExtendedLifetime(observers) {}
        }

        @Test("broadcasts from the main thread arrive in the order sent")
        func broadcastsFromMain() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            for number in 0..<1000 { broadcaster.notify(WordObserver.self) { $0.receive("\(number)") } }
            await broadcaster.settled()
            #expect(log.entries == (0..<1000).map { "observer \($0)" })
            withExtendedLifetime(observer) {}
        }

        @Test("broadcasts from several threads arrive in the order in which each thread sent them")
        func broadcastsFromThreads() async {
            let observers = [WordLogger("first", log), WordLogger("second", log)]
            for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
            await onThreads(4) { [broadcaster] thread in
                for number in 0..<500 { broadcaster.notify(WordObserver.self) { $0.receive("\(thread) \(number)") } }
            }
            await broadcaster.settled()
            #expect(log.entries.count == 4 * 500 * 2)
            for thread in 0..<4 {
                let sent = (0..<500).flatMap { ["first \(thread) \($0)", "second \(thread) \($0)"] }
                #expect(log.entries.filter { $0.contains(" \(thread) ") } == sent)
            }
            withExtendedLifetime(observers) {}
        }

        @Test("broadcasts to several protocols from one thread arrive in the order sent")
        func broadcastsToProtocols() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.register(FirstModule.Update.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            broadcaster.notify(FirstModule.Update.self) { $0.update() }
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "observer update", "observer 2"])
            withExtendedLifetime(observer) {}
        }
    }
}
