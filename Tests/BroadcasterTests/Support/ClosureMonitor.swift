import Broadcaster

/// A monitor that calls closures.
final class ClosureMonitor: Broadcaster.Monitor {
    private let onSent: @Sendable (Broadcaster.Broadcast) -> Void
    private let onDelivered: @Sendable (Broadcaster.Broadcast, Broadcaster.Delivery) -> Void
    private let onDropped: @Sendable (_ count: Int) -> Void

    init(
        onSent: @escaping @Sendable (Broadcaster.Broadcast) -> Void = { _ in },
        onDelivered: @escaping @Sendable (Broadcaster.Broadcast, Broadcaster.Delivery) -> Void = { _, _ in },
        onDropped: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) {
        (self.onSent, self.onDelivered, self.onDropped) = (onSent, onDelivered, onDropped)
    }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { onSent(broadcast) }
    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        onDelivered(broadcast, delivery)
    }
    func messagesWereDropped(_ count: Int, by _: Broadcaster.Broadcast) { onDropped(count) }
}
