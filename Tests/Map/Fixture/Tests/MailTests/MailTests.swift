import Broadcaster
import Channels
import Mail
import XCTest

final class MailTests: XCTestCase {
    @MainActor
    func testReceiving() {
        let observer = InboxSpy()
        Broadcaster.register(Inbox.Observer.self, observer: observer)
        Mailbox().receive(with: .shared)
    }
}

final class InboxSpy: Inbox.Observer {
    func inboxDidChange() {}
}
