import Broadcaster
import FirstModule
import Foundation
import Testing

extension DeliveryContract {
    @Suite("1. Order: as registered, as sent")
    @MainActor
    struct Order {
        protocol Message {
            func receive(_ number: Int)
        }

        final class Observer: Message {
            let name: Int
            let log: Log<[Int]>

            init(_ name: Int, _ log: Log<[Int]>) {
                self.name = name
                self.log = log
            }

            func receive(_ number: Int) { log.write([number, name]) }
        }

        let broadcaster = Broadcaster()
        let log = Log<[Int]>()

        @Test("observers are called in the order in which they registered")
        func observersInOrder() async {
            let observers = (0..<1000).map { Observer($0, log) }
            for observer in observers { broadcaster.register(Message.self, observer: observer) }
            broadcaster.notify(Message.self) { $0.receive(0) }
            await broadcaster.settled()
            #expect(log.entries.map { $0[1] } == Array(0..<1000))
            withExtendedLifetime(observers) {}
        }

        @Test("the order survives that others leave, die and come back")
        func orderAfterChurn() async {
            var observers = (0..<100).map { Observer($0, log) }
            for observer in observers { broadcaster.register(Message.self, observer: observer) }
            for index in stride(from: 0, to: 100, by: 3) {
                broadcaster.unregister(Message.self, observer: observers[index])
            }
            for index in stride(from: 0, to: 100, by: 3) {
                broadcaster.register(Message.self, observer: observers[index])
            }
            observers.removeAll { $0.name % 5 == 0 }
            broadcaster.notify(Message.self) { $0.receive(0) }
            await broadcaster.settled()
            let stayed = (0..<100).filter { $0 % 3 != 0 && $0 % 5 != 0 }
            let cameBack = (0..<100).filter { $0 % 3 == 0 && $0 % 5 != 0 }
            #expect(log.entries.map { $0[1] } == stayed + cameBack)
            withExtendedLifetime(observers) {}
        }

        @Test("broadcasts from the main thread arrive in the order sent")
        func broadcastsFromMain() async {
            let observer = Observer(0, log)
            broadcaster.register(Message.self, observer: observer)
            for number in 0..<1000 { broadcaster.notify(Message.self) { $0.receive(number) } }
            await broadcaster.settled()
            #expect(log.entries.map { $0[0] } == Array(0..<1000))
        }

        @Test("broadcasts from several threads arrive in the order in which each thread sent them")
        func broadcastsFromThreads() async {
            let observers = [Observer(0, log), Observer(1, log)]
            for observer in observers { broadcaster.register(Message.self, observer: observer) }
            await onThreads(4) { [broadcaster] thread in
                for number in 0..<500 { broadcaster.notify(Message.self) { $0.receive(thread * 1000 + number) } }
            }
            await broadcaster.settled()
            for thread in 0..<4 {
                let sent = (0..<500).map { thread * 1000 + $0 }
                #expect(log.entries.filter { $0[0] / 1000 == thread } == sent.flatMap { [[$0, 0], [$0, 1]] })
            }
            withExtendedLifetime(observers) {}
        }

        @Test("broadcasts to different protocols from one thread arrive in the order sent")
        func broadcastsToProtocols() async {
            let observer = Observer(0, log)
            let updated = Updated(log)
            broadcaster.register(Message.self, observer: observer)
            broadcaster.register(FirstModule.Update.self, observer: updated)
            broadcaster.notify(Message.self) { $0.receive(1) }
            broadcaster.notify(FirstModule.Update.self) { $0.update() }
            broadcaster.notify(Message.self) { $0.receive(2) }
            await broadcaster.settled()
            #expect(log.entries == [[1, 0], [], [2, 0]])
        }

        final class Updated: FirstModule.Update {
            let log: Log<[Int]>

            init(_ log: Log<[Int]>) { self.log = log }

            func update() { log.write([]) }
        }
    }

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

    @Suite("4. Always later")
    @MainActor
    struct AlwaysLater {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("notify returns before any block runs, also on the main thread")
        func returnsFirst() async {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            log.write("returned")
            await broadcaster.settled()
            #expect(log.entries == ["returned", "observer 1"])
        }

        @Test("notify inside a block is delivered after the present broadcast")
        func returnsFirstInBlock() async {
            let first = Named("first", log)
            let second = Named("second", log)
            first.onHearing = { [broadcaster] word in
                if word == "1" { broadcaster.notify(Hearing.self) { $0.hear("2") } }
            }
            broadcaster.register(Hearing.self, observer: first)
            broadcaster.register(Hearing.self, observer: second)
            broadcaster.notify(Hearing.self) { $0.hear("1") }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 1", "first 2", "second 2"])
        }

        @Test("blocks run on the main actor, whoever sends")
        func onMainActor() async {
            let observer = Named("observer", log)
            observer.onHearing = { _ in MainActor.preconditionIsolated() }
            broadcaster.register(Hearing.self, observer: observer)
            await onNewThread { [broadcaster] in broadcaster.notify(Hearing.self) { $0.hear("1") } }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
        }
    }

    @Suite("5. One hop per broadcast")
    @MainActor
    struct OneHop {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("a broadcast is one item of the main queue, keeps its place in it, and is merged with none")
        func oneItem() async {
            let observers = ["a", "b", "c"].map { Named($0, log) }
            for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
            for number in 1...2 {
                DispatchQueue.main.async { [log] in log.write("before \(number)") }
                broadcaster.notify(Hearing.self) { $0.hear("\(number)") }
                DispatchQueue.main.async { [log] in log.write("after \(number)") }
            }
            await broadcaster.settled()
            #expect(
                log.entries == [
                    "before 1", "a 1", "b 1", "c 1", "after 1", "before 2", "a 2", "b 2", "c 2", "after 2",
                ])
            withExtendedLifetime(observers) {}
        }

        enum Nobody: CaseIterable {
            case never, left, removed, foundDead
        }

        @Test("no observers, no hop: the block is let go before notify returns", arguments: Nobody.allCases)
        func noHop(nobody: Nobody) async {
            var observer: Named? = Named("observer", log)
            if nobody != .never { broadcaster.register(Hearing.self, observer: observer!) }
            if nobody == .left { broadcaster.unregister(Hearing.self, observer: observer!) }
            if nobody == .removed { broadcaster.unregister(Hearing.self) }
            observer = nil
            if nobody == .foundDead {
                broadcaster.notify(Hearing.self) { $0.hear("1") }
                await broadcaster.settled()
            }

            #expect(!isHeld { canary in broadcaster.notify(Hearing.self) { [canary] in $0.hear("\(canary)") } })
        }

        @Test("a single living observer is worth a hop")
        func hop() {
            let observer = Named("observer", log)
            broadcaster.register(Hearing.self, observer: observer)
            #expect(isHeld { canary in broadcaster.notify(Hearing.self) { [canary] in $0.hear("\(canary)") } })
        }

        @Test("no observers, no hop, on another queue and from another thread")
        func noHopElsewhere() async {
            let counter = Counter()
            broadcaster.register(Counting.self, observer: counter)
            broadcaster.unregister(Counting.self, observer: counter)
            let broadcaster = broadcaster
            let queue = DispatchQueue(label: "test")
            queue.suspend()
            await onNewThread {
                #expect(!isHeld { canary in broadcaster.notify(Counting.self) { [canary] in $0.count(canary) } })
                #expect(
                    !isHeld { canary in broadcaster.notify(Counting.self, on: queue) { [canary] in $0.count(canary) } })
            }
            queue.resume()
        }

        /// Whether something still holds the object that `send` was given, after it returned.
        private nonisolated func isHeld(by send: (Canary) -> Void) -> Bool {
            weak var held: Canary?
            do {
                let canary = Canary {}
                held = canary
                send(canary)
            }
            return held != nil
        }
    }
}
