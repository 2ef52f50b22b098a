import Testing

@testable import Broadcaster

@Suite("MainQueue", .timeLimit(.minutes(10)))
struct MainQueueTests {
    /// Becomes due for a purge on another thread while it is purged for the first time.
    final class Restless: Purgeable {
        let purges = Counter()

        func purge() {
            purges.count("")
            if purges.value == 1 { blockingOnNewThread { MainQueue.purge(self) } }
        }
    }

    @Test("an object that becomes due on another thread during a purge is purged again")
    func dueDuringPurge() async {
        let restless = Restless()
        await onNewThread { MainQueue.purge(restless) }
        for _ in 0..<2 { await Broadcaster.settled() }
        #expect(restless.purges.value == 2)
    }
}
