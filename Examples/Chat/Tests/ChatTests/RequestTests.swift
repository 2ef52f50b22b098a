import Foundation
import Testing

@testable import Chat

/// Requests of one kind, each path with each of the headers and each of the bodies, and the status of all answers.
struct Requests: CustomTestStringConvertible {
    let kind: String
    let status: Int
    var paths = [messagesPath]
    var headers: [[String: String]] = [[:]]
    /// What is posted; `nil` reads the path.
    var bodies: [[UInt8]?] = [nil]

    var testDescription: String { kind }
}

@Suite("Requests and their answers", .timeLimit(.minutes(10)))
struct RequestTests {
    static let message = #"{"name": "Ann", "text": "x"}"#
    static let malformed = [
        "", "{", "[]", "null", "\"text\"", #"{"name": "Ann"}"#, #"{"text": "x"}"#, #"{"name": 1, "text": "x"}"#,
        #"{"name": "", "text": "x"}"#, #"{"name": "Ann", "text": ""}"#, #"{"name": "Ann", "text": " \n"}"#,
        #"{"name": "A\u0000", "text": "x"}"#, #"{"name": "Ann", "text": "\u0000"}"#,
        #"{"name": "A\nB", "text": "x"}"#, #"{"name": "A\u009fB", "text": "x"}"#, #"{"name": "\ud800", "text": "x"}"#,
        #"{"name": "\#(String(repeating: "n", count: 65))", "text": "x"}"#,
        #"{"name": "Ann", "text": "\#(String(repeating: "t", count: 4_001))"}"#,
        // One `Character` each, of 65 and 4,001 scalars.
        #"{"name": "n\#(String(repeating: "\u{20DD}", count: 64))", "text": "x"}"#,
        #"{"name": "Ann", "text": "t\#(String(repeating: "\u{20DD}", count: 4_000))"}"#,
    ]

    /// Too short, overlong, a surrogate, and too large, in a member that counts and in one that doesn't; and UTF-16.
    static let encodings: [[UInt8]] = {
        let invalid: [[UInt8]] = [[0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
        let starts = [#"{"name": "Ann", "text": ""#, #"{"name": "Ann", "text": "x", "more": ""#]
        let bodies = starts.flatMap { start in invalid.map { Array(start.utf8) + $0 + Array(#""}"#.utf8) } }
        return bodies + [message.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }]
    }()

    static let invisible = ["\u{200B}", " \u{2060} ", "\u{3164}", "\u{2800}"]
    static let rooms = ["%FF", "a%0Ab", "%00", "%20", "a%", "a%4", "a%4g", String(repeating: "r", count: 65)]
    static let numbers = [
        "messages?limit=0", "messages?limit=1001", "messages?limit=x", "messages?after=-1", "messages?after=",
        "messages?after=9223372036854775808", "events?after=x", "events?name=%07", "events?name=%FF",
    ]
    static let injections = [
        "\(eventsPath)?name=\(encoded("Ann\r\nSet-Cookie: a=b\r\n\r\nevent: message"))",
        "/rooms/\(encoded("lobby\r\nSet-Cookie: a=b"))/messages",
    ]
    static let otherTypes = ["text/plain", "application/x-www-form-urlencoded", "", "json"].map { ["Content-Type": $0] }
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
    ].map { ["Host": $0] }

    private static func utf8(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    static let post = utf8([message])
    static let table = [
        Requests(kind: "a malformed message", status: 400, bodies: utf8(malformed)),
        Requests(kind: "a body that isn't UTF-8", status: 400, bodies: encodings),
        Requests(
            kind: "a body too large", status: 413, bodies: utf8([message + String(repeating: " ", count: 1 << 17)])),
        Requests(
            kind: "a room to read", status: 400,
            paths: rooms.flatMap { ["/rooms/\($0)/messages", "/rooms/\($0)/events"] }),
        Requests(
            kind: "a name that is invisible", status: 400,
            bodies: utf8(invisible.map { #"{"name": "\#($0)", "text": "x"}"# })),
        Requests(
            kind: "a room that is invisible", status: 400,
            paths: invisible.map { "/rooms/\(encoded($0))/messages" }, bodies: post),
        Requests(kind: "a wrong number or name", status: 400, paths: numbers.map { "/rooms/lobby/" + $0 }),
        Requests(kind: "a wrong last id", status: 400, paths: [eventsPath], headers: [["Last-Event-ID": "x"]]),
        Requests(kind: "an injected header or event", status: 400, paths: injections),
        // The channels are shown only if an option asks for it.
        Requests(kind: "an unknown path", status: 404, paths: ["/nowhere", "/channels"]),
        Requests(kind: "another type", status: 415, headers: otherTypes, bodies: post),
        Requests(
            kind: "the type of JSON", status: 201, headers: [["Content-Type": "Application/JSON; charset=utf-8"]],
            bodies: post),
        Requests(kind: "a post of another site", status: 403, headers: otherSites, bodies: post),
        Requests(kind: "a stream for another site", status: 403, paths: [eventsPath], headers: otherSites),
        Requests(kind: "a post of the chat's own page", status: 201, headers: ownPage, bodies: post),
        Requests(
            kind: "a link on another site", status: 200, paths: ["/"], headers: [["Sec-Fetch-Site": "cross-site"]]),
        Requests(kind: "a page of another host", status: 421, paths: ["/"], headers: otherHosts),
        Requests(kind: "a post to another host", status: 421, headers: otherHosts, bodies: post),
        Requests(kind: "the chat's own host", status: 200, paths: ["/health"], headers: ownHosts),
    ]

    @Test(
        "A request is answered with its status, and a refusal says why and stores nothing",
        .server { $0.hostNames = ["chat.example"] }, arguments: table)
    func requests(row: Requests) async throws {
        for path in row.paths {
            for headers in row.headers {
                for body in row.bodies {
                    let answer = try await server.send(
                        body == nil ? "GET" : "POST", path, headers: headers, body: body ?? [])
                    let request = "\(path) \(headers) \(String(decoding: (body ?? []).prefix(99), as: UTF8.self))"
                    #expect(answer.status == row.status, "\(request)")
                    guard row.status >= 400 else { continue }
                    #expect(answer.error?.isEmpty == false, "\(request)")
                    #expect(!answer.head.lowercased().contains("set-cookie"))
                    #expect(try await server.messages() == [], "\(request)")
                }
            }
        }
    }
}
