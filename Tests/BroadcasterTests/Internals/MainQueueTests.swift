import TestSupport
import Testing

@testable import Broadcaster

@Suite("MainQueue", .timeLimit(.minutes(60)), .watched)
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
}
