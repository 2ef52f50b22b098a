import Broadcaster
import BroadcasterTesting
import Testing

@testable import Mail

@Suite(.isolatedBroadcaster)
@MainActor
struct MailTests {
    @Test("a mail is broadcast")
    func mail() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        Inbox().receive("Lunch at noon?")
        await Broadcaster.settled()
        #expect(recorder.messages == [.mailArrived("Lunch at noon?")])
    }

    @Test("an empty mail is not broadcast")
    func emptyMail() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        Inbox().receive("")
        await Broadcaster.settled()
        #expect(recorder.messages.isEmpty)
    }

    // These two run at the same time. With a shared broadcaster, each badge would count the other's mails.

    @Test("a badge counts all mails", arguments: 1...8)
    func counts(mails: Int) async {
        let badge = Badge()
        for number in 1...mails {
            Inbox().receive("\(number)")
            await Broadcaster.settled()
        }
        #expect(badge.unread == mails)
    }

    @Test("a badge doesn't count empty mails", arguments: 1...8)
    func countsNoEmptyOnes(mails: Int) async {
        let badge = Badge()
        for number in 1...mails {
            Inbox().receive("\(number)")
            Inbox().receive("")
            await Broadcaster.settled()
        }
        #expect(badge.unread == mails)
    }

    @Test("a task inherits the broadcaster: await the task, then the delivery")
    func task() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        await Download().start().value
        await Broadcaster.settled()
        #expect(recorder.messages == [.mailArrived("downloaded")])
    }

    @Test("code on a queue uses the broadcaster that it was created with")
    func queue() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        let importer = Importer()
        importer.importOnQueue("imported")
        await withCheckedContinuation { done in
            importer.queue.async { done.resume() }
        }
        await Broadcaster.settled()
        #expect(recorder.messages == [.mailArrived("imported")])
    }

    @Test("a detached task uses the broadcaster that its creator stored")
    func detachedTask() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        await Importer().importDetached("imported").value
        await Broadcaster.settled()
        #expect(recorder.messages == [.mailArrived("imported")])
    }

    @Test("each test has a new broadcaster, not the shared one")
    func ownBroadcaster() {
        #expect(Broadcaster.current !== Broadcaster.shared)
        #expect(Broadcaster.current.channels.isEmpty)
    }

    @Test("the registered observers can be asserted")
    func registered() {
        let badge = Badge()
        #expect(Broadcaster.current.channels.map(\.observers) == [["Mail.Badge"]])
        withExtendedLifetime(badge) {}
    }
}
