import Broadcaster
import BroadcasterTesting
import XCTest

@testable import Mail

final class MailTestCase: BroadcastTestCase {
    @MainActor
    func testMailIsBroadcast() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        Inbox().receive("Lunch at noon?")
        await Broadcaster.settled()
        XCTAssertEqual(recorder.messages, [.mailArrived("Lunch at noon?")])
    }

    // Delivery follows the order in which items were added to the main queue.
    func testMailIsBroadcastWithoutAwaiting() {
        let recorder = MainActor.assumeIsolated { MessageRecorder(MailObserverMessage.self) }
        Inbox().receive("Lunch at noon?")
        let delivered = expectation(description: "delivered")
        DispatchQueue.main.async { delivered.fulfill() }
        // Time: ends a test that hangs, because XCTest wants a limit.
        wait(for: [delivered], timeout: 600)
        MainActor.assumeIsolated { XCTAssertEqual(recorder.messages, [.mailArrived("Lunch at noon?")]) }
    }

    func testEachTestHasANewBroadcaster() {
        XCTAssert(Broadcaster.current !== Broadcaster.shared)
        XCTAssert(Broadcaster.current.channels.isEmpty)
    }
}
