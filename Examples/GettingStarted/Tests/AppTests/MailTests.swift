import Broadcaster
import BroadcasterTesting
import MailChannel
import MailSync
import Testing

@testable import App

@Suite(.isolatedBroadcaster) @MainActor
struct MailTests {
    @Test func badgeCounts() async {
        let badge = Badge()
        Broadcaster.notify(MailObserver.self) { $0.mailArrived("Lunch?") }
        await Broadcaster.settled()
        #expect(badge.unread == 1)
    }

    @Test func syncSends() async {
        let recorder = MessageRecorder(MailObserverMessage.self)
        await MailSync().run(account: "work")
        await Broadcaster.settled()
        #expect(recorder.messages == [.mailArrived("Mail for work")])
    }
}
