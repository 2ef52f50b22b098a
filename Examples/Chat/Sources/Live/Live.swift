import AsyncAlgorithms
import Broadcaster
import ChatChannels
import Dispatch
import ServiceLifecycle

/// Encodes each message once, and passes it on to the browsers' connections to its room.
///
/// It shows a channel with a key: the connections observe `RoomObserver` for their room, so a message costs nothing in the
/// other rooms.
package final class Live: Sendable {
    private let store: any MessageStore
    private let broadcaster: Broadcaster
    private let keepAlive: Duration
    private let queue = DispatchQueue(label: "Live")

    /// Starts to pass messages and rosters on to connections.
    ///
    /// - Parameters:
    ///   - store: Where connections read what their browsers missed.
    ///   - broadcaster: The broadcaster to observe.
    ///   - keepAlive: How often a quiet stream gets a sign of life.
    package init(store: any MessageStore, broadcaster: Broadcaster, keepAlive: Duration = .seconds(15)) {
        self.store = store
        self.broadcaster = broadcaster
        self.keepAlive = keepAlive
        broadcaster.register(MessageObserver.self, observer: self)
        broadcaster.register(RosterObserver.self, observer: self)
    }

    /// Returns a connection that takes part in a room for as long as the caller holds it.
    ///
    /// Nothing unregisters it. It starts after the message `id`, or with the next message if that is `nil`.
    package func join(_ room: String, name: String?, after id: Int64?) -> Connection {
        Connection(room: room, name: name, after: id, store: store, broadcaster: broadcaster)
    }
}

extension Live: MessageObserver, RosterObserver {
    /// Passes a message on to the room's connections.
    package func messageWasPosted(_ message: Message) {
        let connections = broadcaster.observers(of: RoomObserver.self, for: message.room)
        guard !connections.isEmpty else { return }
        let event = StreamEvent(message)
        connections.forEach { $0.messageWasEncoded(event, id: message.id) }
    }

    /// Passes a roster on to the room's connections.
    package func rosterDidChange(_ roster: Roster) {
        let connections = broadcaster.observers(of: RoomObserver.self, for: roster.room)
        guard !connections.isEmpty else { return }
        let event = StreamEvent(roster)
        connections.forEach { $0.rosterWasEncoded(event) }
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
