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

    func testEachTestHasANewBroadcaster() {
        XCTAssert(Broadcaster.current !== Broadcaster.shared)
        XCTAssert(Broadcaster.current.channels.isEmpty)
    }
}
