import Broadcaster
import Foundation
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("5. One hop per broadcast")
    @MainActor
    struct Rule05OneHop {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test(
            "a broadcast is one item of the main queue, keeps its place in it, and is never merged",
            arguments: WordChannel.Form.allCases)
        func oneItem(form: WordChannel.Form) async {
            let observers = ["a", "b", "c"].map { WordLogger($0, log) }
            let channel = WordChannel(form, observers)
            for number in 1...2 {
                DispatchQueue.main.async { [log] in log.write("before \(number)") }
                channel.notify { $0.receive("\(number)") }
                DispatchQueue.main.async { [log] in log.write("after \(number)") }
            }
            await broadcaster.settled()
            #expect(
                log.entries == [
                    "before 1", "a 1", "b 1", "c 1", "after 1", "before 2", "a 2", "b 2", "c 2", "after 2",
                ])
            withExtendedLifetime(observers) {}
        }

        enum Observing: CaseIterable {
            case registered, neverRegistered, unregistered, allUnregistered, purged
        }

        @Test(
            "a broadcast is an item of the main queue if an observer is left; else notify releases its block at once",
            arguments: WordChannel.Form.allCases, Observing.allCases)
        func hop(form: WordChannel.Form, observing: Observing) async {
            var observer: WordLogger? = WordLogger("observer", log)
            let channel = WordChannel(form)
            if observing != .neverRegistered { channel.add(observer!) }
            if observing == .unregistered { channel.remove(observer!) }
            if observing == .allUnregistered { channel.removeAll() }
            if observing != .registered { observer = nil }
            if observing == .purged {
                channel.notify { $0.receive("1") }
                await broadcaster.settled()
            }
            let isItem = isHeld { canary in channel.notify { [canary] in $0.receive("\(canary)") } }
            #expect(isItem == (observing == .registered))
            withExtendedLifetime(observer) {}
        }

        @Test("a broadcast is no item of the main queue if iterations found that no registered observer is left")
        func noHopAfterPassing() {
            var observers = (0..<7).map { WordLogger("\($0)", log, in: broadcaster) }
            for observer in observers[..<4] { broadcaster.unregister(WordObserver.self, observer: observer) }
            observers = []
            // Three of seven are too few to compact for.
            #expect(broadcaster.observers(of: WordObserver.self).count == 0)
            #expect(!isHeld { canary in broadcaster.notify(WordObserver.self) { [canary] in $0.receive("\(canary)") } })
        }

        @Test(
            "a broadcast without observers is no item of any queue, whichever thread sends it",
            arguments: QueueChannel.Form.allCases)
        func noHopElsewhere(form: QueueChannel.Form) async {
            let counter = Counter()
            let channel = QueueChannel(form, [counter])
            channel.remove(counter)
            channel.queue.suspend()
            await onNewThread {
                #expect(
                    !isHeld { canary in channel.notifyOnMain { [canary] in withExtendedLifetime(canary, $0.increment) }
                    })
                #expect(!isHeld { canary in channel.notify { [canary] in withExtendedLifetime(canary, $0.increment) } })
            }
            channel.queue.resume()
        }

        @Test("while an observer runs a modal loop in its call, all later broadcasts and settled() wait")
        func modalLoop() async {
            let observer = WordLogger("observer", log)
            observer.onReceiving = { [log] word in
                guard word == "1" else { return }
                // Time: what mustn't run has this long to run.
                let end = Date() + 0.05
                while Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
                log.write("loop ended")
            }
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("1") }
            broadcaster.notify(WordObserver.self) { $0.receive("2") }
            // Off the main actor, to which a task returns behind the broadcasts, whatever settled() waits for.
            await Task.detached { [broadcaster, log] in
                await broadcaster.settled()
                log.write("settled")
            }.value
            #expect(log.entries == ["observer 1", "loop ended", "observer 2", "settled"])
            withExtendedLifetime(observer) {}
        }

        @Test(
            "a broadcast to another queue is one item of it, and keeps its place", arguments: QueueChannel.Form.allCases
        )
        func onAnotherQueue(form: QueueChannel.Form) async {
            let entries = Log<String>()
            let counters = [Counter(), Counter()]
            let channel = QueueChannel(form, counters)
            channel.queue.suspend()
            for number in 1...2 {
                channel.notify { _ in
                    dispatchPrecondition(condition: .onQueue(channel.queue))
                    entries.write("call \(number)")
                }
                channel.queue.async { entries.write("after \(number)") }
            }
            #expect(entries.entries.isEmpty)
            channel.queue.resume()
            channel.queue.sync {}
            #expect(entries.entries == (1...2).flatMap { ["call \($0)", "call \($0)", "after \($0)"] })
            withExtendedLifetime(counters) {}
        }
    }
}
