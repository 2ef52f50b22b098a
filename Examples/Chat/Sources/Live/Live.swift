import AsyncAlgorithms
import Broadcaster
import ChatChannels
import Dispatch
import ServiceLifecycle

/// Connects browsers to their rooms, and gives quiet streams signs of life.
///
/// It shows a channel with a key: each connection observes its room. Messages and rosters are sent for a room, and cost
/// nothing in the others.
package final class Live: Sendable {
    private let store: any MessageStore
    private let broadcaster: Broadcaster
    private let keepAlive: Duration
    private let encoder = EventEncoder()
    private let queue = DispatchQueue(label: "Live")

    /// Connections read what their browsers missed in `store`, and get a sign of life after each interval `keepAlive`.
    package init(store: any MessageStore, broadcaster: Broadcaster, keepAlive: Duration = .seconds(15)) {
        (self.store, self.broadcaster, self.keepAlive) = (store, broadcaster, keepAlive)
    }

    /// Returns a connection that takes part in a room for as long as the caller holds it.
    ///
    /// Nothing unregisters it. It starts after the message `id`, or with the next message if that is `nil`.
    package func join(_ room: String, name: String?, after id: Int64?) -> Connection {
        Connection(room: room, name: name, after: id, store: store, encoder: encoder, broadcaster: broadcaster)
    }
}

extension Live: Service {
    /// Gives quiet streams signs of life until the service is shut down.
    package func run() async {
        for await _ in AsyncTimerSequence(interval: keepAlive, clock: .continuous).cancelOnGracefulShutdown() {
            broadcaster.notify(KeepAliveObserver.self, on: queue) { $0.keepAlive() }
        }
    }
}
