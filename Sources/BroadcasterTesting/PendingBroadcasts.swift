import Broadcaster
import Foundation

/// The broadcasts of a test that aren't delivered yet.
///
/// `@unchecked` because the lock guards what changes.
final class PendingBroadcasts: Broadcaster.UnlistedMonitor, Unreflected, @unchecked Sendable {
    private var broadcasts: [ObjectIdentifier: (number: Int, broadcast: Broadcaster.Broadcast)] = [:]
    private var sentCount = 0
    private var sentCounts: [String: Int] = [:]
    private let lock = NSLock()

    /// The first pending broadcast of each channel, in the order sent.
    var first: [Broadcaster.Broadcast] {
        var channels: Set<String> = []
        return lock.withLock { Array(broadcasts.values) }.sorted { $0.number < $1.number }.map(\.broadcast)
            .filter { channels.insert($0.channel).inserted }
    }

    /// How often a channel was broadcast.
    func sentCount(of channel: String) -> Int { lock.withLock { sentCounts[channel, default: 0] } }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        lock.withLock {
            sentCount += 1
            sentCounts[broadcast.channel, default: 0] += 1
            broadcasts[ObjectIdentifier(broadcast)] = (sentCount, broadcast)
        }
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {
        _ = lock.withLock { broadcasts.removeValue(forKey: ObjectIdentifier(broadcast)) }
    }
}

extension Broadcaster.Broadcast {
    /// The sender's source location.
    var place: String { "\(fileID):\(line)" }
}
