import Broadcaster
import Foundation

/// The broadcasts of a test that aren't delivered yet, and those that it hasn't waited for.
///
/// `@unchecked` because the lock guards what changes.
final class PendingBroadcasts: Broadcaster.Monitor, Unreflected, @unchecked Sendable {
    private struct Pending {
        let broadcast: Broadcaster.Broadcast
        /// Whether the test has waited for it, although it isn't delivered to every observer yet.
        var isAwaited = false
    }

    /// The pending broadcasts by their numbers.
    private var broadcasts: [Int: Pending] = [:]
    /// The first broadcast of each channel that was delivered since the test last waited.
    private var delivered: [String: Pending] = [:]
    private var latest = 0
    private var sent: Set<String> = []
    private let test: TestID
    private let lock = NSLock()

    init(of test: TestID) { self.test = test }

    /// The number of the latest broadcast.
    var latestNumber: Int { lock.withLock { latest } }

    /// The channels of all broadcasts.
    var sentChannels: Set<String> { lock.withLock { sent } }

    /// The first pending broadcast of each channel, in the order sent.
    var first: [Broadcaster.Broadcast] { Self.first(lock.withLock { Array(broadcasts.values) }) }

    /// The first broadcast of each channel, in the order sent, that the test hasn't waited for, delivered or not.
    ///
    /// An error is caught after the test has thrown it, and the main queue may deliver in between. So what is pending
    /// then differs from run to run, and this doesn't.
    var firstUnawaited: [Broadcaster.Broadcast] {
        Self.first(lock.withLock { broadcasts.values.filter { !$0.isAwaited } + Array(delivered.values) })
    }

    /// Notes that the test has waited for what is delivered by now, and for some of what is pending.
    func wereAwaited(_ numbers: [Int] = []) {
        lock.withLock {
            delivered = [:]
            for number in numbers { broadcasts[number]?.isAwaited = true }
        }
    }

    private static func first(_ broadcasts: [Pending]) -> [Broadcaster.Broadcast] {
        var channels: Set<String> = []
        return broadcasts.map(\.broadcast).sorted { $0.number < $1.number }
            .filter { channels.insert($0.protocolName).inserted }
    }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        lock.withLock {
            broadcasts[broadcast.number] = Pending(broadcast: broadcast)
            latest = max(latest, broadcast.number)
            sent.insert(broadcast.protocolName)
        }
        StrayBroadcasts.monitor.broadcastWillBeSent(broadcast, of: test)
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        lock.withLock {
            let ended = broadcasts.removeValue(forKey: broadcast.number)
            guard let ended, !ended.isAwaited else { return }
            let earlier = delivered[broadcast.protocolName]
            if earlier.map({ broadcast.number < $0.broadcast.number }) ?? true {
                delivered[broadcast.protocolName] = ended
            }
        }
    }
}

extension Broadcaster.Broadcast {
    /// The sender's source location.
    var place: String { "\(fileID):\(line)" }
}
