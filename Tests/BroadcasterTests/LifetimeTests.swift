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

    @Suite("7. Lifetimes are not touched")
    @MainActor
    struct Lifetimes {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("nobody is kept alive by being registered, nor between notify and delivery")
        func inFlight() async {
            var observer: Named? = Named("observer", log)
            weak let weakObserver = observer
            broadcaster.register(Hearing.self, observer: observer!)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            observer = nil
            #expect(weakObserver == nil)
            await broadcaster.settled()
        }

        @Test("an observer is held for its own call, and not for the next one's")
        func forOwnCall() async {
            var first: Named? = Named("first", log)
            weak let weakFirst = first
            let second = Named("second", log)
            first?.onHearing = { _ in
                first = nil
                #expect(weakFirst != nil)
            }
            second.onHearing = { _ in #expect(weakFirst == nil) }
            broadcaster.register(Hearing.self, observer: first!)
            broadcaster.register(Hearing.self, observer: second)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1"])
        }

        @Test("a walk that is over holds nobody; one that is under way holds the present one at most")
        func walkHoldsNobody() {
            var observers = (0..<3).map { Named("\($0)", log) }
            let set = WeakObjectSet<any Hearing>(observers)
            var walk = set.makeIterator()
            _ = walk.next()
            weak let last = observers.last
            observers = []
            #expect(last == nil)
            #expect(walk.next() == nil)
        }

        @Test("the block and what it captures are let go after delivery")
        func blockIsLetGo() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            weak var held: Canary?
            do {
                let canary = Canary {}
                held = canary
                broadcaster.notify(Hearing.self) { [canary] _ in withExtendedLifetime(canary) {} }
            }
            #expect(held != nil)
            await broadcaster.settled()
            #expect(held == nil)
        }

        @Test("a broadcast in flight keeps its broadcaster until it is delivered, and no longer")
        func broadcasterInFlight() async {
            let observer = Named("observer", log)
            weak var held: Broadcaster?
            do {
                let broadcaster = Broadcaster()
                held = broadcaster
                broadcaster.register(Hearing.self, observer: observer)
                broadcaster.notify(Hearing.self) { $0.hear("1") }
            }
            #expect(held != nil)
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
            #expect(held == nil)
        }
    }

    @Suite("8. Once each")
    @MainActor
    struct OnceEach {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("registering twice is registering once, in the first place")
        func twice() async {
            let first = Named("first", log)
            let second = Named("second", log)
            for observer in [first, second, first, first] {
                broadcaster.register(Hearing.self, observer: observer)
            }
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1"])
            broadcaster.unregister(Hearing.self, observer: first)
            broadcaster.notify(Hearing.self) { $0.hear("2") }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "second 2"])
        }

        @Test(
            "a new object at the address of a dead one inherits nothing, in flight or later",
            .enabled(if: usesAddressesAgain))
        func addressReuse() async throws {
            let third = Named("third", log)
            var reused: Named?
            var others: [Named] = []
            for _ in 0..<10_000 where reused == nil {
                let broadcaster = Broadcaster()
                var dead: Named? = Named("dead", log)
                let address = ObjectIdentifier(dead!)
                broadcaster.register(Hearing.self, observer: dead!)
                broadcaster.register(Hearing.self, observer: third)
                broadcaster.notify(Hearing.self) { $0.hear("1") }
                dead = nil
                let new = Named("new", log)
                guard ObjectIdentifier(new) == address else {
                    others.append(new)
                    continue
                }
                reused = new
                #expect(!broadcaster.observers(of: Hearing.self).contains(new))
                broadcaster.notify(Hearing.self) { $0.hear("2") }
                broadcaster.register(Hearing.self, observer: new)
                broadcaster.notify(Hearing.self) { $0.hear("3") }
                await broadcaster.settled()
            }
            try #require(reused != nil)
            #expect(log.entries.suffix(4) == ["third 1", "third 2", "third 3", "new 3"])
            #expect(!log.entries.contains { $0.hasPrefix("dead") })
        }

        @Test(
            "removing a new object at the address of a dead one takes nothing from others",
            .enabled(if: usesAddressesAgain))
        func addressReuseOnRemoval() throws {
            let set = broadcaster.observers(of: Hearing.self)
            let stays = Named("stays", log)
            set.add(stays)
            var others: [Named] = []
            for _ in 0..<10_000 {
                var dead: Named? = Named("dead", log)
                let address = ObjectIdentifier(dead!)
                set.add(dead!)
                dead = nil
                let new = Named("new", log)
                guard ObjectIdentifier(new) == address else {
                    others.append(new)
                    continue
                }
                set.remove(new)
                #expect(set.contains(stays))
                #expect(set.allObjects.count == 1)
                return
            }
            Issue.record("no address was used again")
        }
    }

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
            broadcaster.observers(of: Hearing.self).list.capacity
        }
    }
}
