import Foundation
import NIOConcurrencyHelpers
import Testing

/// A chat on this machine, to which its tests send requests, each over a connection of its own.
protocol Client: Sendable {
    var port: Int { get }
    /// The streams that the test has opened, and that it reads until the client is gone.
    var streams: NIOLockedValueBox<[Events]> { get }
}

struct Answer {
    let status: Int
    let head: String
    let body: String

    var error: String? { try? decoded(as: [String: String].self)["error"] }

    func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
        try JSONDecoder().decode(type, from: Data(body.utf8))
    }
}

extension Client {
    func send(
        _ method: String = "GET", _ path: String, headers: [String: String] = [:], body: [UInt8] = [],
        over socket: Socket? = nil
    ) async throws -> Answer {
        let socket = try socket ?? Socket(port: port)
        let fields = ["Content-Length": "\(body.count)", "Content-Type": "application/json"]
        // The server may answer and close before it has read all.
        try? socket.send(Self.head(method, path, fields.merging(headers) { $1 }) + body)
        let (status, head) = try await Self.head(from: socket)
        let count = try #require(head.firstMatch(of: /content-length: (\d+)/.ignoresCase()).flatMap { Int($0.1) })
        return Answer(status: status, head: head, body: String(decoding: try await socket.bytes(count), as: UTF8.self))
    }

    func post(
        _ text: String, by name: String = "Ann", in room: String = "lobby", headers: [String: String] = [:],
        over socket: Socket? = nil
    ) async throws -> Answer {
        let body = try JSONEncoder().encode(["name": name, "text": text])
        return try await send(
            "POST", "/rooms/\(encoded(room))/messages", headers: headers, body: Array(body), over: socket)
    }

    func messages(in room: String = "lobby", _ query: String = "after=0&limit=1000") async throws -> [WireMessage] {
        try await send("GET", "/rooms/\(encoded(room))/messages?\(query)").decoded()
    }

    func events(of room: String = "lobby", _ query: String = "", headers: [String: String] = [:]) async throws -> Events
    {
        let socket = try Socket(port: port)
        try socket.send(Self.head("GET", "/rooms/\(encoded(room))/events?\(query)", headers))
        guard try await Self.head(from: socket).status == 200 else { throw Incomplete() }
        let events = Events(socket)
        streams.withLockedValue { $0.append(events) }
        return events
    }

    /// Sends bytes as they are, and returns the first line of the answer, or `nil` if the server closes without one.
    func sendRaw(_ bytes: [UInt8]) async throws -> String? {
        let socket = try Socket(port: port)
        try socket.send(bytes)
        do {
            return try await socket.line()
        } catch is Incomplete {
            return nil
        }
    }

    func postLongTexts(_ count: Int, in room: String = "lobby") async throws {
        try await concurrently(count) { _ in _ = try await post(String(repeating: "x", count: 3_900), in: room) }
    }

    private static func head(_ method: String, _ path: String, _ headers: [String: String]) -> [UInt8] {
        let fields = ["Host": "127.0.0.1"].merging(headers) { $1 }
        return Array("\(method) \(path) HTTP/1.1\r\n\(fields.map { "\($0): \($1)\r\n" }.joined())\r\n".utf8)
    }

    private static func head(from socket: Socket) async throws -> (status: Int, text: String) {
        var lines = [try await socket.line()]
        while case let line = try await socket.line(), line != "\r" { lines.append(line) }
        return (Int(lines[0].split(separator: " ")[1]) ?? 0, lines.joined(separator: "\n"))
    }
}

let messagesPath = "/rooms/lobby/messages"
let eventsPath = "/rooms/lobby/events"

func encoded(_ text: some StringProtocol) -> String { text.utf8.map { String(format: "%%%02X", $0) }.joined() }
