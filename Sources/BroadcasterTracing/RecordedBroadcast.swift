import Broadcaster

/// What a trace keeps of a broadcast.
package struct RecordedBroadcast: Sendable {
    let number: Int
    let protocolName: String
    let hasKey: Bool
    let fileID: StaticString
    let line: UInt
    let cause: Broadcaster.Cause?
    /// When it was sent, in nanoseconds.
    let sent: UInt64
    /// `nil` while it is pending.
    var delivery: Broadcaster.Delivery?

    package init(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery? = nil) {
        number = broadcast.number
        protocolName = broadcast.protocolName
        hasKey = broadcast.hasKey
        fileID = broadcast.fileID
        line = broadcast.line
        cause = broadcast.cause
        sent = broadcast.sent.uptimeNanoseconds
        self.delivery = delivery
    }
}

/// The last broadcasts, in the order sent.
struct RecentBroadcasts {
    private let limit: Int
    /// The broadcast that was added as number `n`, from 0, is at the index `n % limit`.
    private var ring: [RecordedBroadcast] = []
    private var addedCount = 0
    /// How many broadcasts were added before each of those that are pending.
    private var pending: [Int: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// The broadcasts, the oldest first.
    var all: [RecordedBroadcast] {
        let oldest = ring.count < limit ? 0 : addedCount % limit
        return Array(ring[oldest...] + ring[..<oldest])
    }

    mutating func add(_ broadcast: RecordedBroadcast) {
        pending[broadcast.number] = addedCount
        if ring.count < limit {
            ring.append(broadcast)
        } else {
            pending[ring[addedCount % limit].number] = nil
            ring[addedCount % limit] = broadcast
        }
        addedCount += 1
    }

    mutating func complete(_ number: Int, _ delivery: Broadcaster.Delivery) {
        if let index = pending.removeValue(forKey: number) { ring[index % limit].delivery = delivery }
    }
}
