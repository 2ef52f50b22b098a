import Broadcaster
import Foundation
import Testing

@Suite("The current broadcaster, where broadcasts are observed", .timeLimit(.minutes(10)))
struct CurrentWhereObserved {
    final class Statistics: BroadcastObserver {
        func broadcastWillBeSent(_ broadcast: Broadcast) {}

        func broadcastWasDelivered(
            _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
        ) {}
    }

    let broadcaster = Broadcaster()
    let statistics = Statistics()
    let counter = Counter()
    let isCurrent = Log<Bool>()

    init() {
        broadcaster.register(Counting.self, observer: counter)
        broadcaster.register(BroadcastObserver.self, observer: statistics)
    }

    @Test("it is the one that is bound, also after another one is deallocated")
    func afterAnother() async {
        // In a process of its own, where no other test has a broadcaster.
        await #expect(processExitsWith: .success) {
            let counter = Counter()
            let bound = Broadcaster()
            _ = Broadcaster()
            Broadcaster.$current.withValue(bound) { Broadcaster.register(Counting.self, observer: counter) }
            precondition(bound.observers(of: Counting.self).count == 1)
            precondition(Broadcaster.shared.observers(of: Counting.self).isEmpty)
        }
    }

    @Test("on the main queue, it is the broadcaster that delivers")
    func onMainQueue() async {
        broadcaster.notify(Counting.self) { [broadcaster, isCurrent] _ in
            isCurrent.write(Broadcaster.current === broadcaster)
        }
        await broadcaster.settled()
        #expect(isCurrent.entries == [true])
        withExtendedLifetime(self) {}
    }

    @Test("on another queue, it is the broadcaster that delivers")
    func onAnotherQueue() async {
        broadcaster.notify(Counting.self, on: .global()) { [broadcaster, isCurrent] _ in
            isCurrent.write(Broadcaster.current === broadcaster)
        }
        await broadcaster.settled()
        #expect(isCurrent.entries == [true])
        withExtendedLifetime(self) {}
    }
}
