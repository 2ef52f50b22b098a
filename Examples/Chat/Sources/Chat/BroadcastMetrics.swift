import Broadcaster
import Foundation
import Metrics

/// Counts and times the broadcasts of each channel: a monitor sees every broadcast, and knows no channel.
final class BroadcastMetrics: Broadcaster.Monitor {
    private let factory = MetricsSystem.factory

    init(broadcaster: Broadcaster) {
        broadcaster.register(Broadcaster.Monitor.self, observer: self)
    }

    func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
        Counter(label: "broadcasts_sent", dimensions: [("channel", broadcast.protocolName)], factory: factory)
            .increment()
    }

    func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
        let channel = [("channel", broadcast.protocolName)]
        Recorder(label: "broadcast_observers", dimensions: channel, factory: factory).record(delivery.observerCount)
        Timer(label: "broadcast_queue_time", dimensions: channel, factory: factory).recordSeconds(delivery.queueTime)
        Timer(label: "broadcast_duration", dimensions: channel, factory: factory).recordSeconds(delivery.duration)
    }
}
