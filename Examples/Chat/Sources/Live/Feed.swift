/// What one browser gets next, as a plain value: it locks nothing, waits for nothing and sends nothing.
struct Feed {
    /// How many bytes of events may wait for the browser to read.
    static let capacity = 256 * 1_024

    /// The `id` of the last message that was passed on.
    private(set) var cursor: Int64
    /// Tells whether messages are read from the store.
    ///
    /// Messages that are heard of meanwhile aren't kept, because the store has them too.
    private(set) var isCatchingUp: Bool
    private(set) var isEnded = false

    /// The greatest `id` that was heard of.
    private var newest: Int64 = 0
    private var events = [StreamEvent.start]
    private var byteCount = 0
    private var roster: StreamEvent?
    private var lastRoster: StreamEvent?

    /// Creates a feed that starts after an `id`, or with the next message if that is `nil`.
    init(after id: Int64?) {
        cursor = id ?? 0
        isCatchingUp = id != nil
    }

    mutating func take() -> [StreamEvent] {
        defer { (events, byteCount, roster) = ([], 0, nil) }
        // The end comes last.
        return isEnded ? events : events + [roster].compactMap { $0 }
    }

    /// Adds a message, or ends the feed if too much waits already.
    mutating func add(message: StreamEvent, id: Int64) {
        newest = id
        guard !isEnded, !isCatchingUp, id > cursor else { return }
        byteCount += message.bytes.readableBytes
        guard byteCount <= Self.capacity else { return end(reason: "too slow") }
        events.append(message)
        cursor = id
    }

    /// Notes that messages were passed on up to an `id`, or with `nil`, that the store has no more.
    mutating func pass(upTo id: Int64?) {
        cursor = id ?? cursor
        // A message that was heard of after the last page was read is on the next one.
        isCatchingUp = id != nil || newest > cursor
    }

    /// Replaces the roster, unless the browser knows it.
    mutating func replace(roster event: StreamEvent) {
        guard event.bytes != lastRoster?.bytes else { return }
        (roster, lastRoster) = (event, event)
    }

    /// Adds a sign of life, unless something else waits.
    mutating func keepAlive() {
        if events.isEmpty, roster == nil, !isEnded { events = [.keepAlive] }
    }

    mutating func end(reason: String) {
        guard !isEnded else { return }
        isEnded = true
        events.append(StreamEvent(end: reason))
    }

    mutating func close() {
        isEnded = true
        (events, roster) = ([], nil)
    }
}
