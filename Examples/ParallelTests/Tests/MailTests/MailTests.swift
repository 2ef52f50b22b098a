import Broadcaster
import Foundation
import Testing

@testable import Mail

/// What a test asserts with: an observer that writes down what it hears.
final class Recorder: MailObserver {
    private(set) var subjects: [String] = []

    @MainActor
    init() {
        Broadcaster.register(MailObserver.self, observer: self)
    }

    func mailArrived(_ subject: String) { subjects.append(subject) }
}

@Suite(.isolatedBroadcaster, .timeLimit(.minutes(1)))
@MainActor
struct MailTests {
    @Test("a mail is broadcast")
    func wasMade() async {
        let recorder = Recorder()
        Inbox().receive("Lunch at noon?")
        await Broadcaster.settled()
        #expect(recorder.subjects == ["Lunch at noon?"])
    }

    @Test("an empty mail is not")
    func wasNotMade() async {
        let recorder = Recorder()
        Inbox().receive("")
        await Broadcaster.settled()
        #expect(recorder.subjects.isEmpty)
    }

    // These two send and count at the same time: with one broadcaster, each badge would count the other's mails.

    @Test("a badge counts all mails", arguments: 1...8)
    func counts(mails: Int) async {
        let badge = Badge()
        for number in 1...mails {
            Inbox().receive("\(number)")
            await Broadcaster.settled()
        }
        #expect(badge.unread == mails)
    }

    @Test("a badge does not count empty mails", arguments: 1...8)
    func countsNoEmptyOnes(mails: Int) async {
        let badge = Badge()
        for number in 1...mails {
            Inbox().receive("\(number)")
            Inbox().receive("")
            await Broadcaster.settled()
        }
        #expect(badge.unread == mails)
    }

    @Test("a task that is started inherits the broadcaster: wait for it, then for the delivery")
    func task() async {
        let recorder = Recorder()
        await Download().start().value
        await Broadcaster.settled()
        #expect(recorder.subjects == ["downloaded"])
    }

    @Test("a queue does not: the code keeps the broadcaster that it was made with")
    func queue() async {
        let recorder = Recorder()
        let importer = Importer()
        importer.importOnQueue("imported")
        await withCheckedContinuation { done in
            importer.queue.async { done.resume() }
        }
        await Broadcaster.settled()
        #expect(recorder.subjects == ["imported"])
    }

    @Test("nor does a detached task")
    func detachedTask() async {
        let recorder = Recorder()
        await Importer().importDetached("imported").value
        await Broadcaster.settled()
        #expect(recorder.subjects == ["imported"])
    }

    @Test("each test, and each case of one, has a broadcaster of its own, which is not the shared one")
    func ownBroadcaster() {
        #expect(Broadcaster.current !== Broadcaster.shared)
        #expect(Broadcaster.current.channels.isEmpty)
    }

    @Test("who is registered can be asserted as well")
    func registered() {
        let badge = Badge()
        #expect(Broadcaster.current.channels.map(\.observers) == [["Mail.Badge"]])
        withExtendedLifetime(badge) {}
    }
}
