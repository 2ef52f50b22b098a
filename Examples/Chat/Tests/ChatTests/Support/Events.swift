import Foundation

/// What `Message` is on the wire.
struct WireMessage: Codable, Hashable {
    var id: Int64
    var room: String
    var name: String
    var text: String
    var sent: String
}

/// A stream of server-sent events, read as the standard describes it, and by one task.
final class Events: @unchecked Sendable {
    struct Event {
        var id: Int64?
        var name = ""
        var data = ""
    }

    struct Presence: Decodable, Equatable {
        var names: [String]
        var count: Int
    }

    private(set) var byteCount = 0
    private let socket: Socket

    init(_ socket: Socket) { self.socket = socket }

    func close() { socket.finish(reading: true) }

    /// Returns the next event, or the next one of a name, or `nil` when the stream ends.
    func next(_ name: String? = nil) async throws -> Event? {
        var event = Event()
        while let line = try await line() {
            // Signs of life alone would keep a test that its suite's time limit has canceled.
            try Task.checkCancellation()
            if line.isEmpty {
                if !event.data.isEmpty, name == nil || name == event.name { return event }
                event = Event()
            }
            let field = line.prefix { $0 != ":" }
            let value = line.dropFirst(field.count + 1).drop { $0 == " " }
            switch field {
            case "id": event.id = Int64(value)
            case "event": event.name = String(value)
            case "data": event.data += value
            default: break
            }
        }
        return nil
    }

    /// Returns the next message, whose `id` stands in both places.
    func nextMessage() async throws -> WireMessage? {
        guard let event = try await next("message") else { return nil }
        let message = try JSONDecoder().decode(WireMessage.self, from: Data(event.data.utf8))
        guard message.id == event.id else { throw Incomplete() }
        return message
    }

    /// Returns the next messages, or fewer when the stream ends.
    func messages(_ count: Int) async throws -> [WireMessage] {
        var messages: [WireMessage] = []
        while messages.count < count, let message = try await nextMessage() { messages.append(message) }
        return messages
    }

    func nextPresence() async throws -> Presence? {
        try await next("presence").map { try JSONDecoder().decode(Presence.self, from: Data($0.data.utf8)) }
    }

    /// Waits for a roster, and tells whether it came.
    func show(_ names: String...) async throws -> Bool {
        while let presence = try await nextPresence() {
            if presence == Presence(names: names, count: names.count) { return true }
        }
        return false
    }

    /// Returns the next line, skipping those that frame the chunks, which have carriage returns.
    private func line() async throws -> String? {
        while case let line = try await socket.line(), line != "0\r" {
            guard line.last == "\r" else {
                byteCount += line.utf8.count + 1
                return line
            }
        }
        return nil
    }
}
