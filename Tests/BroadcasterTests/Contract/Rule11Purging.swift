import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("11. Deallocated observers are purged")
    @MainActor
    struct Rule11Purging {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("a hundred thousand short-lived observers leave a small buffer behind")
        func shortLived() async {
            for number in 0..<100_000 {
                broadcaster.register(WordObserver.self, observer: WordLogger("\(number)", log))
            }
            let living = WordLogger("living", log, in: broadcaster)
            #expect(capacity(of: broadcaster) <= 16)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["living 1"])
            withExtendedLifetime(living) {}
        }

        @Test(
            "a hundred thousand observers that are deallocated together are purged by what follows the next broadcast",
            arguments: [nil, "a"])
        func deallocatedTogether(key: String?) async {
            let living = WordLogger("living", log)
            var capacity: Int {
                key.map { broadcaster.capacity(of: WordObserver.self, for: $0) ?? 0 } ?? self.capacity(of: broadcaster)
            }
            do {
                var observers = (0..<100_000).map { WordLogger("\($0)", log) }
                for observer in observers + [living] {
                    broadcaster.register(WordObserver.self, for: keyOrNone(key), observer: observer)
                }
                #expect(capacity > 100_000)
                observers = []
            }
            for word in ["1", "2"] {
                broadcaster.notify(WordObserver.self, for: keyOrNone(key)) { $0.receive(word) }
                await broadcaster.settled()
            }
            #expect((1...16).contains(capacity))
            #expect(log.entries == ["living 1", "living 2"])
            withExtendedLifetime(living) {}
        }

        @Test("observers that are deallocated together are purged by what follows a broadcast to another queue")
        func deallocatedTogetherElsewhere() async {
            do {
                let observers = (0..<100).map { _ in Counter(in: broadcaster) }
                withExtendedLifetime(observers) {}
            }
            broadcaster.notify(Incrementing.self, on: DispatchQueue(label: "test")) { $0.increment() }
            await broadcaster.settled()
            #expect(broadcaster.observers(of: Incrementing.self).isEmpty)
            #expect(broadcaster.channels(of: Incrementing.self).count == 0)
        }

        @Test("a key is released with its broadcaster, even if a purge is pending on a blocked main queue")
        @MainActor
        func deallocatedWhileDue() {
            let deinits = Counter()
            blockingOnNewThread {
                let broadcaster = Broadcaster()
                let key = Room("lobby", onDeinit: { deinits.increment() })
                let observers = (0..<8).map { _ in Counter() }
                for observer in observers { broadcaster.register(Incrementing.self, for: key, observer: observer) }
            }
            // The main queue is blocked by this test, so the pending purge hasn't run.
            #expect(deinits.value == 1)
        }

        @Test("broadcasts with a key purge the deallocated observers without one")
        @MainActor
        func withKey() async {
            let broadcaster = Broadcaster()
            let observer = Counter(in: broadcaster, for: 1)
            for other in (0..<100).map({ _ in Counter() }) { broadcaster.register(Incrementing.self, observer: other) }
            for _ in 0..<2 {
                broadcaster.notify(Incrementing.self, for: 1) { $0.increment() }
                await broadcaster.settled()
            }
            #expect(broadcaster.channels(of: Incrementing.self).count == 0)
            #expect(observer.value == 2)
        }

        @Test("a channel that is filled on another queue is purged on the main queue")
        func filledElsewhere() async {
            var observers = (0..<24).map { _ in Counter() }
            for observer in observers[..<23] { broadcaster.register(Incrementing.self, observer: observer) }
            observers.removeFirst()
            blockingOnNewThread { [broadcaster, last = observers[22]] in
                broadcaster.register(Incrementing.self, observer: last)
            }
            let channels = broadcaster.channels(of: Incrementing.self)
            #expect(channels.count == 24)
            await broadcaster.settled()
            #expect(channels.count == 23)
            withExtendedLifetime(observers) {}
        }

        @Test("a set forgets deallocated objects on the thread that adds others, while the main queue can't run")
        func purgedWhereUsed() {
            let set = WeakObjectSet<Canary>()
            let counts = Log<Int>()
            blockingOnNewThread {
                for _ in 0..<1_000 { set.add(Canary()) }
                counts.write(set.members.count)
            }
            #expect(counts.entries[0] < 50)
        }

        @Test("a hundred thousand observers that unregister leave nothing")
        func unregistered() {
            let observers = (0..<100_000).map { WordLogger("\($0)", log, in: broadcaster) }
            for observer in observers { broadcaster.unregister(WordObserver.self, observer: observer) }
            #expect(capacity(of: broadcaster) <= 32)
            withExtendedLifetime(observers) {}
        }

        @Test("short-lived observers are purged, even after many others have unregistered")
        func shortLivedAfterMany() {
            let observers = (0..<100_000).map { WordLogger("\($0)", log) }
            var atTheirAddresses: [WordLogger] = []
            for removesAtOnce in [false, true] {
                for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
                if removesAtOnce {
                    broadcaster.unregister(WordObserver.self)
                } else {
                    for observer in observers { broadcaster.unregister(WordObserver.self, observer: observer) }
                }
                // Each at another address: an observer at the address of a deallocated one replaces it.
                for number in 0..<20_000 {
                    broadcaster.register(WordObserver.self, observer: WordLogger("\(number)", log))
                    atTheirAddresses.append(WordLogger("\(number)", log))
                }
                #expect(capacity(of: broadcaster) <= 16)
            }
            withExtendedLifetime((observers, atTheirAddresses)) {}
        }

        @Test("looking for the first living observer purges the deallocated ones before it")
        func firstLiving() {
            var observers = (0..<1000).map { WordLogger("\($0)", log, in: broadcaster) }
            observers.removeFirst(900)
            let set = broadcaster.observers(of: WordObserver.self)
            for _ in 0..<2 { #expect(!set.isEmpty) }
            #expect(capacity(of: broadcaster) <= 400)
            #expect(set.count == 100)
            #expect(capacity(of: broadcaster) <= 400)
            withExtendedLifetime(observers) {}
        }

        @Test("a buffer that is replaced during a synchronous iteration is released when the iteration ends")
        func retiredBuffer() {
            let observers = (0..<100).map { WordLogger("\($0)", log) }
            let set = WeakObjectSet<any WordObserver>(observers[0])
            @Weak var buffer = set.makeIterator().snapshot?.slots.buffer
            set.forEach { _ in
                set.add(contentsOf: observers)
                #expect(buffer != nil)
            }
            #expect(buffer == nil)
            withExtendedLifetime(observers) {}
        }

        @Test("the buffer of members that were removed is released at once")
        func removedBuffer() {
            let observers = (0..<100).map { WordLogger("\($0)", log) }
            let set = WeakObjectSet<any WordObserver>(observers)
            @Weak var buffer = set.makeIterator().snapshot?.slots.buffer
            #expect(buffer != nil)
            set.removeAll()
            #expect(buffer == nil)
            withExtendedLifetime(observers) {}
        }

        @Test("a set that only its iteration retains outlives members that are deallocated meanwhile")
        func setOfIteration() {
            var observers = (0..<100).map { WordLogger("\($0)", log) }
            var visited = 0
            for _ in WeakObjectSet<any WordObserver>(observers) {
                visited += 1
                observers.removeSubrange(1...)
            }
            #expect(visited == 1)
        }

        private func capacity(of broadcaster: Broadcaster) -> Int {
            broadcaster.channels(of: WordObserver.self).capacity
        }
    }
}
