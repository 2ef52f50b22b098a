import Broadcaster

/// The broadcasts of an isolated test: those that are pending, that it hasn't waited for, and that nothing observed.
final class SentBroadcasts: Broadcaster.Monitor {
    private struct Sent {
        let broadcast: Broadcaster.Broadcast
        /// Whether the test has waited for it, although it isn't delivered to every observer yet.
        var isAwaited = false
    }

    private struct State {
        /// The pending broadcasts by their numbers.
        var pending: [Int: Sent] = [:]
        /// The first broadcast of each channel that was delivered since the test last waited.
        var delivered: [String: Sent] = [:]
        /// The first broadcast of each channel that was delivered to no observer.
        var unobserved: [String: Sent] = [:]
        var latestNumber = Int.min
        var channels: Set<String> = []
    }

    let test: IsolatedTest.ID
    private let state = Locked(State())

    init(of test: IsolatedTest.ID) { self.test = test }

    /// The number of the latest broadcast.
    var latestNumber: Int { state.withLock { $0.latestNumber } }

    /// The channels of all broadcasts.
    var channels: Set<String> { state.withLock { $0.channels } }

    /// The first pending broadcast of each channel, in the order sent.
    var pending: [Broadcaster.Broadcast] { Self.first(state.withLock { Array($0.pending.values) }) }

    /// The first broadcast of each channel, in the order sent, that the test hasn't waited for, delivered or not.
    ///
    /// An error is caught after the test has thrown it, and the main queue may deliver in between. So what is pending
    /// then differs from run to run, and this doesn't.
    var unawaited: [Broadcaster.Broadcast] {
        Self.first(state.withLock { $0.pending.values.filter { !$0.isAwaited } + Array($0.delivered.values) })
    }

    /// The first broadcast of each channel, in the order sent, that no observer was called with.
    var unobserved: [Broadcaster.Broadcast] { Self.first(state.withLock { Array($0.unobserved.values) }) }

    /// Notes that the test has waited for what is delivered by now, and for some of what is pending.
    func noteWait(for numbers: [Int] = []) {
        state.withLock { state in
            state.delivered = [:]
            for number in numbers { state.pending[number]?.isAwaited = true }
        }
    }

    private static func first(_ broadcasts: [Sent]) -> [Broadcaster.Broadcast] {
        var channels: Set<String> = []
        return broadcasts.map(\.broadcast).sorted { $0.number < $1.number }
            .filter { channels.insert($0.protocolName).inserted }
    }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        state.withLock { state in
            state.pending[broadcast.number] = Sent(broadcast: broadcast)
            state.latestNumber = max(state.latestNumber, broadcast.number)
            state.channels.insert(broadcast.protocolName)
        }
        StrayBroadcasts.monitor.broadcastWillBeSent(broadcast, of: test)
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        state.withLock { state in
            guard let ended = state.pending.removeValue(forKey: broadcast.number) else { return }
            if delivery.calls.isEmpty { Self.add(ended, to: &state.unobserved) }
            if !ended.isAwaited { Self.add(ended, to: &state.delivered) }
        }
    }

    /// Adds a broadcast unless an earlier one of its channel is there.
    private static func add(_ sent: Sent, to broadcasts: inout [String: Sent]) {
        let other = broadcasts[sent.broadcast.protocolName]
        if let other, other.broadcast.number < sent.broadcast.number { return }
        broadcasts[sent.broadcast.protocolName] = sent
    }
}

extension Broadcaster.Broadcast {
    /// The sender's source location.
    var place: String { "\(fileID):\(line)" }

    var listing: String { "'\(protocolName)' from \(place)" }
}
