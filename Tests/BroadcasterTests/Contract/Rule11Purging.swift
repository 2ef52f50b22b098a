import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("11. The dead cost nothing for long")
    @MainActor
    struct TheDead {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("a hundred thousand short-lived observers, then one living")
        func shortLived() async {
            for number in 0..<100_000 { broadcaster.register(Hearing.self, observer: Named("\(number)", log)) }
            let living = Named("living", log)
            broadcaster.register(Hearing.self, observer: living)
            #expect(slots(of: broadcaster) <= 8)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["living 1"])
        }

        @Test("a hundred thousand who lived side by side, then died: the next walk clears them away")
        func diedTogether() async {
            let living = Named("living", log)
            do {
                var observers = (0..<100_000).map { Named("\($0)", log) }
                for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
                broadcaster.register(Hearing.self, observer: living)
                #expect(slots(of: broadcaster) > 100_000)
                observers = []
            }
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(slots(of: broadcaster) <= 16)
            #expect(log.entries == ["living 1"])
        }

        @Test("a hundred thousand who left: nothing remains")
        func left() {
            let observers = (0..<100_000).map { Named("\($0)", log) }
            for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
            for observer in observers { broadcaster.unregister(Hearing.self, observer: observer) }
            #expect(slots(of: broadcaster) <= 16)
            withExtendedLifetime(observers) {}
        }

        @Test("looking only at the first living one clears the dead before it away as well")
        func lookingAtFirst() {
            var observers = (0..<1000).map { Named("\($0)", log) }
            for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
            observers.removeFirst(900)
            let set = broadcaster.observers(of: Hearing.self)
            #expect(!set.isEmpty)
            #expect(slots(of: broadcaster) <= 400)
            #expect(set.count == 100)
            #expect(slots(of: broadcaster) <= 400)
            withExtendedLifetime(observers) {}
        }

        @Test("the buffer that a walk here and now goes over is let go when the walk ends")
        func supersededBuffer() {
            let observers = (0..<100).map { Named("\($0)", log) }
            let set = WeakObjectSet<any Hearing>(observers[0])
            weak let buffer = set.makeIterator().snapshot.buffer
            set.forEach { _ in
                set.add(observers)
                #expect(buffer != nil)
            }
            #expect(buffer == nil)
            withExtendedLifetime(observers) {}
        }

        @Test("a set that only its walk holds outlives those who die during the walk")
        func setOfWalk() {
            var observers = (0..<100).map { Named("\($0)", log) }
            var walked = 0
            for _ in WeakObjectSet<any Hearing>(observers) {
                walked += 1
                observers.removeSubrange(1...)
            }
            #expect(walked == 1)
        }

        @Test("a walk here and now that comes while the buffer is being replaced lets the new one go, too")
        func newBuffer() {
            let observers = (0..<100).map { Named("\($0)", log) }
            let set = WeakObjectSet<any Hearing>(observers[0])
            weak var buffer: AnyObject?
            set.forEach { _ in
                set.add(observers)
                set.forEach { _ in }
                buffer = set.makeIterator().snapshot.buffer
                #expect(buffer != nil)
            }
            set.removeAll()
            #expect(buffer == nil)
            withExtendedLifetime(observers) {}
        }

        private func slots(of broadcaster: Broadcaster) -> Int {
            broadcaster.observers(of: Hearing.self).makeIterator().snapshot.buffer.header.capacity
        }
    }
}
