import Broadcaster
import ChatChannels
import NIOConcurrencyHelpers
import NIOCore

/// One browser's stream of events: first the messages it missed, then the new ones.
///
/// It registers before it reads what the browser missed, and drops what it has already read. So there is no gap, and
/// no message comes twice.
public final class Connection: Attendee {
    /// The room.
    public let room: String
    /// The name, or `nil` for a reader who stays invisible.
    public let name: String?

    private let broadcaster: Broadcaster
    private let capacity: Int
    private let abort: @Sendable () -> Void
    private let state: NIOLockedValueBox<State>

    private struct State {
        /// The `id` of the last message that was passed on.
        var cursor: Int64
        /// The greatest `id` that the connection heard of.
        var newest: Int64 = 0
        /// Tells whether messages are read from the store.
        ///
        /// Messages that are heard of meanwhile aren't kept, because the store has them too.
        var isCatchingUp: Bool
        var events = [StreamEvent.start]
        /// The latest roster, until it is sent.
        var roster: StreamEvent?
        var lastRoster: StreamEvent?
        var isEnded = false
        var keepAlivesSinceEnd = 0
        var reader: CheckedContinuation<Void, Never>?

        var isIdle: Bool { events.isEmpty && roster == nil && !isEnded }

        mutating func takeEvents() -> [StreamEvent] {
            defer { (events, roster) = ([], nil) }
            // The end comes last.
            return isEnded ? events : events + [roster].compactMap { $0 }
        }

        mutating func replaceRoster(with event: StreamEvent) {
            guard event.bytes != lastRoster?.bytes else { return }
            (roster, lastRoster) = (event, event)
        }

        mutating func end(reason: String) {
            guard !isEnded else { return }
            isEnded = true
            events.append(StreamEvent(end: reason))
        }
    }

    /// Joins a room.
    ///
    /// - Parameters:
    ///   - room: The room.
    ///   - name: The name that appears in the roster, or `nil` for a reader who stays invisible.
    ///   - id: The `id` of the last message that was seen, or `nil` to get new messages only.
    ///   - broadcaster: The broadcaster to register with.
    ///   - capacity: How many events may wait for the browser to read.
    ///   - abort: Closes the connection of a browser that doesn't read at all.
    public init(
        room: String, name: String?, after id: Int64?, broadcaster: Broadcaster, capacity: Int = 256,
        abort: @escaping @Sendable () -> Void
    ) {
        self.room = room
        self.name = name
        self.broadcaster = broadcaster
        self.capacity = capacity
        self.abort = abort
        state = NIOLockedValueBox(State(cursor: id ?? 0, isCatchingUp: id != nil))
        broadcaster.register(ConnectionObserver.self, observer: self)
        broadcaster.register(Attendee.self, observer: self)
        for source in broadcaster.observers(of: RosterSource.self) {
            let event = StreamEvent(source.roster(of: room))
            // A roster that arrived since the registration is newer.
            update { if $0.lastRoster == nil { $0.replaceRoster(with: event) } }
        }
        broadcaster.notify(AttendanceObserver.self) { $0.attendanceDidChange(in: room) }
    }

    deinit {
        broadcaster.notify(AttendanceObserver.self) { [room] in $0.attendanceDidChange(in: room) }
    }

    /// Tells whether the stream ends, maybe after events that wait to be read.
    var isEnded: Bool { state.withLockedValue { $0.isEnded } }

    /// Ends the stream after what waits to be read.
    public func end(reason: String) {
        update { $0.end(reason: reason) }
    }

    /// Ends the stream at once, because the browser has gone.
    public func close() {
        update {
            $0.isEnded = true
            _ = $0.takeEvents()
        }
    }

    /// Returns what to send next, or `nil` when the stream ends.
    ///
    /// It is called by one task, which calls again when the browser has taken what was sent.
    public func next() async -> ByteBuffer? {
        while true {
            if let missed = await nextMissed() { return missed }
            let batch = state.withLockedValue { $0.takeEvents() }
            if !batch.isEmpty { return Self.joined(batch) }
            if isEnded { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    state.withLockedValue { state in
                        guard state.isIdle else { return continuation.resume() }
                        state.reader = continuation
                    }
                }
            } onCancel: {
                close()
            }
        }
    }

    private static func joined(_ events: [StreamEvent]) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(events.reduce(0) { $0 + $1.bytes.readableBytes })
        for event in events {
            bytes.writeImmutableBuffer(event.bytes)
        }
        return bytes
    }

    /// Reads a page of what the browser missed, unless it has caught up.
    private func nextMissed() async -> ByteBuffer? {
        let (isCatchingUp, cursor) = state.withLockedValue { ($0.isCatchingUp && !$0.isEnded, $0.cursor) }
        guard isCatchingUp else { return nil }
        do {
            let store = try broadcaster.observers(of: MessageStore.self).first()
            let missed = try await store.messages(in: room, after: cursor, limit: capacity).map { StreamEvent($0) }
            state.withLockedValue { state in
                state.cursor = missed.last?.id ?? state.cursor
                state.isCatchingUp = missed.count == capacity || state.newest > state.cursor
            }
            return missed.isEmpty ? nil : Self.joined(missed)
        } catch {
            end(reason: "the messages can't be read")
            return nil
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let reader = state.withLockedValue { state in
            change(&state)
            guard !state.isIdle else { return nil as CheckedContinuation<Void, Never>? }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
}

extension Connection: ConnectionObserver {
    func send(_ event: StreamEvent, to room: String) {
        guard room == self.room else { return }
        update { state in
            guard !state.isEnded else { return }
            guard let id = event.id else { return state.replaceRoster(with: event) }
            state.newest = id
            guard !state.isCatchingUp, id > state.cursor else { return }
            guard state.events.count < capacity else { return state.end(reason: "too slow") }
            state.events.append(event)
            state.cursor = id
        }
    }

    func keepAlive() {
        let isStuck = state.withLockedValue { state in
            state.keepAlivesSinceEnd += state.isEnded ? 1 : 0
            return state.keepAlivesSinceEnd > 1
        }
        guard !isStuck else { return abort() }
        update { state in
            if state.isIdle { state.events.append(.keepAlive) }
        }
    }
}
