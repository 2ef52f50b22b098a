import Broadcaster
import Foundation

/// What was still pending when a test last read the messages of a recorder.
///
/// `@unchecked` because the lock guards what changes.
final class RecorderReading: Unreflected, @unchecked Sendable {
    private let channel: String
    private let pending: PendingBroadcasts
    private let earlierCount: Int
    private var missed: Broadcaster.Broadcast?
    private let lock = NSLock()

    /// Follows the reads of a recorder that receives every broadcast of a protocol from now on.
    init(of channel: String, in test: IsolatedTest) {
        self.channel = channel
        pending = test.pending
        earlierCount = pending.sentCount(of: channel)
        test.add(self)
    }

    /// Returns the messages that a reader gets, and notes what it misses.
    ///
    /// A broadcast that the recorder has received may still be pending, because other observers are called after it.
    /// So the counts decide. The messages are read last and once, because one that arrives meanwhile isn't missed.
    func messagesAreRead<Message>(_ read: () -> [Message]) -> [Message] {
        let sentCount = pending.sentCount(of: channel) - earlierCount
        let messages = read()
        let isComplete = messages.count >= sentCount
        let first = isComplete ? nil : pending.first(of: channel, after: earlierCount)
        lock.withLock { missed = first }
        return messages
    }

    /// Notes that the test waited for a message instead.
    func messageWasAwaited() { lock.withLock { missed = nil } }

    var report: String? {
        lock.withLock { missed }.map { broadcast in
            """
            A recorder was last read while '\(channel)', broadcast at \(broadcast.place), was pending, so the test \
            can't have checked that broadcast. Await 'Broadcaster.settled()' before you read 'messages'.
            """
        }
    }
}
