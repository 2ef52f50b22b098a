import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("4. Always asynchronous")
    @MainActor
    struct Rule04AlwaysAsynchronous {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("notify returns before any block runs, even on the main thread")
        func returnsBeforeBlock() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            log.write("returned")
            await broadcaster.settled()
            #expect(log.entries == ["returned", "observer 1"])
        }

        @Test("what a block notifies is delivered after the broadcasts that were sent before")
        func notifyInBlock() async {
            let first = Named("first", log)
            let second = Named("second", log)
            first.onHearing = { [broadcaster] word in
                if word == "1" { broadcaster.notify(Hearing.self) { $0.hear("3") } }
            }
            broadcaster.register(Hearing.self, observer: first)
            broadcaster.register(Hearing.self, observer: second)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
        }

        @Test("blocks run on the main actor, whichever thread sends")
        func onMainActor() async {
            let observer = Named("observer", log)
            observer.onHearing = { _ in MainActor.preconditionIsolated() }
            broadcaster.register(Hearing.self, observer: observer)
            await onNewThread { [broadcaster] in broadcaster.notify(Hearing.self) { $0.hear("1") } }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
        }
    }
}
