import Broadcaster
import XCTest

@testable import Mail

/// Binds a new broadcaster to each test of a subclass.
class BroadcastTestCase: XCTestCase {
    override func invokeTest() {
        Broadcaster.$current.withValue(Broadcaster()) { super.invokeTest() }
    }
}

final class MailTestCase: BroadcastTestCase {
    @MainActor
    func testMailIsBroadcast() async {
        let recorder = Recorder()
        Inbox().receive("Lunch at noon?")
        await Broadcaster.settled()
        XCTAssertEqual(recorder.subjects, ["Lunch at noon?"])
    }

    func testEachTestHasANewBroadcaster() {
        XCTAssert(Broadcaster.current !== Broadcaster.shared)
        XCTAssert(Broadcaster.current.channels.isEmpty)
    }
}
