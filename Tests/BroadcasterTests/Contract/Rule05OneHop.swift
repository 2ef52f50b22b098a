import Broadcaster
import Foundation
import Testing

extension DeliveryContract {
    @Suite("5. One hop per broadcast")
    @MainActor
    struct Rule05OneHop {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("a broadcast is one item of the main queue, keeps its place in it, and is never merged")
        func oneItem() async {
            let observers = ["a", "b", "c"].map { WordLogger($0, log) }
            for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
            for number in 1...2 {
                DispatchQueue.main.async { [log] in log.write("before \(number)") }
                broadcaster.notify(WordObserver.self) { $0.receive("\(number)") }
                DispatchQueue.main.async { [log] in log.write("after \(number)") }
            }
            await broadcaster.settled()
            #expect(
                log.entries == [
                    "before 1", "a 1", "b 1", "c 1", "after 1", "before 2", "a 2", "b 2", "c 2", "after 2",
                ])
            withExtendedLifetime(observers) {}
        }

        enum NoObserver: CaseIterable {
            case neverRegistered, unregistered, allUnregistered, purged
        }

        @Test(
            "a broadcast without observers is no item of the main queue: its block is released before notify returns",
            arguments: NoObserver.allCases)
        func noHop(reason: NoObserver) async {
            var observer: WordLogger? = WordLogger("observer", log)
            if reason != .neverRegistered { broadcaster.register(WordObserver.self, observer: observer!) }
            if reason == .unregistered { broadcaster.unregister(WordObserver.self, observer: observer!) }
            if reason == .allUnregistered { broadcaster.unregister(WordObserver.self) }
            observer = nil
            if reason == .purged {
                broadcaster.notify(WordObserver.self) { $0.receive("1") }
                await broadcaster.settled()
            }

            #expect(!isHeld { canary in broadcaster.notify(WordObserver.self) { [canary] in $0.receive("\(canary)") } })
        }

        @Test("a broadcast is no item of the main queue if iterations found that no registered observer is left")
        func noHopAfterPassing() {
            var observers = (0..<7).map { WordLogger("\($0)", log) }
            for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
            for observer in observers[..<4] { broadcaster.unregister(WordObserver.self, observer: observer) }
            observers = []
            // Three of seven are too few to compact for.
            #expect(broadcaster.observers(of: WordObserver.self).count == 0)
            #expect(!isHeld { canary in broadcaster.notify(WordObserver.self) { [canary] in $0.receive("\(canary)") } })
        }

        @Test("a broadcast to one living observer is an item of the main queue")
        func hop() {
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, observer: observer)
            #expect(isHeld { canary in broadcaster.notify(WordObserver.self) { [canary] in $0.receive("\(canary)") } })
        }

        @Test("a broadcast without observers is no item of any queue, whichever thread sends it")
        func noHopElsewhere() async {
            let counter = Counter()
            broadcaster.register(Incrementing.self, observer: counter)
            broadcaster.unregister(Incrementing.self, observer: counter)
            let broadcaster = broadcaster
            let queue = DispatchQueue(label: "test")
            queue.suspend()
            await onNewThread {
                #expect(
                    !isHeld { canary in
                        broadcaster.notify(Incrementing.self) { [canary] in withExtendedLifetime(canary, $0.increment) }
                    })
                #expect(
                    !isHeld { canary in
                        broadcaster.notify(Incrementing.self, on: queue) { [canary] in
                            withExtendedLifetime(canary, $0.increment)
                        }
                    })
            }
            queue.resume()
        }
    }
}
