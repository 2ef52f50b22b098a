import Foundation
import Testing

@testable import Chat

/// A request to a chat whose host is `chat.example`, and the status that answers it.
struct Request: CustomTestStringConvertible {
    let status: Int
    var path = messages
    var headers: [String: String] = [:]
    /// What is posted; without it, the path is read.
    var body: [UInt8]? = nil

    static let messages = "/rooms/lobby/messages"
    static let events = "/rooms/lobby/events"
    static let message = #"{"name": "Ann", "text": "x"}"#

    static func posts(_ status: Int, _ bodies: [[UInt8]], to path: String = messages) -> [Request] {
        bodies.map { Request(status: status, path: path, body: $0) }
    }

    static func posts(_ status: Int, _ bodies: [String]) -> [Request] { posts(status, bodies.map { Array($0.utf8) }) }

    static func posts(_ status: Int, _ headers: [[String: String]]) -> [Request] {
        headers.map { Request(status: status, headers: $0, body: Array(message.utf8)) }
    }

    static func gets(_ status: Int, _ paths: [String]) -> [Request] { paths.map { Request(status: status, path: $0) } }

    static func gets(_ status: Int, _ path: String, _ headers: [[String: String]]) -> [Request] {
        headers.map { Request(status: status, path: path, headers: $0) }
    }

    var testDescription: String {
        "\(status) \(path) \(headers) \(String(decoding: (body ?? []).prefix(99), as: UTF8.self))"
    }
}

@Suite("Requests and their answers", .timeLimit(.minutes(10)))
struct RequestTests {
    static let malformedMessages = Request.posts(
        400,
        [
            "", "{", "[]", "null", "\"text\"", #"{"name": "Ann"}"#, #"{"text": "x"}"#, #"{"name": 1, "text": "x"}"#,
            #"{"name": "", "text": "x"}"#, #"{"name": "Ann", "text": ""}"#, #"{"name": "Ann", "text": " \n"}"#,
            #"{"name": "A\u0000", "text": "x"}"#, #"{"name": "Ann", "text": "\u0000"}"#,
            #"{"name": "A\nB", "text": "x"}"#, #"{"name": "A\u009fB", "text": "x"}"#,
            #"{"name": "\ud800", "text": "x"}"#,
            #"{"name": "\#(String(repeating: "n", count: 65))", "text": "x"}"#,
            #"{"name": "Ann", "text": "\#(String(repeating: "t", count: 4_001))"}"#,
            // One `Character` each, of 65 and 4,001 scalars.
            #"{"name": "n\#(String(repeating: "\u{20DD}", count: 64))", "text": "x"}"#,
            #"{"name": "Ann", "text": "t\#(String(repeating: "\u{20DD}", count: 4_000))"}"#,
        ])

    /// Too short, overlong, a surrogate, and too large, in a member that counts and in one that doesn't; and UTF-16.
    static let encodings: [Request] = {
        let invalid: [[UInt8]] = [[0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
        let starts = [#"{"name": "Ann", "text": ""#, #"{"name": "Ann", "text": "x", "more": ""#]
        let bodies = starts.flatMap { start in invalid.map { Array(start.utf8) + $0 + Array(#""}"#.utf8) } }
        return Request.posts(400, bodies + [Request.message.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }])
    }()

    static let rooms = ["%FF", "a%0Ab", "%00", "%20", "a%", "a%4", "a%4g", String(repeating: "r", count: 65)]
    static let invisible = ["\u{200B}", " \u{2060} ", "\u{3164}", "\u{2800}"]
    static let numbers = [
        "messages?limit=0", "messages?limit=1001", "messages?limit=x", "messages?after=-1", "messages?after=",
        "messages?after=9223372036854775808", "messages?after=%FF", "events?after=x", "events?name=%07",
    ]
    static let otherSites = [
        ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example", "Host": "127.0.0.1:8080"],
        ["Origin": "null"], ["Origin": "http://127.0.0.1:1", "Host": "127.0.0.1:8080"],
        ["Origin": "http://evil.example", "Sec-Fetch-Site": "none"],
    ]
    static let ownPage = [
        ["Origin": "http://127.0.0.1:8080", "Host": "127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"],
        ["Sec-Fetch-Site": "none"], [:],
    ]
    static let otherHosts = [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "x",
    ].map { ["Host": $0] }
    static let ownHosts = [
        "localhost", "LocalHost:8080", "127.0.0.1", "192.0.2.1:80", "[::1]:8080", "Chat.example:443",
    ]
    .map { ["Host": $0] }
    static let otherTypes = ["text/plain", "application/x-www-form-urlencoded", "", "json"].map { ["Content-Type": $0] }
    static let injections = [
        "\(Request.events)?name=\(encoded("Ann\r\nSet-Cookie: a=b\r\n\r\nevent: message"))",
        "/rooms/\(encoded("lobby\r\nSet-Cookie: a=b"))/messages",
    ]

    static let table: [(kind: String, requests: [Request])] = [
        ("a malformed message", malformedMessages),
        ("a body that isn't UTF-8", encodings),
        ("a body that is too large", Request.posts(413, [Request.message + String(repeating: " ", count: 1 << 17)])),
        ("a room to read", Request.gets(400, rooms.flatMap { ["/rooms/\($0)/messages", "/rooms/\($0)/events"] })),
        ("a name that is invisible", Request.posts(400, invisible.map { #"{"name": "\#($0)", "text": "x"}"# })),
        (
            "a room that is invisible",
            invisible.flatMap {
                Request.posts(400, [Array(Request.message.utf8)], to: "/rooms/\(encoded($0))/messages")
            }
        ),
        ("a wrong number or name", Request.gets(400, numbers.map { "/rooms/lobby/" + $0 })),
        ("a wrong last id", Request.gets(400, Request.events, [["Last-Event-ID": "x"]])),
        ("an injected header or event", Request.gets(400, injections)),
        // The channels are shown only if an option asks for it.
        ("an unknown path", Request.gets(404, ["/nowhere", "/channels"])),
        ("another type of content", Request.posts(415, otherTypes)),
        ("the type of JSON", Request.posts(201, [["Content-Type": "Application/JSON; charset=utf-8"]])),
        ("a post of another site", Request.posts(403, otherSites)),
        ("a stream for another site", Request.gets(403, Request.events, otherSites)),
        ("a post of the chat's own page", Request.posts(201, ownPage)),
        ("a link on another site", Request.gets(200, "/", [["Sec-Fetch-Site": "cross-site"]])),
        ("a page of another host", Request.gets(421, "/", otherHosts)),
        ("a post to another host", Request.posts(421, otherHosts)),
        ("the chat's own host", Request.gets(200, "/health", ownHosts)),
    ]

    @Test(
        "A request is answered with its status, and a refusal says why and stores nothing",
        .server(set(\.hostNames, ["chat.example"])), arguments: table.indices)
    func requests(row: Int) async throws {
        let (kind, requests) = Self.table[row]
        for request in requests {
            let answer = try await server.send(
                request.body == nil ? "GET" : "POST", request.path, headers: request.headers,
                body: request.body ?? [])
            #expect(answer.status == request.status, "\(kind): \(request.testDescription)")
            guard request.status >= 400 else { continue }
            #expect(answer.error?.isEmpty == false, "\(kind): \(request.testDescription)")
            #expect(!answer.head.lowercased().contains("set-cookie"))
            #expect(try await server.messages() == [], "\(kind): \(request.testDescription)")
        }
    }
}
