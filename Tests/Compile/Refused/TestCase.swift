// A test case in a target that is on the main actor by default: the initializers of XCTestCase aren't isolated.

import Broadcaster
import BroadcasterTesting
import XCTest

final class MailTestCase: BroadcastTestCase {
    // expected-main-error@-1 {{main actor-isolated initializer 'init(name:testClosure:)' has different actor isolation from nonisolated overridden declaration}}
    func testMail() {}
}

nonisolated final class InboxTestCase: BroadcastTestCase {
    @MainActor
    func testInbox() async { await Broadcaster.settled() }
}
