import Broadcaster
import ChatChannels
import Foundation
import Metrics
import MetricsTestKit
import Testing

@testable import Chat

@Suite("Messages over HTTP", .timeLimit(.minutes(10)))
struct MessageTests {
    @Test("A posted message is answered with 201, and can be read")
    func post() async throws {
        try await withServer { server in
            let answer = try await server.client.post("Hello,\nworld \u{1F600}", by: "Ann")
            #expect(answer.status == 201)
            let message = try answer.decoded(as: ChatClient.Message.self)
            #expect(message.room == "lobby" && message.name == "Ann" && message.text == "Hello,\nworld \u{1F600}")
            #expect(try Date(message.sent, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) <= .now)
            #expect(try await server.client.messages() == [message])
        }
    }

    @Test("Messages are read in order of id, after an id, up to a limit, or from the end")
    func read() async throws {
        try await withServer { server in
            var ids: [Int64] = []
            for number in 1...7 {
                ids.append(try await server.client.post("\(number)").decoded(as: ChatClient.Message.self).id)
            }
            _ = try await server.client.post("elsewhere", in: "other")
            #expect(ids == ids.sorted() && Set(ids).count == 7)
            let client = server.client
            #expect(try await client.messages("after=\(ids[1])&limit=3").map(\.text) == ["3", "4", "5"])
            #expect(try await client.messages("limit=2").map(\.text) == ["6", "7"])
            #expect(try await client.messages(in: "other").map(\.text) == ["elsewhere"])
            #expect(try await client.messages(in: "empty") == [])
        }
    }

    @Test("A page of messages is bounded in bytes, and the next one goes on")
    func pages() async throws {
        try await withServer { server in
            try await server.client.checkPages()
        }
    }

    @Test(
        "A malformed message is answered with 400",
        arguments: [
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
    func malformed(body: String) async throws {
        try await withServer { server in
            let answer = try await server.client.send(.POST, "/rooms/lobby/messages", body: Array(body.utf8))
            #expect(answer.status == 400)
            #expect(try answer.decoded(as: [String: String].self)["error"]?.isEmpty == false)
            #expect(try await server.client.messages() == [])
        }
    }

    @Test("Bytes that aren't UTF-8, or are UTF-16, are answered with 400")
    func encodings() async throws {
        try await withServer { server in
            // Too short, overlong, a surrogate, and too large, in a member that counts and in one that doesn't.
            let invalid: [[UInt8]] = [[0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
            let starts = [#"{"name": "Ann", "text": ""#, #"{"name": "Ann", "text": "x", "more": ""#]
            let bodies = starts.flatMap { start in invalid.map { Array(start.utf8) + $0 + Array(#""}"#.utf8) } }
            let wide: [UInt8] = #"{"name": "Ann", "text": "x"}"#.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] }
            for body in bodies + [wide] {
                let answer = try await server.client.send(.POST, "/rooms/lobby/messages", body: body)
                #expect(answer.status == 400)
            }
            for room in ["%FF", "a%0Ab", "%00", "%20", "a%", "a%4", "a%4g", String(repeating: "r", count: 65)] {
                for what in ["messages", "events"] {
                    let request = "GET /rooms/\(room)/\(what) HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    let answer = try await server.client.sendRaw(Array(request.utf8), until: "\r\n")
                    #expect(answer.hasPrefix("HTTP/1.1 400"), "\(room)")
                }
            }
        }
    }

    @Test("The longest name, room and text are accepted, however they are escaped")
    func longest() async throws {
        try await withServer { server in
            let name = String(repeating: "\u{1F600}", count: 64)
            let text = String(repeating: "\u{1F600}", count: 4_000)
            let escaped = #"{"name": "\#(name)", "text": "\#(String(repeating: #"\ud83d\ude00"#, count: 4_000))"}"#
            let path = "/rooms/\(ChatClient.encoded(name))/messages"
            let answer = try await server.client.send(.POST, path, body: Array(escaped.utf8))
            #expect(answer.status == 201)
            #expect(try answer.decoded(as: ChatClient.Message.self).text == text)
            #expect(try await server.client.messages(in: name).map(\.text) == [text])
        }
    }

    @Test("A body that is too large is answered with 413")
    func tooLarge() async throws {
        try await withServer { server in
            let body = #"{"name": "Ann", "text": "x"}"# + String(repeating: " ", count: 1 << 17)
            let answer = try await server.client.send(.POST, "/rooms/lobby/messages", body: Array(body.utf8))
            #expect(answer.status == 413)
            #expect(answer.body.contains("error"))
        }
    }

    @Test("A message that moderators object to is answered with 422 and all their reasons")
    func moderation() async throws {
        try await withServer { server in
            let answer = try await server.client.post("COME TO THE CASINO AND WIN A JACKPOT")
            #expect(answer.status == 422)
            let reason = try answer.decoded(as: [String: String].self)["error"] ?? ""
            #expect(reason.contains("casino") && reason.contains("shout"))
            #expect(try await server.client.messages() == [])
        }
    }

    @Test("A moderator that a test registers is asked like the others, until it is deallocated")
    func anotherModerator() async throws {
        final class Objector: Moderator {
            func objection(to draft: Draft) -> String? { draft.name == "Bob" ? "Not you, Bob." : nil }
        }
        try await withServer { server in
            var objector: Objector? = Objector()
            server.broadcaster.register(Moderator.self, observer: try #require(objector))
            #expect(try await server.client.post("Hello", by: "Bob").body == #"{"error":"Not you, Bob."}"#)
            #expect(try await server.client.post("Hello", by: "Ann").status == 201)
            objector = nil
            #expect(try await server.client.post("Hello", by: "Bob").status == 201)
        }
    }

    @Test("A message that is posted twice under one key is stored once")
    func key() async throws {
        try await withServer { server in
            let first = try await server.client.post("Once", headers: ["Idempotency-Key": "k"])
            let second = try await server.client.post("Once", headers: ["Idempotency-Key": "k"])
            #expect(first.status == 201 && second.status == 201 && first.body == second.body)
            let other = try await server.client.post("Another message", headers: ["Idempotency-Key": "k"])
            #expect(other.status == 400 && other.body.contains("key"))
            #expect(try await server.client.messages().map(\.text) == ["Once"])
        }
    }

    @Test("Wrong numbers are answered with 400, and unknown paths with 404")
    func paths() async throws {
        try await withServer { server in
            let tooLarge = "after=9223372036854775808"
            let wrong = ["limit=0", "limit=1001", "limit=x", "after=-1", "after=", tooLarge, "after=%FF"]
            for query in wrong {
                let answer = try await server.client.send(.GET, "/rooms/lobby/messages?\(query)")
                #expect(answer.status == 400, "\(query)")
            }
            #expect(try await server.client.send(.GET, "/rooms/lobby/events?after=x").status == 400)
            #expect(try await server.client.send(.GET, "/rooms/lobby/events?name=%07").status == 400)
            let id = ["Last-Event-ID": "x"]
            #expect(try await server.client.send(.GET, "/rooms/lobby/events", headers: id).status == 400)
            #expect(try await server.client.send(.GET, "/nowhere").status == 404)
            #expect(try await server.client.send(.GET, "/nowhere").body.contains("error"))
        }
    }

    @Test("Health, the page, and the channels with their observers can be read")
    func introspection() async throws {
        try await withServer { configuration in
            configuration.showsChannels = true
        } _: { server in
            #expect(try await server.client.send(.GET, "/health").body == #"{"status":"ok"}"#)
            let page = try await server.client.send(.GET, "/")
            #expect(page.headers.first(name: "Content-Type")?.hasPrefix("text/html") == true)
            #expect(["innerHTML", "http://", "https://"].allSatisfy { !page.body.contains($0) })
            try await server.client.withEvents { events in
                _ = try await events.next()
                let channels = try await server.client.send(.GET, "/channels").body
                #expect(
                    channels.contains(
                        #"{"key":"lobby","name":"ChatChannels.Attendee","observers":["Live.Connection"]}"#))
                #expect(channels.contains(#"{"name":"ChatChannels.StoreObserver","observers":["History.History"]}"#))
            }
        }
    }

    @Test("Broadcasts, requests and streams are counted")
    func metrics() async throws {
        final class SlowObserver: MessageObserver {
            func messageWasPosted(_ message: Message) { usleep(20_000) }
        }
        let metrics = TestMetrics()
        try await withMetricsFactory(metrics) {
            try await withServer { server in
                let slow = SlowObserver()
                server.broadcaster.register(MessageObserver.self, observer: slow)
                for text in ["1", "2", "3"] {
                    _ = try await server.client.post(text)
                }
                let channel = [("channel", "ChatChannels.MessageObserver")]
                #expect(try await eventually { try metrics.expectCounter("broadcasts_sent", channel).totalValue == 3 })
                await server.broadcaster.settled()
                let durations = try metrics.expectTimer("broadcast_duration", channel).values
                let queueTimes = try metrics.expectTimer("broadcast_queue_time", channel).values
                #expect(durations.count == 3 && durations.allSatisfy { $0 >= 20_000_000 })
                #expect(queueTimes.count == 3)
                #expect(queueTimes[0] < durations[0])
                #expect(try metrics.expectRecorder("broadcast_observers", channel).values == [2, 2, 2])
                withExtendedLifetime(slow) {}

                let route = [
                    ("http.route", "/rooms/{room}/messages"), ("http.request.method", "POST"),
                    ("http.response.status_code", "201"),
                ]
                #expect(try await eventually { try metrics.expectCounter("hb.requests", route).totalValue == 3 })
                try await server.client.withEvents { events in
                    _ = try await events.next()
                    #expect(try metrics.expectMeter("chat_streams").values.last == 1)
                }
                #expect(try await eventually { try metrics.expectMeter("chat_streams").values.last == 0 })
            }
        }
    }
}

extension ChatClient {
    /// Posts more than a page, and reads it from both ends.
    func checkPages() async throws {
        try await postLongTexts(50, in: "pages")
        let first = try await messages(in: "pages", "after=0&limit=1000")
        #expect(first.count == 34, "34 texts of 3,900 bytes exceed 128 KiB, and 33 don't")
        let rest = try await messages(in: "pages", "after=\(first.last?.id ?? 0)&limit=1000")
        #expect(rest.count == 16)
        #expect(try await messages(in: "pages", "limit=1000") == (first + rest).suffix(34))
    }
}
