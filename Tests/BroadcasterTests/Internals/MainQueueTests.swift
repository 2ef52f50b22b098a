import Testing

@testable import Broadcaster

@Suite("MainQueue", .timeLimit(.minutes(10)))
struct MainQueueTests {
    @Test("a thread is on the main actor during a delivery, and not after it")
    func markedThread() async {
        let answers = await onNewThread {
            var answers: [Bool] = []
            MainQueue.delivering { answers.append(MainQueue.isMainActor) }
            return answers + [MainQueue.isMainActor]
        }
        #expect(answers == [true, false])
    }

    /// Becomes due for a purge on another thread while it is purged for the first time.
    final class Restless: Purgeable {
        let purges = Counter()

        func purge() {
            purges.increment()
            if purges.value == 1 { blockingOnNewThread { PurgeQueue.purge(self) } }
        }
    }

    @Test("an object that becomes due on another thread during a purge is purged again")
    func dueDuringPurge() async {
        let restless = Restless()
        await onNewThread { PurgeQueue.purge(restless) }
        for _ in 0..<2 { await Broadcaster.settled() }
        #expect(restless.purges.value == 2)
    }

    @Test("an object that is due for a purge is deallocated with its last owner, even while the main queue is blocked")
    @MainActor
    func deallocatedWhileDue() {
        let deinits = Counter()
        blockingOnNewThread { PurgeQueue.purge(Owned { deinits.increment() }) }
        #expect(deinits.value == 1)
    }

    final class Owned: Purgeable {
        private let canary: Canary

        init(onDeinit: @escaping () -> Void) { canary = Canary(onDeinit: onDeinit) }

        func purge() {}
    }
}
