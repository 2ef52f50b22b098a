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
            let early = Named("early", log)
            let late = Named("late", log)
            broadcaster.register(Hearing.self, observer: early)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            broadcaster.register(Hearing.self, observer: late)
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1", "early 2", "late 2"])
        }

        @Test("an observer that registers during delivery doesn't receive that broadcast")
        func registersDuringDelivery() async {
            let early = Named("early", log)
            let late = Named("late", log)
            early.onHearing = { [broadcaster] _ in broadcaster.register(Hearing.self, observer: late) }
            broadcaster.register(Hearing.self, observer: early)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1"])
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1", "early 2", "late 2"])
        }

        final class Registering: Broadcaster.Monitor {
            let broadcaster: Broadcaster
            let newcomer = Counter()

            init(_ broadcaster: Broadcaster) { self.broadcaster = broadcaster }

            func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
                broadcaster.register(Counting.self, observer: newcomer)
            }

            func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {}
        }

        @Test("an observer that registers while the broadcast is announced doesn't receive it")
        func registersDuringAnnouncement() async {
            let early = Counter()
            let registering = Registering(broadcaster)
            broadcaster.register(Counting.self, observer: early)
            broadcaster.register(Broadcaster.Monitor.self, observer: registering)
            broadcaster.notify(Counting.self) { $0.count("") }
            broadcaster.notify(Counting.self) { $0.count("") }
            await broadcaster.settled()
            #expect(early.value == 2)
            #expect(registering.newcomer.value == 1)
        }

        @Test("a thousand observers that register after notify returns don't receive the broadcast")
        func manyRegisterAfterNotify() async {
            let early = Named("early", log)
            broadcaster.register(Hearing.self, observer: early)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            let late = (0..<1000).map { Named("late \($0)", log) }
            for observer in late { broadcaster.register(Hearing.self, observer: observer) }
            await broadcaster.settled()
            #expect(log.entries == ["early 1"])
            withExtendedLifetime(late) {}
        }

        @Test("unregistering and registering again is a new registration")
        func registersAgain() async {
            let first = Named("first", log)
            let second = Named("second", log)
            broadcaster.register(Hearing.self, observer: first)
            broadcaster.register(Hearing.self, observer: second)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            broadcaster.unregister(Hearing.self, observer: first)
            broadcaster.register(Hearing.self, observer: first)
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["second 1", "second 2", "first 2"])
        }
    }
}
