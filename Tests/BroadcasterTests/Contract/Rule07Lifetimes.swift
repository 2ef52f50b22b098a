import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
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
}
