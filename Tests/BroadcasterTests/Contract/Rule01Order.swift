import Broadcaster
import FirstModule
import Foundation
import Testing

extension DeliveryContract {
    @Suite("1. Order: as registered, as sent")
    @MainActor
    struct Order {
        protocol Message {
            func receive(_ number: Int)
        }

        final class Observer: Message {
            let name: Int
            let log: Log<[Int]>

            init(_ name: Int, _ log: Log<[Int]>) {
                self.name = name
                self.log = log
            }

            func receive(_ number: Int) { log.write([number, name]) }
        }

        let broadcaster = Broadcaster()
        let log = Log<[Int]>()

        @Test("observers are called in the order in which they registered")
        func observersInOrder() async {
            let observers = (0..<1000).map { Observer($0, log) }
            for observer in observers { broadcaster.register(Message.self, observer: observer) }
            broadcaster.notify(Message.self) { $0.receive(0) }
            await broadcaster.settled()
            #expect(log.entries.map { $0[1] } == Array(0..<1000))
            withExtendedLifetime(observers) {}
        }

        @Test("the order survives that others leave, die and come back")
        func orderAfterChurn() async {
            var observers = (0..<100).map { Observer($0, log) }
            for observer in observers { broadcaster.register(Message.self, observer: observer) }
            for index in stride(from: 0, to: 100, by: 3) {
                broadcaster.unregister(Message.self, observer: observers[index])
            }
            for index in stride(from: 0, to: 100, by: 3) {
                broadcaster.register(Message.self, observer: observers[index])
            }
            observers.removeAll { $0.name % 5 == 0 }
            broadcaster.notify(Message.self) { $0.receive(0) }
            await broadcaster.settled()
            let stayed = (0..<100).filter { $0 % 3 != 0 && $0 % 5 != 0 }
            let cameBack = (0..<100).filter { $0 % 3 == 0 && $0 % 5 != 0 }
            #expect(log.entries.map { $0[1] } == stayed + cameBack)
            withExtendedLifetime(observers) {}
        }

        @Test("broadcasts from the main thread arrive in the order sent")
        func broadcastsFromMain() async {
            let observer = Observer(0, log)
            broadcaster.register(Message.self, observer: observer)
            for number in 0..<1000 { broadcaster.notify(Message.self) { $0.receive(number) } }
            await broadcaster.settled()
            #expect(log.entries.map { $0[0] } == Array(0..<1000))
        }

        @Test("broadcasts from several threads arrive in the order in which each thread sent them")
        func broadcastsFromThreads() async {
            let observers = [Observer(0, log), Observer(1, log)]
            for observer in observers { broadcaster.register(Message.self, observer: observer) }
            await onThreads(4) { [broadcaster] thread in
                for number in 0..<500 { broadcaster.notify(Message.self) { $0.receive(thread * 1000 + number) } }
            }
            await broadcaster.settled()
            for thread in 0..<4 {
                let sent = (0..<500).map { thread * 1000 + $0 }
                #expect(log.entries.filter { $0[0] / 1000 == thread } == sent.flatMap { [[$0, 0], [$0, 1]] })
            }
            withExtendedLifetime(observers) {}
        }

        @Test("broadcasts to different protocols from one thread arrive in the order sent")
        func broadcastsToProtocols() async {
            let observer = Observer(0, log)
            let updated = Updated(log)
            broadcaster.register(Message.self, observer: observer)
            broadcaster.register(FirstModule.Update.self, observer: updated)
            broadcaster.notify(Message.self) { $0.receive(1) }
            broadcaster.notify(FirstModule.Update.self) { $0.update() }
            broadcaster.notify(Message.self) { $0.receive(2) }
            await broadcaster.settled()
            #expect(log.entries == [[1, 0], [], [2, 0]])
        }

        final class Updated: FirstModule.Update {
            let log: Log<[Int]>

            init(_ log: Log<[Int]>) { self.log = log }

            func update() { log.write([]) }
        }
    }
}
