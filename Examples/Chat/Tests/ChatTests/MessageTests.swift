import Broadcaster
import ChatChannels
import Foundation
import Metrics
import MetricsTestKit
import Rooms
import Testing

@testable import Chat

@Suite("Messages over HTTP", .timeLimit(.minutes(10)))
struct MessageTests {
    @Test("A posted message is answered with 201, and can be read", .server)
    func post() async throws {
        let answer = try await server.post("Hello,\nworld \u{1F600}", by: "Ann")
        #expect(answer.status == 201)
        let message: WireMessage = try answer.decoded()
        #expect(message.room == "lobby" && message.name == "Ann" && message.text == "Hello,\nworld \u{1F600}")
        #expect(try Date(message.sent, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) <= .now)
        #expect(try await server.messages() == [message])
    }

    @Test("Messages are read in order of id, after an id, up to a limit, or from the end", .server)
    func read() async throws {
        var ids: [Int64] = []
        for number in 1...7 {
            ids.append(try await server.post("\(number)").decoded(as: WireMessage.self).id)
        }
        _ = try await server.post("elsewhere", in: "other")
        #expect(ids == ids.sorted() && Set(ids).count == 7)
        #expect(try await server.messages("after=\(ids[1])&limit=3").map(\.text) == ["3", "4", "5"])
        #expect(try await server.messages("limit=2").map(\.text) == ["6", "7"])
        #expect(try await server.messages(in: "other").map(\.text) == ["elsewhere"])
        #expect(try await server.messages(in: "empty") == [])
    }

    @Test("A page of messages is bounded in size, and the next one goes on", .server)
    func pages() async throws {
        try await server.postLongTexts(50, in: "pages")
        let first = try await server.messages(in: "pages", "after=0&limit=1000")
        #expect(first.count == 34, "34 texts of 3,900 characters exceed 131,072, and 33 don't")
        let rest = try await server.messages(in: "pages", "after=\(first.last?.id ?? 0)&limit=1000")
        #expect(rest.count == 16)
        #expect(try await server.messages(in: "pages", "limit=1000") == (first + rest).suffix(34))
    }

    @Test("The longest name, room and text are accepted, however they are escaped", .server)
    func longest() async throws {
        let name = String(repeating: "\u{1F600}", count: 64)
        let text = String(repeating: "\u{1F600}", count: 4_000)
        let escaped = #"{"name": "\#(name)", "text": "\#(String(repeating: #"\ud83d\ude00"#, count: 4_000))"}"#
        let answer = try await server.send("POST", "/rooms/\(encoded(name))/messages", body: Array(escaped.utf8))
        #expect(answer.status == 201)
        #expect(try answer.decoded(as: WireMessage.self).text == text)
        #expect(try await server.messages(in: name).map(\.text) == [text])
    }

    @Test(
        "A name is trimmed and has no invisible characters",
        arguments: [
            (" Ann ", "Ann"), ("A\u{200B}n\u{2060}n\u{FEFF}", "Ann"), ("\u{202E}Ann", "Ann"), ("A\u{200D}nn", "Ann"),
            ("Ann\u{3164}", "Ann"), ("\u{2800}Ann", "Ann"), ("An\u{AD}n", "Ann"), ("1\u{FE0F}", "1"),
            ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("🏳️‍🌈 Ann", "🏳️‍🌈 Ann"), ("Ann Lee", "Ann Lee"),
        ])
    func names(name: String, expected: String) throws {
        let checked = try checkedName(name, of: "name")
        #expect(Array(checked.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("A message that moderators object to is answered with 422 and all their reasons", .server)
    func moderation() async throws {
        let answer = try await server.post("COME TO THE CASINO AND WIN A JACKPOT")
        #expect(answer.status == 422)
        let reason = answer.error ?? ""
        #expect(reason.contains("casino") && reason.contains("shout"))
        #expect(try await server.messages() == [])
    }

    @Test("A moderator that a test registers is asked like the others, until it is deallocated", .server)
    func anotherModerator() async throws {
        final class Objector: Moderator {
            func objection(to draft: Draft) -> String? { draft.name == "Bob" ? "Not you, Bob." : nil }
        }
        var objector: Objector? = Objector()
        server.broadcaster.register(Moderator.self, observer: try #require(objector))
        #expect(try await server.post("Hello", by: "Bob").body == #"{"error":"Not you, Bob."}"#)
        #expect(try await server.post("Hello", by: "Ann").status == 201)
        objector = nil
        #expect(try await server.post("Hello", by: "Bob").status == 201)
    }

    @Test("A message that is posted twice under one key is stored once", .server)
    func key() async throws {
        let key = ["Idempotency-Key": "k"]
        let first = try await server.post("Once", in: "keys", headers: key)
        let second = try await server.post("Once", in: "keys", headers: key)
        #expect(first.status == 201 && second.status == 201 && first.body == second.body)
        let other = try await server.post("Another message", in: "keys", headers: key)
        #expect(other.status == 400 && other.body.contains("key"))
        #expect(try await server.messages(in: "keys").map(\.text) == ["Once"])
    }

    @Test("Health, the page, and the channels with their observers can be read", .server { $0.showsChannels = true })
    func introspection() async throws {
        #expect(try await server.send("GET", "/health").body == #"{"status":"ok"}"#)
        let page = try await server.send("GET", "/")
        #expect(page.head.contains("Content-Type: text/html"))
        #expect(["innerHTML", "http://", "https://"].allSatisfy { !page.body.contains($0) })
        let events = try await server.events()
        _ = try await events.next()
        let channels = try await server.send("GET", "/channels").body
        #expect(channels.contains("ChatChannels.Attendee for \"lobby\": 1 observer: Live.Connection\n"))
        #expect(channels.contains("ChatChannels.StoreObserver: 1 observer: History.History\n"))
    }

    @Test("Broadcasts, requests and streams are counted")
    func metrics() async throws {
        final class SlowObserver: MessageObserver {
            // Time: the shortest duration of a call.
            func messageWasPosted(_ message: Message) { usleep(20_000) }
        }
        let metrics = TestMetrics()
        try await withMetricsFactory(metrics) {
            try await withServer { server in
                let slow = SlowObserver()
                server.broadcaster.register(MessageObserver.self, observer: slow)
                for room in ["lobby", "lobby", "other"] {
                    _ = try await server.post("Hello", in: room)
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
                // An observer of all rooms counts them.
                #expect(try metrics.expectCounter("chat_messages").totalValue == 3)

                let route = [
                    ("http.route", "/rooms/{room}/messages"), ("http.request.method", "POST"),
                    ("http.response.status_code", "201"),
                ]
                #expect(try await eventually { try metrics.expectCounter("hb.requests", route).totalValue == 3 })
                let streams = [try await server.events(), try await server.events(of: "other")]
                #expect(try await eventually { try metrics.expectMeter("chat_streams").values.last == 2 })
                for stream in streams { stream.close() }
                #expect(try await eventually { try metrics.expectMeter("chat_streams").values.last == 0 })
            }
        }
    }
}
