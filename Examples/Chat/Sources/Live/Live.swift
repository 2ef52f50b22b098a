import AsyncAlgorithms
import Broadcaster
import ChatChannels
import Dispatch
import NIOCore
import ServiceLifecycle

/// The browsers' connections.
///
/// `Live` encodes each message once, and passes it on to the connections over the module's own channels. A connection is
/// an observer that exists as long as its stream. Nothing unregisters it.
public final class Live: Sendable {
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
    public init(store: any MessageStore, broadcaster: Broadcaster, keepAlive: Duration = .seconds(15)) {
        self.store = store
        self.broadcaster = broadcaster
        self.keepAlive = keepAlive
        broadcaster.register(MessageObserver.self, observer: self)
        broadcaster.register(RosterObserver.self, observer: self)
    }

    /// Joins a room: the connection takes part in it for as long as the caller holds it.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - name: The name that appears in the roster, or `nil` for a reader who stays invisible.
    ///   - id: The `id` of the last message that was seen, or `nil` to get new messages only.
    /// - Returns: The connection, to be run.
    public func join(_ room: String, name: String?, after id: Int64?) -> Connection {
        Connection(room: room, name: name, after: id, store: store, broadcaster: broadcaster)
    }
}

/// The channel between `Live` and the connections of one room, which is the key.
protocol RoomObserver: AnyObject, Sendable {
    func messageWasEncoded(_ event: StreamEvent, id: Int64)
    func rosterWasEncoded(_ event: StreamEvent)
}

/// The channel between `Live` and all connections.
protocol KeepAliveObserver: AnyObject, Sendable {
    func keepAlive()
}

extension Live: MessageObserver, RosterObserver {
    /// Passes a message on to the room's connections.
    public func messageWasPosted(_ message: Message) {
        let connections = broadcaster.observers(of: RoomObserver.self, for: message.room)
        guard !connections.isEmpty else { return }
        let event = StreamEvent(message)
        connections.forEach { $0.messageWasEncoded(event, id: message.id) }
    }

    /// Passes a roster on to the room's connections.
    public func rosterDidChange(_ roster: Roster) {
        let connections = broadcaster.observers(of: RoomObserver.self, for: roster.room)
        guard !connections.isEmpty else { return }
        let event = StreamEvent(roster)
        connections.forEach { $0.rosterWasEncoded(event) }
    }
}

extension Live: Service {
    /// Gives quiet streams signs of life until the service is shut down.
    public func run() async {
        for await _ in AsyncTimerSequence(interval: keepAlive, clock: .continuous).cancelOnGracefulShutdown() {
            broadcaster.notify(KeepAliveObserver.self, on: queue) { $0.keepAlive() }
        }
    }
}
