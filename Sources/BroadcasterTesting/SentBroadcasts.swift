import Broadcaster

/// The broadcasts of an isolated test: those that are pending, and those that it hasn't waited for.
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
        var latestNumber = Int.min
        var channels: Set<String> = []
    }

    private let test: IsolatedTest.ID
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
            let ended = state.pending.removeValue(forKey: broadcast.number)
            guard let ended, !ended.isAwaited else { return }
            let delivered = [state.delivered[broadcast.protocolName], ended].compactMap { $0 }
            state.delivered[broadcast.protocolName] = delivered.min { $0.broadcast.number < $1.broadcast.number }
        }
    }
}

extension Broadcaster.Broadcast {
    /// The sender's source location.
    var place: String { "\(fileID):\(line)" }
}
