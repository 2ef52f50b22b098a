import FirstModule
import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("6. No lock is held while observers run")
    @MainActor
    struct Rule06NoLockHeld {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("a block may register, unregister, notify, iterate and count")
        func everythingInBlock() async {
            let other = Named("other", log)
            let observer = Named("observer", log)
            observer.onHearing = { [broadcaster, log] word in
                guard word == "1" else { return }
                broadcaster.register(Hearing.self, observer: other)
                broadcaster.notify(Hearing.self) { $0.hear("2") }
                log.write("count \(broadcaster.observers(of: Hearing.self).count)")
                for hearing in broadcaster.observers(of: Hearing.self) { hearing.hear("iterating") }
                broadcaster.unregister(Hearing.self, observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.unregister(FirstModule.Update.self)
            }
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "count 2", "observer iterating", "other iterating", "other 2"])
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
        func unregisterInDeinitOffMainThread() async {
            let broadcaster = broadcaster
            let deinits = Counter()
            await onNewThread {
                for _ in 0..<100 {
                    let observer = Unregistering(broadcaster, deinits)
                    broadcaster.register(Counting.self, observer: observer)
                }
            }
            #expect(deinits.value == 100)
            #expect(broadcaster.observers(of: Counting.self).isEmpty)
        }

        final class Unregistering: Counting {
            let broadcaster: Broadcaster
            let deinits: Counter

            init(_ broadcaster: Broadcaster, _ deinits: Counter) {
                (self.broadcaster, self.deinits) = (broadcaster, deinits)
            }

            func count(_ any: Any) {}

            deinit {
                broadcaster.unregister(Counting.self, observer: self)
                broadcaster.unregister(observer: self)
                deinits.count("")
            }
        }

        @Test("an observer may release its last reference in its own call, and do anything in its deinit")
        func deallocatedAfterItsCall() async {
            let other = Named("other", log)
            var observer: Named? = Named("observer", log)
            observer?.onHearing = { _ in observer = nil }
            observer?.onDeinit = { [broadcaster, log] observer in
                log.write("deinit")
                broadcaster.unregister(Hearing.self, observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.register(Hearing.self, observer: other)
                broadcaster.notify(Hearing.self) { $0.hear("2") }
                log.write("count \(broadcaster.observers(of: Hearing.self).count)")
            }
            broadcaster.register(Hearing.self, observer: observer!)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "deinit", "count 1", "other 2"])
        }

        @Test("an observer whose last reference a broadcast to another queue releases may do anything in its deinit")
        func deallocatedAfterItsCallOnQueue() async {
            let log = log
            let queue = DispatchQueue(label: "test")
            let owner = Owner()
            do {
                let observer = SelfReleasing(owner, broadcaster, log)
                owner.owned = observer
                broadcaster.register(Counting.self, observer: observer)
            }
            broadcaster.notify(Counting.self, on: queue) { $0.count("") }
            await broadcaster.settled()
            #expect(log.entries == ["call", "deinit"])
            #expect(broadcaster.observers(of: Counting.self).isEmpty)
        }

        final class Owner: @unchecked Sendable { var owned: AnyObject? }

        final class SelfReleasing: Counting {
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

        @Test("the owner of a closure may do anything in its deinit, while another thread looks for the closure")
        func ownerAskedFor() async {
            let broadcaster = broadcaster
            let deinits = Counter()
            for round in 0..<1000 {
                var owner: Canary? = Canary {
                    broadcaster.unregister(OrderObserver.self, for: "none")
                    broadcaster.unregister(OrderObserver.self)
                    deinits.count("")
                }
                if round.isMultiple(of: 2) {
                    broadcaster.observe(OrderObserverMessage.self, owner: owner!) { _, _ in }
                } else {
                    broadcaster.observe(OrderObserverMessage.self, for: 1, owner: owner!) { _, _ in }
                }
                let observers = broadcaster.observers(of: OrderObserver.self, for: 1)
                let observer = Array(observers)[0]
                let asking = DispatchSemaphore(value: 0)
                let asked = Task.detached {
                    await onNewThread {
                        asking.signal()
                        while observers.contains(observer) {}
                    }
                }
                await onNewThread { asking.wait() }
                owner = nil
                await asked.value
            }
            #expect(deinits.value == 1000)
        }

        @Test("what a block captures may do anything when it is released")
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
