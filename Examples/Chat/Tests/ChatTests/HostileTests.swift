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

    static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

    @Test("A hostile text, name or room is refused, or comes back everywhere as it was, without invisible characters")
    func texts() async throws {
        try await withServer { configuration in
            configuration.keepAlive = .seconds(3_600)
            configuration.timeout = .seconds(3_600)
        } _: { server in
            let client = server.client
            for text in Self.texts {
                let name = String(text.unicodeScalars.prefix(64).map(Character.init))
                let isAcceptable = !name.unicodeScalars.contains(where: Self.isControl)
                let room = isAcceptable ? name : "lobby"

                let status = try await client.post("x", by: name).status
                #expect(status == (isAcceptable ? 201 : 400), "\(text.debugDescription)")
                let attendee = isAcceptable ? name : "Ann"
                try await client.withEvents(of: room, "name=\(ChatClient.encoded(attendee))") { events in
                    let isTold = try await events.waitForNames([Rooms.checkedName(attendee, of: "name")])
                    #expect(isTold)
                    let answer = try await client.post(text, in: room)
                    #expect(answer.status == 201, "\(text.debugDescription)")
                    let message = try answer.decoded(as: ChatClient.Message.self)
                    #expect(Array(message.text.unicodeScalars) == Array(text.unicodeScalars))
                    #expect(try await client.messages(in: room, "limit=1") == [message])
                    // The next event is the message: whatever it holds, it makes no event or id of its own.
                    let count = events.byteCount
                    #expect(try await events.next()?.data == answer.body)
                    let event = "id: \(message.id)\nevent: message\ndata: \(answer.body)\n\n"
                    #expect(events.byteCount == count + event.utf8.count)
                }
            }
        }
    }

    @Test("A thousand malformed requests are answered with 4xx, and the server serves on")
    func fuzz() async throws {
        try await withServer { server in
            let client = server.client
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in UInt64(0)..<4 {
                    group.addTask {
                        var random = SplitMix(state: worker)
                        for _ in 0..<250 {
                            try await Self.sendRandomRequest(to: client, &random)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await client.post("still here").status == 201)
            #expect(try await client.messages().last?.text == "still here")
        }
    }

    private static func sendRandomRequest(to client: ChatClient, _ random: inout SplitMix) async throws {
        let text = texts.randomElement(using: &random)!
        var body = Array((try JSONEncoder().encode(["name": "Ann", "text": text])))
        for _ in 0..<Int.random(in: 0...3, using: &random) {
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
            let answer = try await client.send(.POST, "/rooms/fuzz/messages", body: body)
            #expect([201, 400, 422].contains(answer.status), "\(String(decoding: body, as: UTF8.self))")
            #expect(answer.status == 201 || answer.body.hasPrefix(#"{"error":"#))
        case 1:
            // A path of percent-encoded bytes, most of which are no UTF-8.
            let path = body.prefix(90).map { String(format: "%%%02x", $0) }.joined()
            let answer = try await client.send(.GET, "/rooms/\(path)/messages")
            #expect([200, 400].contains(answer.status) || path.isEmpty)
        default:
            // A request line and headers that are broken.
            let head = "POST /rooms/fuzz/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nX: "
            var bytes = Array(head.utf8) + body.prefix(40) + Array("\r\n\r\nhello".utf8)
            bytes[Int.random(in: 0..<head.utf8.count, using: &random)] = .random(in: 0...255, using: &random)
            bytes += Array("\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
            let answer = try await client.sendRaw(bytes, until: "HTTP/1.1")
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        }
    }

    @Test("A key, a name in the query and an id can't inject headers or events")
    func injection() async throws {
        try await withServer { server in
            let client = server.client
            let name = ChatClient.encoded("Ann\r\nSet-Cookie: a=b\r\n\r\nevent: message")
            #expect(try await client.send(.GET, "/rooms/lobby/events?name=\(name)").status == 400)
            let id = "GET /rooms/lobby/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 1\u{0}2\r\n\r\n"
            #expect(try await client.sendRaw(Array(id.utf8), until: "HTTP/1.1").hasPrefix("HTTP/1.1 400"))
            let room = ChatClient.encoded("lobby\r\nSet-Cookie: a=b")
            let answer = try await client.send(.GET, "/rooms/\(room)/messages")
            #expect(answer.status == 400)
            #expect(answer.headers.first(name: "Set-Cookie") == nil)
        }
    }
}

/// A generator whose numbers are the same in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
