import Broadcaster
import Foundation

/// What was still pending when a test last read the messages of a recorder.
///
/// `@unchecked` because the lock guards what changes.
final class RecorderReading: Unreflected, @unchecked Sendable {
    private let channel: String
    /// The registration of the recorder.
    private let number: Int
    private let pending: PendingBroadcasts
    private var missed: Broadcaster.Broadcast?
    private let lock = NSLock()

    /// Follows the reads of a recorder that receives every broadcast of a protocol.
    init(of channel: String, by observation: Broadcaster.Observation, in test: IsolatedTest) {
        self.channel = channel
        number = observation.number
        pending = test.pending
        test.add(self)
    }

    /// Returns the messages that a reader gets, and notes what it misses.
    ///
    /// A broadcast is missed if the turn of the recorder is still to come after the messages were read. One that other
    /// observers receive after the recorder isn't, and neither is one that is sent meanwhile. If the recorder's turn
    /// came while the messages were read, they are read again, because they may lack the broadcast.
    func messagesAreRead<Message>(_ read: () -> [Message]) -> [Message] {
        let unreceived = pending.all.filter { $0.channel == channel && $0.isPending(for: number) }
        let messages = read()
        let first = unreceived.first { $0.isPending(for: number) }
        lock.withLock { missed = first }
        noteWait()
        return unreceived.isEmpty || first != nil ? messages : read()
    }

    /// Notes that the test waited for a message instead: it reads what the recorder has received by now.
    func messageWasAwaited() {
        lock.withLock {
            if missed?.isPending(for: number) == false { missed = nil }
        }
        noteWait()
    }

    /// Notes that the test has waited for the broadcasts whose turn has come.
    private func noteWait() { pending.wereAwaited { $0.channel == channel && !$0.isPending(for: number) } }

    var report: String? {
        lock.withLock { missed }.map { broadcast in
            """
            A recorder was last read while '\(channel)', broadcast at \(broadcast.place), was pending, so the test \
            can't have checked that broadcast. Await 'Broadcaster.settled()' before you read 'messages'.
            """
        }
    }
}
