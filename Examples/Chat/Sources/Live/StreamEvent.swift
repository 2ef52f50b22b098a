import ChatChannels
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// An event in the format that browsers read.
struct StreamEvent: Sendable {
    let bytes: ByteBuffer

    /// A message, with the `id` that a browser sends when it reconnects.
    init(_ message: Message) {
        self.init("id: \(message.id)\nevent: message\ndata: \(JSON.encode(message))\n\n")
    }

    init(_ roster: Roster) {
        let people = People(names: Array(roster.names.prefix(50)), count: roster.names.count)
        self.init("event: presence\ndata: \(JSON.encode(people))\n\n")
    }

    init(end reason: String) {
        self.init("event: end\ndata: \(JSON.encode(["reason": reason]))\n\n")
    }

    /// Asks the browser to reconnect after a second.
    static let start = StreamEvent("retry: 1000\n\n")

    /// Shows the page, and proxies on the way, that the stream is alive.
    static let keepAlive = StreamEvent("event: alive\ndata: {}\n\n")

    private init(_ text: String) { bytes = ByteBuffer(string: text) }

    private struct People: Encodable {
        let names: [String]
        let count: Int
    }
}

/// Encodes each event once, although all connections of a room ask for it, one after another.
final class EventEncoder: Sendable {
    private let message = NIOLockedValueBox<(value: Message, event: StreamEvent)?>(nil)
    private let roster = NIOLockedValueBox<(value: Roster, event: StreamEvent)?>(nil)

    func event(_ message: Message) -> StreamEvent { Self.event(message, self.message, StreamEvent.init) }

    func event(_ roster: Roster) -> StreamEvent { Self.event(roster, self.roster, StreamEvent.init) }

    private static func event<Value: Equatable>(
        _ value: Value, _ last: NIOLockedValueBox<(value: Value, event: StreamEvent)?>, _ encode: (Value) -> StreamEvent
    ) -> StreamEvent {
        last.withLockedValue { last in
            if let last, last.value == value { return last.event }
            let event = encode(value)
            last = (value, event)
            return event
        }
    }
}

/// JSON as it is sent everywhere: on one line, with dates in ISO 8601.
package enum JSON {
    package static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom {
            try $0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)).encode(to: $1)
        }
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("\(type(of: value)) can't be encoded: \(error)")
        }
    }
}
