import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("3. Membership is checked again before each call")
    @MainActor
    struct MembershipBeforeCall {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        enum Leaving: CaseIterable {
            case oneProtocol, allOfProtocol, everywhere, set
        }

        @Test("unregistered between notify and delivery: not called", arguments: Leaving.allCases)
        func unregisteredInFlight(leaving: Leaving) async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            switch leaving {
            case .oneProtocol: broadcaster.unregister(Hearing.self, observer: observer)
            case .allOfProtocol: broadcaster.unregister(Hearing.self)
            case .everywhere: broadcaster.unregister(observer: observer)
            case .set: broadcaster.observers(of: Hearing.self).remove(observer)
            }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("unregistered off the main thread between notify and delivery: not called")
        func unregisteredOffMain() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            let handover = Handover(observer)
            blockingOnNewThread { [broadcaster] in broadcaster.unregister(Hearing.self, observer: handover.value) }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("unregistered by an earlier observer of the same broadcast: not called")
        func unregisteredByEarlier() async {
            let observers = (0..<20).map { Named("\($0)", log) }
            observers[0].onHearing = { [broadcaster] _ in
                for observer in observers[1...] where observer.name != "7" {
                    broadcaster.unregister(Hearing.self, observer: observer)
                }
            }
            for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["0 1", "7 1"])
            observers[0].onHearing = nil
        }

        @Test("unregistered and registered again by an earlier observer: not called in that broadcast")
        func comesBackDuringDelivery() async {
            let first = Named("first", log)
            let second = Named("second", log)
            first.onHearing = { [broadcaster] _ in
                broadcaster.unregister(Hearing.self, observer: second)
                broadcaster.register(Hearing.self, observer: second)
            }
            broadcaster.register(Hearing.self, observer: first)
            broadcaster.register(Hearing.self, observer: second)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1"])
        }

        @Test("dead between notify and delivery: not called")
        func deadInFlight() async {
            var observer: Named? = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer!)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            observer = nil
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
        }

        @Test("killed by an earlier observer of the same broadcast: not called")
        func killedByEarlier() async {
            let killer = Named("killer", log)
            var victim: Named? = Named("victim", log)
            killer.onHearing = { _ in victim = nil }
            broadcaster.register(Hearing.self, observer: killer)
            broadcaster.register(Hearing.self, observer: victim!)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["killer 1"])
            #expect(victim == nil)
        }

        @Test("once unregister has returned on the main thread, no further call comes, whoever is sending")
        func unregisterIsFinal() async {
            let sending = Task { [broadcaster] in
                await onThreads(2) { _ in
                    for _ in 0..<5000 { broadcaster.notify(Hearing.self) { $0.hear("") } }
                }
            }
            for _ in 0..<200 {
                let observer = Named("observer", log)
                var hasLeft = false
                observer.onHearing = { _ in #expect(!hasLeft) }
                broadcaster.register(Hearing.self, observer: observer)
                await broadcaster.settled()
                broadcaster.unregister(Hearing.self, observer: observer)
                hasLeft = true
                await broadcaster.settled()
            }
            await sending.value
        }
    }
}
