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

    package init(store: any MessageStore, broadcaster: Broadcaster, keepAlive: Duration = .seconds(15)) {
        (self.store, self.broadcaster, self.keepAlive) = (store, broadcaster, keepAlive)
    }

    /// Returns a connection that takes part in a room for as long as the caller holds it: nothing unregisters it.
    package func join(_ room: String, name: String?, after id: Int64?) -> Connection {
        Connection(room: room, name: name, after: id, store: store, encoder: encoder, broadcaster: broadcaster)
    }
}

extension Live: Service {
    package func run() async {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: self.keepAlive)) != nil {
                self.broadcaster.notify(KeepAliveObserver.self, on: self.queue) { $0.keepAlive() }
            }
        }
    }
}
