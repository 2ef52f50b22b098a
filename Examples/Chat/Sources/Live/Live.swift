import Broadcaster
import ChatChannels
@preconcurrency import Dispatch
import NIOCore

/// The browsers' connections.
///
/// `Live` encodes each message once, and passes it on to the connections over the module's own channel. A connection is
/// an observer that exists as long as its stream. Nothing unregisters it.
public final class Live: Sendable {
    private let broadcaster: Broadcaster
    private let queue = DispatchQueue(label: "Live")
    private let timer: any DispatchSourceTimer

    /// Starts to pass messages and rosters on to connections.
    ///
    /// - Parameters:
    ///   - broadcaster: The broadcaster to observe.
    ///   - keepAlive: How often a comment is sent on a quiet stream.
    public init(broadcaster: Broadcaster, keepAlive: Duration = .seconds(15)) {
        self.broadcaster = broadcaster
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [broadcaster, queue] in
            broadcaster.notify(ConnectionObserver.self, on: queue) { $0.keepAlive() }
        }
        let interval = Double(keepAlive.components.seconds) + Double(keepAlive.components.attoseconds) / 1e18
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.resume()
        broadcaster.register(MessageObserver.self, observer: self)
        broadcaster.register(RosterObserver.self, observer: self)
    }

    deinit { timer.cancel() }
}

/// The channel between `Live` and its connections.
protocol ConnectionObserver: AnyObject, Sendable {
    func send(_ event: StreamEvent, to room: String)
    func keepAlive()
}

extension Live: MessageObserver, RosterObserver {
    /// Passes a message on to the room's connections.
    public func messageWasPosted(_ message: Message) {
        send(StreamEvent(message), to: message.room)
    }

    /// Passes a roster on to the room's connections.
    public func rosterDidChange(_ roster: Roster) {
        guard roster.origin == .everywhere else { return }
        send(StreamEvent(roster), to: roster.room)
    }

    private func send(_ event: StreamEvent, to room: String) {
        for connection in broadcaster.observers(of: ConnectionObserver.self) {
            connection.send(event, to: room)
        }
    }
}
