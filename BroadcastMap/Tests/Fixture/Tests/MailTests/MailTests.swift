import Broadcaster
import BroadcasterTesting
import Channels
import Mail
import Values
import XCTest

final class MailTests: XCTestCase {
    @MainActor
    func testReceiving() {
        let observer = InboxSpy()
        //: register Channels.Inbox.Observer: InboxSpy (registered in MailTests.testReceiving()); handles
        //:     inboxDidChange()
        Broadcaster.register(Inbox.Observer.self, observer: observer)
        Mailbox().receive(with: .shared)
    }

    @MainActor
    func testUploading() {
        //: record Values.UploadObserver: a recorder in MailTests.testUploading()
        let all = MessageRecorder(UploadObserverMessage.self)
        //: record Values.DownloadObserver: a recorder in MailTests.testUploading(); for: "room"
        let some = recorder(DownloadObserverMessage.self)
        Upload().finish()
        print(all.messages, some.messages)
    }

    private func recorder<M: Broadcaster.SendableMessage>(_ type: M.Type) -> MessageRecorder<M> {
        MessageRecorder<M>(type, for: "room")
    }
}

final class InboxSpy: Inbox.Observer {
    func inboxDidChange() {}
}
