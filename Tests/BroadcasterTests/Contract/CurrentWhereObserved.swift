import Broadcaster
import Foundation
import Testing

@Suite("The current broadcaster, where broadcasts are observed", .timeLimit(.minutes(10)))
struct CurrentWhereObserved {
    final class Statistics: Broadcaster.Monitor {
        let current = Log<ObjectIdentifier>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
            current.write(ObjectIdentifier(Broadcaster.current))
        }

        func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {
            current.write(ObjectIdentifier(Broadcaster.current))
        }
    }

    let broadcaster = Broadcaster()
    let statistics = Statistics()
    let counter = Counter()
    let isCurrent = Log<Bool>()

    init() {
        broadcaster.register(Incrementing.self, observer: counter)
        broadcaster.register(Broadcaster.Monitor.self, observer: statistics)
    }

    @Test("the current broadcaster is the one that is bound, even after another one is deallocated", .startsProcess)
    func afterAnother() async {
        // In a process of its own, where no other test has a broadcaster.
        await #expect(processExitsWith: .success) {
            let counter = Counter()
            let bound = Broadcaster()
            _ = Broadcaster()
            Broadcaster.$current.withValue(bound) { Broadcaster.register(Incrementing.self, observer: counter) }
            precondition(bound.observers(of: Incrementing.self).count == 1)
            precondition(Broadcaster.shared.observers(of: Incrementing.self).isEmpty)
        }
    }

    @Test("on the main queue, the current broadcaster is the one that delivers, even if its broadcasts are observed")
    func onMainQueue() async {
        broadcaster.notify(Incrementing.self) { [broadcaster, isCurrent] _ in
            isCurrent.write(Broadcaster.current === broadcaster)
        }
        await broadcaster.settled()
        #expect(isCurrent.entries == [true])
        withExtendedLifetime(self) {}
    }

    @Test("where a broadcast is observed, the current broadcaster is the one that sends it, even without observers")
    func inBroadcastObservers() async {
        broadcaster.notify(Incrementing.self) { _ in }
        broadcaster.notify(WordObserver.self) { _ in }
        await broadcaster.settled()
        #expect(statistics.current.entries == Array(repeating: ObjectIdentifier(broadcaster), count: 4))
        withExtendedLifetime(self) {}
    }

    @Test("where the shared broadcaster is observed, it is current, even if another one is bound", .startsProcess)
    func ofShared() async {
        // In a process of its own, where no other test uses the shared broadcaster.
        await #expect(processExitsWith: .success) {
            let statistics = Statistics()
            Broadcaster.shared.register(Broadcaster.Monitor.self, observer: statistics)
            Broadcaster.$current.withValue(Broadcaster()) { Broadcaster.shared.notify(Incrementing.self) { _ in } }
            precondition(statistics.current.entries == Array(repeating: ObjectIdentifier(Broadcaster.shared), count: 2))
        }
    }

    enum Trace {
        @TaskLocal static var id = "none"
    }

    @Test("a task-local value of the sender reaches an observer only if the block binds it")
    func otherTaskLocals() async {
        let ids = Log<String>()
        Trace.$id.withValue("sender") {
            broadcaster.notify(Incrementing.self) { _ in ids.write(Trace.id) }
            broadcaster.notify(Incrementing.self) { [id = Trace.id] _ in
                Trace.$id.withValue(id) { ids.write(Trace.id) }
            }
        }
        await broadcaster.settled()
        #expect(ids.entries == ["none", "sender"])
        withExtendedLifetime(self) {}
    }

    @Test("on another queue, the current broadcaster is the one that delivers, even if its broadcasts are observed")
    func onAnotherQueue() async {
        broadcaster.notify(Incrementing.self, on: .global()) { [broadcaster, isCurrent] _ in
            isCurrent.write(Broadcaster.current === broadcaster)
        }
        await broadcaster.settled()
        #expect(isCurrent.entries == [true])
        withExtendedLifetime(self) {}
    }
}
