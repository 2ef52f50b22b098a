import Broadcaster

/// What a trace keeps of a broadcast.
struct RecordedBroadcast: Sendable {
    let broadcast: Broadcaster.Broadcast
    /// `nil` while it is pending.
    var delivery: Broadcaster.Delivery?
    /// The texts of its messages whose types the trace receives.
    var messages: [String] = []
}

/// The last broadcasts, in the order sent.
struct RecentBroadcasts {
    private let limit: Int
    /// The broadcast that was added as number `n`, from 0, is at the index `n % limit`.
    private var ring: [RecordedBroadcast] = []
    private var addedCount = 0
    /// How many broadcasts were added before each of those that are pending.
    private var pending: [Int: Int] = [:]

    init(limit: Int = 10_000) {
        if limit < 1 { fatalError("A trace keeps at least one broadcast, but 'keepingLast' is \(limit).") }
        self.limit = limit
    }

    /// The broadcasts, the oldest first.
    var all: [RecordedBroadcast] {
        let oldest = ring.count < limit ? 0 : addedCount % limit
        return Array(ring[oldest...] + ring[..<oldest])
    }

    mutating func add(_ broadcast: Broadcaster.Broadcast) {
        pending[broadcast.number] = addedCount
        if ring.count < limit {
            ring.append(RecordedBroadcast(broadcast: broadcast))
        } else {
            pending[ring[addedCount % limit].broadcast.number] = nil
            ring[addedCount % limit] = RecordedBroadcast(broadcast: broadcast)
        }
        addedCount += 1
    }

    /// Adds a message to a broadcast that is pending.
    mutating func add(_ message: String, to number: Int) {
        if let index = pending[number] { ring[index % limit].messages.append(message) }
    }

    /// Notes the delivery of a broadcast, and returns its messages, if it is still among the last ones.
    mutating func complete(_ number: Int, _ delivery: Broadcaster.Delivery) -> [String] {
        guard let index = pending.removeValue(forKey: number) else { return [] }
        ring[index % limit].delivery = delivery
        return ring[index % limit].messages
    }
}

extension String {
    /// Returns the text, cut after so many characters.
    func limited(to count: Int) -> String { dropFirst(count).isEmpty ? self : "\(prefix(count - 1))…" }
}
