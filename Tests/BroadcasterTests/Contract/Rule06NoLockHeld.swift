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
            let other = WordLogger("other", log)
            let observer = WordLogger("observer", log)
            observer.onReceiving = { [broadcaster, log] word in
                guard word == "1" else { return }
                broadcaster.register(WordObserver.self, observer: other)
                broadcaster.notify(WordObserver.self) { $0.receive("2") }
                log.write("count \(broadcaster.observers(of: WordObserver.self).count)")
                for hearing in broadcaster.observers(of: WordObserver.self) { hearing.receive("iterating") }
                broadcaster.unregister(WordObserver.self, observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.unregister(FirstModule.Update.self)
            }
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "count 2", "observer iterating", "other iterating", "other 2"])
            observer.onReceiving = nil
        }

        @Test("an observer may unregister itself in its deinit, on the main thread")
        func unregisterInDeinit() {
            for _ in 0..<100 {
                let observer = WordLogger("observer", log)
                observer.onDeinit = { [broadcaster] observer in
                    broadcaster.unregister(WordObserver.self, observer: observer)
                    broadcaster.unregister(observer: observer)
                    #expect(!broadcaster.observers(of: WordObserver.self).contains(observer))
                }
                broadcaster.register(WordObserver.self, observer: observer)
            }
            #expect(broadcaster.observers(of: WordObserver.self).isEmpty)
        }

        @Test("an observer may unregister itself in its deinit, off the main thread")
        func unregisterInDeinitOffMainThread() async {
            let broadcaster = broadcaster
            let deinits = Counter()
            await onNewThread {
                for _ in 0..<100 {
                    let observer = Unregistering(broadcaster, deinits)
                    broadcaster.register(Incrementing.self, observer: observer)
                }
            }
            #expect(deinits.value == 100)
            #expect(broadcaster.observers(of: Incrementing.self).isEmpty)
        }

        final class Unregistering: Incrementing {
            let broadcaster: Broadcaster
            let deinits: Counter

            init(_ broadcaster: Broadcaster, _ deinits: Counter) {
                self.broadcaster = broadcaster
                self.deinits = deinits
            }

            func increment() {}

            deinit {
                broadcaster.unregister(Incrementing.self, observer: self)
                broadcaster.unregister(observer: self)
                deinits.increment()
            }
        }

        @Test("an observer may release its last reference in its own call, and do anything in its deinit")
        func deallocatedAfterItsCall() async {
            let other = WordLogger("other", log)
            var observer: WordLogger? = WordLogger("observer", log)
            observer?.onReceiving = { _ in observer = nil }
            observer?.onDeinit = { [broadcaster, log] observer in
                log.write("deinit")
                broadcaster.unregister(WordObserver.self, observer: observer)
                broadcaster.unregister(observer: observer)
                broadcaster.register(WordObserver.self, observer: other)
                broadcaster.notify(WordObserver.self) { $0.receive("2") }
                log.write("count \(broadcaster.observers(of: WordObserver.self).count)")
            }
            broadcaster.register(WordObserver.self, observer: observer!)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
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
                broadcaster.register(Incrementing.self, observer: observer)
            }
            broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
            await broadcaster.settled()
            #expect(log.entries == ["call", "deinit"])
            #expect(broadcaster.observers(of: Incrementing.self).isEmpty)
        }

        final class Owner: @unchecked Sendable { var owned: AnyObject? }

        final class SelfReleasing: Incrementing {
            let owner: Owner
            let broadcaster: Broadcaster
            let log: Log<String>

            init(_ owner: Owner, _ broadcaster: Broadcaster, _ log: Log<String>) {
                self.owner = owner
                self.broadcaster = broadcaster
                self.log = log
            }

            func increment() {
                log.write("call")
                owner.owned = nil
            }

            deinit {
                log.write("deinit")
                broadcaster.unregister(observer: self)
                broadcaster.notify(Incrementing.self) { $0.increment() }
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
                    deinits.increment()
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
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            do {
                let canary = Canary { [broadcaster] in
                    broadcaster.unregister(observer: observer)
                    broadcaster.notify(WordObserver.self) { $0.receive("2") }
                }
                broadcaster.notify(WordObserver.self) { [canary] in
                    $0.receive("1")
                    withExtendedLifetime(canary) {}
                }
            }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
        }
    }
}
