import FirstModule
import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("6. Nothing is locked while observers run")
    @MainActor
    struct NothingLocked {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("a block may register, unregister, notify, walk and ask")
        func everythingInBlock() async {
            let other = Named("other", log)
            let observer = Named("observer", log)
            observer.onHearing = { [broadcaster, log] word in
                guard word == "1" else { return }
                broadcaster.register(Hearing.self, observer: other)
                broadcaster.notify(Hearing.self) { $0.hear("2") }
                log.write("walk \(broadcaster.observers(of: Hearing.self).count)")
                for hearing in broadcaster.observers(of: Hearing.self) { hearing.hear("walk") }
                broadcaster.unregister(Hearing.self, observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.unregister(FirstModule.Update.self)
            }
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "walk 2", "observer walk", "other walk", "other 2"])
            observer.onHearing = nil
        }

        @Test("an observer may unregister itself in its deinit, on the main thread")
        func unregisterInDeinit() {
            for _ in 0..<100 {
                let observer = Named("observer", log)
                observer.onDeinit = { [broadcaster] observer in
                    broadcaster.unregister(Hearing.self, observer: observer)
                    broadcaster.unregister(observer: observer)
                    #expect(!broadcaster.observers(of: Hearing.self).contains(observer))
                }
                broadcaster.register(Hearing.self, observer: observer)
            }
            #expect(broadcaster.observers(of: Hearing.self).isEmpty)
        }

        @Test("an observer may unregister itself in its deinit, off the main thread")
        func unregisterInDeinitOffMain() async {
            let broadcaster = broadcaster
            let ended = await onNewThread {
                var ended = 0
                for _ in 0..<100 {
                    let observer = Resigning(broadcaster)
                    broadcaster.register(Counting.self, observer: observer)
                    ended += 1
                }
                return ended
            }
            #expect(ended == 100)
            #expect(broadcaster.observers(of: Counting.self).isEmpty)
        }

        final class Resigning: Counting {
            let broadcaster: Broadcaster

            init(_ broadcaster: Broadcaster) { self.broadcaster = broadcaster }

            func count(_ any: Any) {}

            deinit {
                broadcaster.unregister(Counting.self, observer: self)
                broadcaster.unregister(observer: self)
            }
        }

        @Test("an observer may drop the last reference to itself in its call, and do anything in its deinit")
        func diesInItsCall() async {
            let other = Named("other", log)
            var observer: Named? = Named("observer", log)
            observer?.onHearing = { _ in observer = nil }
            observer?.onDeinit = { [broadcaster, log] dying in
                log.write("deinit")
                broadcaster.unregister(Hearing.self, observer: dying)
                broadcaster.unregister(observer: dying)
                broadcaster.register(Hearing.self, observer: other)
                broadcaster.notify(Hearing.self) { $0.hear("2") }
                log.write("walk \(broadcaster.observers(of: Hearing.self).count)")
            }
            broadcaster.register(Hearing.self, observer: observer!)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "deinit", "walk 1", "other 2"])
        }

        @Test("the same, when a broadcast to another queue held the last reference")
        func diesInItsCallElsewhere() async {
            let log = log
            let queue = DispatchQueue(label: "test")
            let owner = Owner()
            do {
                let observer = Suicidal(owner, broadcaster, log)
                owner.owned = observer
                broadcaster.register(Counting.self, observer: observer)
            }
            broadcaster.notify(Counting.self, on: queue) { $0.count("") }
            await broadcaster.settled()
            #expect(log.entries == ["call", "deinit"])
            #expect(broadcaster.observers(of: Counting.self).isEmpty)
        }

        final class Owner: @unchecked Sendable { var owned: AnyObject? }

        final class Suicidal: Counting {
            let owner: Owner
            let broadcaster: Broadcaster
            let log: Log<String>

            init(_ owner: Owner, _ broadcaster: Broadcaster, _ log: Log<String>) {
                (self.owner, self.broadcaster, self.log) = (owner, broadcaster, log)
            }

            func count(_ any: Any) {
                log.write("call")
                owner.owned = nil
            }

            deinit {
                log.write("deinit")
                broadcaster.unregister(observer: self)
                broadcaster.notify(Counting.self) { $0.count("") }
            }
        }

        @Test("what a block captures may do anything when it is let go")
        func captureOfBlock() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            do {
                let canary = Canary { [broadcaster] in
                    broadcaster.unregister(observer: observer)
                    broadcaster.notify(Hearing.self) { $0.hear("2") }
                }
                broadcaster.notify(Hearing.self) { [canary] in
                    $0.hear("1")
                    withExtendedLifetime(canary) {}
                }
            }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
        }
    }
}
