import Broadcaster

/// What a recorder received, and what of it the test has read.
///
/// A message that isn't `Sendable` stays on the main actor.
final class ReceivedMessages<Message>: Sendable {
    /// A message that the test hasn't read, and the call of the recorder that brought it.
    private struct Unread {
        let position: Int
        let cause: Broadcaster.Cause
    }

    private struct State {
        /// `nil` after the recorder was released.
        var messages: [Message]? = []
        var unread: [Unread] = []
        /// The number of the latest broadcast that was sent before the test last read all messages, or waited in vain.
        var latestWhenRead: Int?
    }

    /// The broadcasts of the test; `nil` if the recorder records those of another broadcaster.
    private let sent: SentBroadcasts?
    /// Whether the recorder records those of the shared broadcaster, and was created outside any isolated test.
    private let isOfNoTest: Bool
    private let state = Locked(State())

    init(from broadcaster: Broadcaster) {
        sent = IsolatedTest.current(of: broadcaster)?.sent
        isOfNoTest = broadcaster === Broadcaster.shared && IsolatedTest.current == nil
    }

    func append(_ message: Message) {
        let cause = Broadcaster.Cause.current
        state.withLock { state in
            if let cause { state.unread.append(Unread(position: state.messages?.count ?? .max, cause: cause)) }
            state.messages?.append(message)
        }
    }

    /// The messages received so far, which the test doesn't read.
    var all: [Message] { state.withLock { $0.messages ?? [] } }

    /// Tells a test that uses the recorder if it records the broadcasts of another test, or of none.
    func noteUse() {
        guard let user = IsolatedTest.current, sent.map({ $0.test != user.id }) ?? isOfNoTest else { return }
        let whose = sent.map { "that of another test, '\($0.test.name)'" } ?? "the shared one"
        user.addMisplacedRecorder(
            """
            A recorder of \(Message.self) gets nothing of what this test sends, because its broadcaster is \(whose). \
            Create a recorder in each test, or in 'setUp()'.
            """)
    }

    /// Returns the messages that the test reads.
    func readAll() -> [Message] {
        noteUse()
        let (all, read) = state.withLock { state in
            defer { state.unread = [] }
            state.latestWhenRead = sent?.latestNumber
            return (state.messages ?? [], state.unread)
        }
        noteWait(for: read)
        return all
    }

    /// Returns the message at a position, for which the test waited, so that it knows the earlier ones as well.
    func read(at position: Int) -> Message {
        let (message, read) = state.withLock { state in
            let count = state.unread.prefix { $0.position <= position }.count
            defer { state.unread.removeFirst(count) }
            return (state.messages![position], state.unread.prefix(count))
        }
        noteWait(for: read)
        return message
    }

    /// Notes that the test waited in vain, so that it knows only what had arrived by now.
    func noteVainWait() { state.withLock { $0.latestWhenRead = sent?.latestNumber } }

    private func noteWait(for read: some Sequence<Unread>) { sent?.noteWait(for: read.map(\.cause.broadcastNumber)) }

    /// Releases the messages with their recorder; the test still learns from their causes what it missed.
    func release() {
        // Released after the lock.
        let released = state.withLock { state in
            defer { state.messages = nil }
            return state.messages
        }
        withExtendedLifetime(released) {}
    }

    /// What to report at the end of the test: a message of a broadcast that was pending when the test last read all.
    ///
    /// By then, each message that a broadcast brings has arrived. So it doesn't matter how far the delivery was when
    /// the test read, and a broadcast that brings none isn't reported.
    var report: String? {
        let missed = state.withLock { state in
            state.latestWhenRead.flatMap { latest in state.unread.first { $0.cause.broadcastNumber <= latest } }
        }
        return missed.map { missed in
            """
            A recorder was last read while '\(missed.cause.protocolName)', broadcast at \(missed.cause.place), was pending, so \
            the test can't have checked that broadcast. Await 'Broadcaster.settled()' before you read 'messages'.
            """
        }
    }
}

extension Broadcaster.Cause {
    /// The source location of the sender.
    fileprivate var place: String { "\(fileID):\(line)" }
}
