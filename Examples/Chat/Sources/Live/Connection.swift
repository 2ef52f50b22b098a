import Broadcaster
import ChatChannels
import NIOConcurrencyHelpers
import NIOCore

/// One browser's stream of events: first the messages it missed, then the new ones.
///
/// It shows an observer that lives as long as its stream, and is forgotten with it. It registers before it reads what
/// the browser missed, and drops what it has already read. So there is no gap, and no message comes twice.
package final class Connection: Attendee {
    /// The name, or `nil` for a reader who stays invisible.
    package let name: String?

    private let room: String
    private let store: any MessageStore
    private let encoder: EventEncoder
    private let broadcaster: Broadcaster
    /// Locked, because each channel calls from its sender's queue.
    private let feed: NIOLockedValueBox<Feed>
    private let wakeUps = WakeUps()

    init(
        room: String, name: String?, after id: Int64?, store: any MessageStore, encoder: EventEncoder,
        broadcaster: Broadcaster
    ) {
        (self.room, self.name, self.store) = (room, name, store)
        (self.encoder, self.broadcaster) = (encoder, broadcaster)
        feed = NIOLockedValueBox(Feed(after: id))
        // For the event that every feed begins with.
        wakeUps.wakeUp()
        broadcaster.register(MessageObserver.self, for: room, observer: self)
        broadcaster.register(RosterObserver.self, for: room, observer: self)
        broadcaster.register(KeepAliveObserver.self, observer: self)
        broadcaster.register(Attendee.self, for: room, observer: self)
        // On the main actor, so that all arrivals and departures are in one order. Their observers only take a note.
        broadcaster.notify(AttendanceObserver.self, for: room) { $0.attendeeDidJoin(room) }
    }

    deinit {
        // Weak references to it are `nil` already, so the room's observers no longer include it.
        broadcaster.notify(AttendanceObserver.self, for: room) { [room] in $0.attendeeDidLeave(room) }
    }

    /// Sends events until the stream ends, and waits each time until the browser has taken them.
    package func run(send: (ByteBuffer) async throws -> Void) async throws {
        try await catchUp(send)
        for await _ in wakeUps.stream {
            let (events, isEnded) = feed.withLockedValue { ($0.take(), $0.isEnded) }
            if !events.isEmpty { try await send(Self.joined(events)) }
            if isEnded { return }
        }
    }

    package func end(reason: String) { update { $0.end(reason: reason) } }
    package func close() { update { $0.close() } }

    /// Sends what the browser missed, one page of the store at a time.
    private func catchUp(_ send: (ByteBuffer) async throws -> Void) async throws {
        while case let (cursor, true) = feed.withLockedValue({ ($0.cursor, $0.isCatchingUp && !$0.isEnded) }) {
            guard let page = try? await store.messages(in: room, after: cursor, limit: 256) else {
                return end(reason: "the messages can't be read")
            }
            if !page.isEmpty { try await send(Self.joined(page.map { StreamEvent($0) })) }
            feed.withLockedValue { $0.pass(upTo: page.last?.id) }
        }
    }

    /// Returns the bytes of events as one write, which costs less than many.
    ///
    /// All streams share the bytes of an event that is alone.
    private static func joined(_ events: [StreamEvent]) -> ByteBuffer {
        guard events.count > 1 else { return events[0].bytes }
        let size = events.reduce(0) { $0 + $1.bytes.readableBytes }
        return events.reduce(into: ByteBufferAllocator().buffer(capacity: size)) { $0.writeImmutableBuffer($1.bytes) }
    }

    private func update(_ change: (inout Feed) -> Void) {
        feed.withLockedValue(change)
        wakeUps.wakeUp()
    }
}

extension Connection: MessageObserver, RosterObserver, KeepAliveObserver {
    package func messageWasPosted(_ message: Message) {
        let event = encoder.event(message)
        update { $0.add(message: event, id: message.id) }
    }

    package func rosterDidChange(_ roster: Roster) {
        let event = encoder.event(roster)
        update { $0.replace(roster: event) }
    }

    func keepAlive() { update { $0.keepAlive() } }
}

/// The channel between `Live` and all connections, which no other module sees.
protocol KeepAliveObserver: AnyObject, Sendable {
    func keepAlive()
}
