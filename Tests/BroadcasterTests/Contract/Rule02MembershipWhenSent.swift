import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("2. Membership is fixed when sent")
    @MainActor
    struct Rule02MembershipWhenSent {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("an observer that registers after notify returns doesn't receive that broadcast")
        func registersAfterNotify() async {
            let early = WordLogger("early", log)
            let late = WordLogger("late", log)
            broadcaster.register(WordObserver.self, observer: early)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            broadcaster.register(WordObserver.self, observer: late)
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1", "early 2", "late 2"])
        }

        @Test("an observer that registers during delivery doesn't receive that broadcast")
        func registersDuringDelivery() async {
            let early = WordLogger("early", log)
            let late = WordLogger("late", log)
            early.onReceiving = { [broadcaster] _ in broadcaster.register(WordObserver.self, observer: late) }
            broadcaster.register(WordObserver.self, observer: early)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1"])
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1", "early 2", "late 2"])
        }

        final class Registering: Broadcaster.Monitor {
            let broadcaster: Broadcaster
            let newcomer = Counter()

            init(_ broadcaster: Broadcaster) { self.broadcaster = broadcaster }

            func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
                broadcaster.register(Incrementing.self, observer: newcomer)
            }

            func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {}
        }

        @Test("an observer that registers while the broadcast is announced doesn't receive it")
        func registersDuringAnnouncement() async {
            let early = Counter()
            let registering = Registering(broadcaster)
            broadcaster.register(Incrementing.self, observer: early)
            broadcaster.register(Broadcaster.Monitor.self, observer: registering)
            broadcaster.notify(Incrementing.self) { $0.increment() }
            broadcaster.notify(Incrementing.self) { $0.increment() }
            await broadcaster.settled()
            #expect(early.value == 2)
            #expect(registering.newcomer.value == 1)
        }

        @Test("a thousand observers that register after notify returns don't receive the broadcast")
        func manyRegisterAfterNotify() async {
            let early = WordLogger("early", log)
            broadcaster.register(WordObserver.self, observer: early)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            let late = (0..<1000).map { WordLogger("late \($0)", log) }
            for observer in late { broadcaster.register(WordObserver.self, observer: observer) }
            await broadcaster.settled()
            #expect(log.entries == ["early 1"])
            withExtendedLifetime(late) {}
        }

        @Test("unregistering and registering again is a new registration")
        func registersAgain() async {
            let first = WordLogger("first", log)
            let second = WordLogger("second", log)
            broadcaster.register(WordObserver.self, observer: first)
            broadcaster.register(WordObserver.self, observer: second)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            broadcaster.unregister(WordObserver.self, observer: first)
            broadcaster.register(WordObserver.self, observer: first)
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            await broadcaster.settled()
            #expect(log.entries == ["second 1", "second 2", "first 2"])
        }
    }
}
