import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A client of a chat on this machine, which opens a connection for each request.
///
/// AsyncHTTPClient would bring a TLS library, whose build takes longer than that of all the rest.
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
        try await withResponse(method, path, headers: headers, body: body) { head, parts, channel in
            let deadline = channel.scheduleDeadline()
            defer { deadline.cancel() }
            var bytes: [UInt8] = []
            while let part = try await parts.next() {
                if case .body(let buffer) = part { bytes += buffer.readableBytesView }
                if case .end = part { break }
            }
            return Answer(
                status: Int(head.status.code), headers: head.headers, body: String(decoding: bytes, as: UTF8.self))
        }
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
        try await withResponse(.GET, "/rooms/\(Self.encoded(room))/events?\(query)", headers: headers) {
            head, parts, channel in
            guard head.status == .ok else { throw UnexpectedStatus(code: Int(head.status.code)) }
            var events = Events(parts: parts, channel: channel)
            return try await body(&events)
        }
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

    typealias Parts = NIOAsyncChannelInboundStream<HTTPClientResponsePart>.AsyncIterator

    private func withResponse<R: Sendable>(
        _ method: HTTPMethod, _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
        _ read: (HTTPResponseHead, inout Parts, any Channel) async throws -> R
    ) async throws -> R {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
                        wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var fields = HTTPHeaders(headers.map { ($0.key, $0.value) })
            for (name, value) in [
                ("Host", "127.0.0.1"), ("Content-Length", "\(body.count)"), ("Content-Type", "application/json"),
            ] where !fields.contains(name: name) {
                fields.add(name: name, value: value)
            }
            try await outbound.write(
                contentsOf: [
                    .head(HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: fields)),
                    .body(.byteBuffer(ByteBuffer(bytes: body))), .end(nil),
                ])
            var parts = inbound.makeAsyncIterator()
            let deadline = channel.channel.scheduleDeadline()
            guard case .head(let head) = try await parts.next() else { throw UnexpectedStatus(code: 0) }
            deadline.cancel()
            return try await read(head, &parts, channel.channel)
        }
    }
}

extension Channel {
    /// Makes reading throw ``Late`` after 90 seconds, so that a test fails long before its time limit.
    fileprivate func scheduleDeadline() -> Scheduled<Void> {
        eventLoop.scheduleTask(in: .seconds(90)) { self.pipeline.fireErrorCaught(Late()) }
    }
}

/// Reads server-sent events as the standard describes it.
struct Events {
    private var parts: ChatClient.Parts
    private let channel: any Channel
    private var pending: [UInt8] = []
    /// How many bytes were read.
    private(set) var byteCount = 0

    init(parts: ChatClient.Parts, channel: any Channel) {
        self.parts = parts
        self.channel = channel
    }

    /// Returns the next event, or `nil` when the stream ends.
    mutating func next() async throws -> ChatClient.Event? {
        let deadline = channel.scheduleDeadline()
        defer { deadline.cancel() }
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
            guard let part = try await parts.next(), part != .end(nil) else { return nil }
            guard case .body(let buffer) = part else { continue }
            pending += buffer.readableBytesView
            byteCount += buffer.readableBytes
        }
    }
}
