import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A client of a chat on this machine.
struct ChatClient: Sendable {
    let port: Int

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: String

        func decoded<T: Decodable>(as type: T.Type) throws -> T {
            try JSONDecoder().decode(type, from: Data(body.utf8))
        }
    }

    /// An event of a stream of server-sent events.
    struct Event: Sendable, Hashable {
        var id: Int64?
        var name = ""
        var data = ""
    }

    /// What `Message` is on the wire.
    struct Message: Codable, Sendable, Hashable {
        var id: Int64
        var room: String
        var name: String
        var text: String
        var sent: String
    }

    func send(
        _ method: HTTPMethod = .GET, _ path: String, headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> Answer {
        let response = try await respond(method, path, headers: headers, body: body, within: .seconds(90))
        let bytes = try await response.body.collect(upTo: 1 << 26)
        return Answer(status: Int(response.status.code), headers: response.headers, body: String(buffer: bytes))
    }

    func post(
        _ text: String, by name: String = "Ann", in room: String = "lobby", headers: [String: String] = [:]
    ) async throws -> Answer {
        let body = try JSONEncoder().encode(["name": name, "text": text])
        return try await send(.POST, "/rooms/\(Self.encoded(room))/messages", headers: headers, body: Array(body))
    }

    func messages(in room: String = "lobby", _ query: String = "after=0&limit=1000") async throws -> [Message] {
        try await send(.GET, "/rooms/\(Self.encoded(room))/messages?\(query)").decoded(as: [Message].self)
    }

    /// Reads a room's events for as long as `body` runs.
    func withEvents<R: Sendable>(
        of room: String = "lobby", _ query: String = "", headers: [String: String] = [:],
        _ body: (inout Events) async throws -> R
    ) async throws -> R {
        // The stream ends when the response isn't held any longer.
        let response = try await respond(
            .GET, "/rooms/\(Self.encoded(room))/events?\(query)", headers: headers, within: .minutes(8))
        guard response.status == .ok else { throw UnexpectedStatus(code: Int(response.status.code)) }
        var events = Events(response.body)
        return try await body(&events)
    }

    struct UnexpectedStatus: Error {
        let code: Int
    }

    /// Sends bytes as they are, and returns what comes back until the server closes, or answers `reply`.
    func sendRaw(_ bytes: [UInt8], until reply: String? = nil) async throws -> String {
        let socket = try RawSocket(port: port)
        try socket.send(bytes)
        return try await socket.read { text in reply.map(text.contains) ?? false }
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { String(format: "%%%02X", $0) }.joined()
    }

    private func respond(
        _ method: HTTPMethod, _ path: String, headers: [String: String], body: [UInt8] = [], within limit: TimeAmount
    ) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = method
        if method == .POST {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        return try await Self.client.execute(request, timeout: limit)
    }

    /// Connections aren't used again, and a server that is gone isn't waited for, so that tests see what their server does.
    private static let client = {
        var configuration = HTTPClient.Configuration()
        // An answer or an event that doesn't come makes a test fail long before its time limit.
        configuration.timeout.read = .seconds(90)
        configuration.connectionPool.idleTimeout = .zero
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 10_000
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}

/// Reads server-sent events as the standard describes it.
struct Events {
    private var chunks: HTTPClientResponse.Body.AsyncIterator
    private var pending: [UInt8] = []
    /// How many bytes were read.
    private(set) var byteCount = 0

    init(_ body: HTTPClientResponse.Body) {
        chunks = body.makeAsyncIterator()
    }

    /// Returns the next event, or `nil` when the stream ends.
    mutating func next() async throws -> ChatClient.Event? {
        var event = ChatClient.Event()
        while let line = try await nextLine() {
            if line.isEmpty {
                guard !event.data.isEmpty else { continue }
                return event
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

    /// Returns the next event of a name, and skips the others.
    mutating func next(_ name: String) async throws -> ChatClient.Event? {
        while let event = try await next() {
            if event.name == name { return event }
        }
        return nil
    }

    /// Returns the next message, whose `id` stands in both places.
    mutating func nextMessage() async throws -> ChatClient.Message? {
        guard let event = try await next("message") else { return nil }
        let message = try JSONDecoder().decode(ChatClient.Message.self, from: Data(event.data.utf8))
        guard message.id == event.id else { throw ChatClient.UnexpectedStatus(code: 0) }
        return message
    }

    /// Returns the texts of the next messages.
    mutating func texts(_ count: Int) async throws -> [String] {
        var texts: [String] = []
        while texts.count < count, let message = try await nextMessage() {
            texts.append(message.text)
        }
        return texts
    }

    struct Presence: Decodable, Equatable {
        var names: [String]
        var count: Int
    }

    /// Returns the next roster.
    mutating func nextPresence() async throws -> Presence? {
        try await next("presence").map { try JSONDecoder().decode(Presence.self, from: Data($0.data.utf8)) }
    }

    /// Waits for a roster.
    mutating func waitForNames(_ names: [String]) async throws -> Bool {
        while let presence = try await nextPresence() {
            if presence == Presence(names: names, count: names.count) { return true }
        }
        return false
    }

    private mutating func nextLine() async throws -> String? {
        while true {
            if let end = pending.firstIndex(of: 10) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            guard let chunk = try await chunks.next() else { return nil }
            pending += chunk.readableBytesView
            byteCount += chunk.readableBytes
        }
    }
}
