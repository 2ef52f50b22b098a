import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("2. Membership is fixed when sent")
    @MainActor
    struct MembershipWhenSent {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("who registers after notify returned does not hear that broadcast")
        func lateComer() async {
            let early = Named("early", log)
            let late = Named("late", log)
            broadcaster.register(Hearing.self, observer: early)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            broadcaster.register(Hearing.self, observer: late)
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["early 1", "early 2", "late 2"])
        }

        @Test("who registers during delivery does not hear that broadcast")
        func lateComerInBlock() async {
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

        @Test("a thousand who register after it don't hear it, though the set has moved to more room")
        func manyLateComers() async {
            let early = Named("early", log)
            broadcaster.register(Hearing.self, observer: early)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            let late = (0..<1000).map { Named("late \($0)", log) }
            for observer in late { broadcaster.register(Hearing.self, observer: observer) }
            await broadcaster.settled()
            #expect(log.entries == ["early 1"])
            withExtendedLifetime(late) {}
        }

        @Test("leaving and coming back is a new registration")
        func comeBack() async {
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
