import Foundation

// What `BroadcasterTesting` needs to know about the broadcaster of a test.
extension Broadcaster {
    /// Whether the caller is called by a delivery on the main queue, or by the task of a closure that awaits.
    package static var isReceiving: Bool { MainQueue.isDelivering || HandlingTask.mailbox != nil }

    /// The names of the protocols that were used with this broadcaster, in no order.
    package var usedChannels: [String] { withRegistry { $0.allEntries }.map(\.name) }

    /// The name of a protocol, as in ``channels``.
    package func channelName<T>(of protocolType: T.Type) -> String { withRegistry { $0.entry(of: T.self).name } }

    /// The protocols with a message that a closure hasn't handled yet, in no order.
    package var unhandledChannels: [String] { withRegistry { $0.deliveries.unhandledChannels } }

    /// Ends each wait of `settled()` after a time limit, but for the wait until the main queue has delivered.
    ///
    /// - Parameters:
    ///   - seconds: The limit.
    ///   - isOver: Called when a wait ends because of it, with the protocols whose closures didn't return; with none, if
    ///     a queue didn't deliver.
    package func limitSettling(to seconds: TimeInterval, isOver: @escaping @Sendable (_ channels: [String]) -> Void) {
        withRegistry { $0.deliveries.limit = PendingDeliveries.Limit(seconds: seconds, isOver: isOver) }
    }
}
