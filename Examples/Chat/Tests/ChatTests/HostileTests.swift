import Foundation
import Rooms
import Testing

@testable import Chat

@Suite("Hostile requests", .timeLimit(.minutes(10)))
struct HostileTests {
    /// Texts that have broken other programs.
    static let texts = [
        "<script>alert(1)</script>", "</textarea><img src=x onerror=alert(1)>", "&lt;b&gt; &amp; &#0;",
        "'; DROP TABLE message; --", "\" OR \"\"=\"", "$1 %s %n %x {} \\", "\\u0000 \\n \\\"", "../../etc/passwd",
        "data: x\n\nevent: message\ndata: {}\n\n", "\r\nid: 99999999\r\n\r\n", "x\revent: end\r\rx", ": comment\n\n",
        "line\u{2028}separator\u{2029}s\u{85}", "\u{202E}right to left\u{202C}", "\u{2066}\u{2069}\u{200F}عربى עברית",
        "👩‍👩‍👧‍👦🏳️‍🌈🇺🇳", "Z̸̡̛͎̥̦a̵͖͝l̷̢g̷̛̠o̶̰͛", "\u{FEFF}bom", "\u{FFFD}\u{FFFE}\u{10FFFF}", "\u{1B}[31mred\u{7}\u{8}", "ß\u{DF}ﬃ İıſ",
        "e\u{301} é", String(repeating: "a\u{301}", count: 2_000), "null", "0", "[]", "{\"a\": 1}", "\t\u{B}\u{C}x",
    ]

    @Test(
        "A hostile text, name or room is refused, or comes back everywhere as it was, without invisible characters",
        .server(withoutSignsOfLife))
    func texts() async throws {
        for text in Self.texts {
            let name = String(text.unicodeScalars.prefix(64).map(Character.init))
            let isAcceptable = !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            let room = isAcceptable ? name : "lobby"

            let status = try await server.post("x", by: name).status
            #expect(status == (isAcceptable ? 201 : 400), "\(text.debugDescription)")
            let attendee = isAcceptable ? name : "Ann"
            let events = try await server.events(of: room, "name=\(encoded(attendee))")
            #expect(try await events.show(checkedName(attendee, of: "name")))
            let key = ["Idempotency-Key": UUID().uuidString]
            let answer = try await server.post(text, in: room, headers: key)
            #expect(answer.status == 201, "\(text.debugDescription)")
            #expect(try await server.post(text, in: room, headers: key).body == answer.body)
            let message: WireMessage = try answer.decoded()
            #expect(Array(message.text.unicodeScalars) == Array(text.unicodeScalars))
            #expect(try await server.messages(in: room, "limit=1") == [message])
            // The next event is the message: whatever it holds, it makes no event or id of its own.
            let count = events.byteCount
            #expect(try await events.next()?.data == answer.body)
            let event = "id: \(message.id)\nevent: message\ndata: \(answer.body)\n\n"
            #expect(events.byteCount == count + event.utf8.count)
            let next = try await server.post("next", in: room).body
            #expect(try await events.next()?.data == next)
        }
    }

    @Test("A thousand malformed requests are answered with 4xx, and the server serves on", .server)
    func fuzz() async throws {
        try await concurrently(4) { worker in
            var random = Repeatable(state: UInt64(worker))
            for _ in 0..<250 { try await Self.sendRandomRequest(to: server, &random) }
        }
        #expect(try await server.post("still here").status == 201)
        #expect(try await server.messages().last?.text == "still here")
        // A header that no client would send.
        let id = "GET \(eventsPath) HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 1\u{0}2\r\n\r\n"
        #expect(try await server.sendRaw(Array(id.utf8))?.hasPrefix("HTTP/1.1 400") == true)
    }

    private static func sendRandomRequest(to server: TestServer, _ random: inout Repeatable) async throws {
        let text = texts.randomElement(using: &random)!
        var body = Array((try JSONEncoder().encode(["name": "Ann", "text": text])))
        for _ in 0..<Int.random(in: 0...3, using: &random) where !body.isEmpty {
            // A byte is replaced, added, removed, or the rest is.
            let place = Int.random(in: 0..<body.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: body[place] = .random(in: 0...255, using: &random)
            case 1: body.insert(.random(in: 0...255, using: &random), at: place)
            case 2: body.remove(at: place)
            default: body = Array(body[...place])
            }
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            let answer = try await server.send("POST", "/rooms/fuzz/messages", body: body)
            #expect([201, 400, 422].contains(answer.status), "\(String(decoding: body, as: UTF8.self))")
            #expect(answer.status == 201 || answer.error != nil)
        case 1:
            // A path of percent-encoded bytes, most of which are no UTF-8.
            let path = body.prefix(90).map { String(format: "%%%02x", $0) }.joined()
            let answer = try await server.send("GET", "/rooms/\(path)/messages")
            #expect([200, 400].contains(answer.status) || path.isEmpty)
        default:
            // A request line and headers that are broken.
            let head = "POST /rooms/fuzz/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nX: "
            var bytes = Array(head.utf8) + body.prefix(40) + Array("\r\n\r\nhello".utf8)
            bytes[Int.random(in: 0..<head.utf8.count, using: &random)] = .random(in: 0...255, using: &random)
            bytes += Array("\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
            let answer = try await server.sendRaw(bytes)
            #expect(answer.map { $0.hasPrefix("HTTP/1.1 4") || $0.hasPrefix("HTTP/1.1 200") } ?? true, "\(bytes)")
        }
    }
}

/// A generator whose numbers are the same in each run.
private struct Repeatable: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33) ^ (state << 31)
    }
}
