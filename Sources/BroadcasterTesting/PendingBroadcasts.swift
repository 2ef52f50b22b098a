import Broadcaster
import Foundation

/// The broadcasts of a test that aren't delivered yet.
///
/// `@unchecked` because the lock guards what changes.
final class PendingBroadcasts: Broadcaster.Monitor, UnlistedObserver, Unreflected, @unchecked Sendable {
    private struct Pending {
        let broadcast: Broadcaster.Broadcast
        /// Counts the broadcasts of all channels.
        let number: Int
        /// Counts those of its channel.
        let numberInChannel: Int
    }

    private var broadcasts: [ObjectIdentifier: Pending] = [:]
    private var sentCount = 0
    private var sentCounts: [String: Int] = [:]
    private let lock = NSLock()

    /// The first pending broadcast of each channel, in the order sent.
    var first: [Broadcaster.Broadcast] {
        var channels: Set<String> = []
        return lock.withLock { Array(broadcasts.values) }.sorted { $0.number < $1.number }.map(\.broadcast)
            .filter { channels.insert($0.channel).inserted }
    }

    /// The first pending broadcast of a channel after so many.
    func first(of channel: String, after count: Int) -> Broadcaster.Broadcast? {
        lock.withLock { Array(broadcasts.values) }
            .filter { $0.broadcast.channel == channel && $0.numberInChannel > count }
            .min { $0.number < $1.number }?.broadcast
    }

    /// How often a channel was broadcast.
    func sentCount(of channel: String) -> Int { lock.withLock { sentCounts[channel, default: 0] } }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        lock.withLock {
            sentCount += 1
            let numberInChannel = sentCounts[broadcast.channel, default: 0] + 1
            sentCounts[broadcast.channel] = numberInChannel
            broadcasts[ObjectIdentifier(broadcast)] = Pending(
                broadcast: broadcast, number: sentCount, numberInChannel: numberInChannel)
        }
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        _ = lock.withLock { broadcasts.removeValue(forKey: ObjectIdentifier(broadcast)) }
    }
}

extension Broadcaster.Broadcast {
    /// The sender's source location.
    var place: String { "\(fileID):\(line)" }
}
