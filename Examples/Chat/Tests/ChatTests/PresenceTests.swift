import Broadcaster
import ChatChannels
import Foundation
import Rooms
import Testing

@testable import Chat

@Suite("People", .timeLimit(.minutes(10)))
struct PresenceTests {
    @Test("A roster has the first fifty names and the number of all, and seldom comes while many join")
    func manyPeople() async throws {
        try await withServer { configuration in
            configuration.rosterInterval = .seconds(1)
        } _: { server in
            let client = server.client
            let names = (100..<220).map { "\($0)-" + String(repeating: "n", count: 60) }
            try await client.withEvents { events in
                _ = try await events.nextPresence()
                let start = ContinuousClock.now
                let sockets = try names.shuffled().map {
                    try RawSocket(streamAt: "/rooms/lobby/events?name=\($0)", port: client.port)
                }
                var rosters = 0
                var last: Events.Presence?
                while last?.count != names.count {
                    last = try await events.nextPresence()
                    rosters += 1
                }
                #expect(last?.names == Array(names.prefix(50)))
                let seconds = Int((ContinuousClock.now - start).components.seconds)
                #expect(rosters <= seconds + 2)
                #expect(events.byteCount < (seconds + 3) * 5_000)
                withExtendedLifetime(sockets) {}
            }
        }
    }

    @Test("A roster comes only when it has changed")
    func unchanged() async throws {
        try await withServer { configuration in
            configuration.rosterInterval = .milliseconds(20)
        } _: { server in
            let client = server.client
            try await client.withEvents("name=Ann") { events in
                #expect(try await events.nextPresence()?.names == ["Ann"])
                try await client.withEvents("name=Ann") { again in
                    let isTold = try await again.waitForNames(["Ann"])
                    #expect(isTold)
                    try await client.withEvents("name=Bob") { _ in
                        let next = try await events.nextPresence()
                        #expect(next?.names == ["Ann", "Bob"])
                    }
                }
            }
        }
    }

    @Test("Messages don't wait for rosters")
    func slowRosters() async throws {
        final class SlowObserver: RosterObserver {
            let gate = DispatchSemaphore(value: 0)
            func rosterDidChange(_ roster: Roster) { gate.wait() }
        }
        try await withServer { server in
            let slow = SlowObserver()
            server.broadcaster.register(RosterObserver.self, observer: slow)
            try await server.client.withEvents("name=Ann") { events in
                // Until the observer is called, which then blocks the queue of the rosters.
                let isTold = try await events.waitForNames(["Ann"])
                #expect(isTold)
                for text in ["1", "2", "3"] {
                    _ = try await server.client.post(text)
                    let message = try await events.nextMessage()
                    #expect(message?.text == text)
                }
            }
            for _ in 0..<10 { slow.gate.signal() }
        }
    }

    @Test(
        "A name is trimmed and has no invisible characters",
        arguments: [
            (" Ann ", "Ann"), ("A\u{200B}n\u{2060}n\u{FEFF}", "Ann"), ("\u{202E}Ann", "Ann"), ("A\u{200D}nn", "Ann"),
            ("Ann\u{3164}", "Ann"), ("\u{2800}Ann", "Ann"), ("An\u{AD}n", "Ann"), ("1\u{FE0F}", "1"),
            ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("🏳️‍🌈 Ann", "🏳️‍🌈 Ann"), ("Ann Lee", "Ann Lee"),
        ])
    func names(name: String, expected: String) throws {
        let checked = try Rooms.checkedName(name, of: "name")
        #expect(Array(checked.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "A name or a room without a visible character is refused",
        arguments: ["\u{200B}", " \u{2060} ", "\u{3164}", "\u{2800}"])
    func invisible(name: String) async throws {
        try await withServer { server in
            let byNobody = try await server.client.post("x", by: name)
            let inNoRoom = try await server.client.post("x", in: name)
            #expect(byNobody.status == 400 && inNoRoom.status == 400)
        }
    }
}
