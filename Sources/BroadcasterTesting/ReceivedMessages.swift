import Broadcaster
import Foundation

/// What a recorder received, and what of it the test has read.
///
/// `@unchecked` because the lock guards what changes. A message that isn't `Sendable` stays on the main actor.
final class ReceivedMessages<Message>: Unreflected, @unchecked Sendable {
    /// A message that the test hasn't read, and the call of the recorder that brought it.
    private struct Unread {
        let position: Int
        let cause: Broadcaster.Cause
    }

    /// The broadcasts of the test; `nil` if the recorder records those of another broadcaster.
    private let pending: PendingBroadcasts?
    /// `nil` after the recorder was released.
    private var messages: [Message]? = []
    private var unread: [Unread] = []
    /// The number of the latest broadcast that was sent before the test last read all messages, or waited in vain.
    private var latestWhenRead = 0
    private let lock = NSLock()

    init(in test: IsolatedTest?) { pending = test?.pending }

    func append(_ message: Message) {
        let cause = Broadcaster.Cause.current
        lock.withLock {
            if let cause { unread.append(Unread(position: messages?.count ?? .max, cause: cause)) }
            messages?.append(message)
        }
    }

    /// The messages received so far, which the test doesn't read.
    var all: [Message] { lock.withLock { messages ?? [] } }

    /// Returns the messages that the test reads.
    func readAll() -> [Message] {
        let (all, read) = lock.withLock {
            defer { unread = [] }
            latestWhenRead = pending?.latestNumber ?? 0
            return (messages ?? [], unread)
        }
        noteWait(for: read)
        return all
    }

    /// Returns the message at a position, for which the test waited, so that it knows the earlier ones as well.
    func read(at position: Int) -> Message {
        let (message, read) = lock.withLock {
            let count = unread.prefix { $0.position <= position }.count
            defer { unread.removeFirst(count) }
            return (messages![position], unread.prefix(count))
        }
        noteWait(for: read)
        return message
    }

    /// Notes that the test waited in vain, so that it knows only what had arrived by now.
    func noteVainWait() { lock.withLock { latestWhenRead = pending?.latestNumber ?? 0 } }

    private func noteWait(for read: some Sequence<Unread>) { pending?.wereAwaited(read.map(\.cause.broadcastNumber)) }

    /// Releases the messages with their recorder; the test still learns from their causes what it missed.
    func release() {
        // Released after the lock.
        let released = lock.withLock {
            defer { messages = nil }
            return messages
        }
        withExtendedLifetime(released) {}
    }

    /// What to report at the end of the test: a message of a broadcast that was pending when the test last read all.
    ///
    /// By then, each message that a broadcast brings has arrived. So it doesn't matter how far the delivery was when
    /// the test read, and a broadcast that brings none isn't reported.
    var report: String? {
        let missed = lock.withLock { unread.first { $0.cause.broadcastNumber <= latestWhenRead } }
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
