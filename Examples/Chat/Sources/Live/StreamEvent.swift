import ChatChannels
import Foundation
import NIOCore

/// An event in the format that browsers read.
///
/// It is encoded once, and all streams share its bytes.
struct StreamEvent: Sendable {
    /// The `id` of the message, or `nil` for an event that isn't a message.
    let id: Int64?
    let bytes: ByteBuffer

    /// A message, with the `id` that a browser sends when it reconnects.
    init(_ message: Message) {
        self.init(id: message.id, "id: \(message.id)\nevent: message\ndata: \(JSON.encode(message))\n\n")
    }

    /// The names of the people in the room.
    init(_ roster: Roster) {
        self.init("event: presence\ndata: \(JSON.encode(["names": roster.names]))\n\n")
    }

    /// The end of the stream, with its reason.
    init(end reason: String) {
        self.init("event: end\ndata: \(JSON.encode(["reason": reason]))\n\n")
    }

    /// Asks the browser to reconnect after a second.
    static let start = StreamEvent("retry: 1000\n\n")

    /// A comment, which shows proxies that the stream is alive.
    static let keepAlive = StreamEvent(": keep-alive\n\n")

    private init(id: Int64? = nil, _ text: String) {
        self.id = id
        bytes = ByteBuffer(string: text)
    }
}

/// JSON as it is sent everywhere: on one line, with dates in ISO 8601.
public enum JSON {
    /// Encodes a value.
    public static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(.iso8601WithMilliseconds))
        }
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("\(type(of: value)) can't be encoded: \(error)")
        }
    }
}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
    fileprivate static var iso8601WithMilliseconds: Self { .init(includingFractionalSeconds: true) }
}
