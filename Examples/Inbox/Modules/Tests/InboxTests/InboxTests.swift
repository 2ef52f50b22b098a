import Broadcaster
import BroadcasterTesting
import InboxChannels
import MailSync
import MailboxList
import Testing

@testable import MessageScreen

/// Each test has its own broadcaster, so that all run in parallel.
@Suite(.isolatedBroadcaster, .timeLimit(.minutes(1)))
struct InboxTests {
    private let home = Mail(id: 1, account: .home, sender: "Ann", text: "Lunch at noon?")
    private let work = Mail(id: 2, account: .work, sender: "Bob", text: "The figures are in.")

    @Test("a mailbox shows the mails of its account")
    func mailboxOfOneAccount() async {
        let mailbox = MailboxModel(account: .home)
        await SyncEngine(server: TestServer(mails: [home, work])).sync()
        await Broadcaster.settled()
        #expect(mailbox.mails == [home])
        #expect(mailbox.unread == [home.id])
    }

    @Test("a sync sends its start, each mail, and its end, in this order")
    func order() async {
        let log = EventLog()
        await SyncEngine(server: TestServer(mails: [home, work])).sync()
        await Broadcaster.settled()
        #expect(log.events == ["start", "Ann", "Bob", "finish"])
    }

    @Test("the badge counts the unread mails of all accounts")
    func badge() async {
        let badge = UnreadBadge()
        await SyncEngine(server: TestServer(mails: [home, work])).sync()
        await Broadcaster.settled()
        #expect(badge.count == 2)
        sendThatWasRead(home)
        await Broadcaster.settled()
        #expect(badge.count == 1)
    }

    @Test("the server learns of each mail that was read, in order")
    func serverLearnsWhatWasRead() async {
        let server = TestServer(mails: [])
        let engine = SyncEngine(server: server)
        sendThatWasRead(home)
        sendThatWasRead(work)
        await Broadcaster.settled()
        #expect(await server.read == [home, work])
        withExtendedLifetime(engine) {}
    }

    @Test("opening a mail sends a message with its account as the key")
    func reading() async {
        let recorder = MessageRecorder(MailObserverMessage.self, for: Account.work)
        sendThatWasRead(home)
        sendThatWasRead(work)
        await Broadcaster.settled()
        #expect(recorder.messages == [.mailWasRead(work)])
    }

    @Test("the broadcaster doesn't keep a mailbox or a badge alive")
    func lifetimes() {
        weak var weakMailbox: MailboxModel?
        weak var weakBadge: UnreadBadge?
        do {
            let mailbox = MailboxModel(account: .home)
            let badge = UnreadBadge()
            weakMailbox = mailbox
            weakBadge = badge
        }
        #expect(weakMailbox == nil)
        #expect(weakBadge == nil)
    }
}

/// Records what is sent on both channels.
private final class EventLog: MailObserver, SyncObserver {
    private(set) var events: [String] = []

    init() {
        Broadcaster.register(MailObserver.self, observer: self)
        Broadcaster.register(SyncObserver.self, observer: self)
    }

    func mailArrived(_ mail: Mail) { events.append(mail.sender) }
    func mailWasRead(_ mail: Mail) {}
    func syncDidStart() { events.append("start") }
    func syncDidFinish() { events.append("finish") }
}

private actor TestServer: MailServer {
    private let mails: [Mail]
    private(set) var read: [Mail] = []

    init(mails: [Mail]) { self.mails = mails }

    func newMails() -> AsyncStream<Mail> {
        AsyncStream { continuation in
            mails.forEach { continuation.yield($0) }
            continuation.finish()
        }
    }

    func markAsRead(_ mail: Mail) { read.append(mail) }
}
