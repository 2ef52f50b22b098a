import Broadcaster
import ChatChannels
import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import Chat
@testable import Live

@Suite("Streams", .timeLimit(.minutes(10)))
struct StreamTests {
    @Test("A stream brings each message of its room, as it was answered to its author", .server)
    func live() async throws {
        let events = try await server.events()
        _ = try await events.next("presence")
        let first: WireMessage = try await server.post("first").decoded()
        _ = try await server.post("elsewhere", in: "other")
        let second: WireMessage = try await server.post("second").decoded()
        #expect(try await events.messages(2) == [first, second])
    }

    @Test(
        "A stream resumes after an id without a gap or a double, while others post", .server,
        arguments: [true, false])
    func resume(byHeader: Bool) async throws {
        async let posts: Void = concurrently(1) { _ in
            for number in 1...600 { _ = try await server.post("\(number)") }
        }
        var texts: [String] = []
        var last: Int64 = 0
        // Each stream reads a few messages, and leaves.
        while texts.count < 600 {
            let events = try await server.events(
                byHeader ? "" : "after=\(last)", headers: byHeader ? ["Last-Event-ID": "\(last)"] : [:])
            defer { events.close() }
            let read = try await events.messages(min(37, 600 - texts.count))
            texts += read.map(\.text)
            last = read.last?.id ?? last
        }
        #expect(texts == (1...600).map(String.init))
        try await posts
    }

    @Test("A stream resumes across a restart of the server, which ends it with a reason")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let last = try await withServer(database: folder + "/chat.sqlite") { server in
                let events = try await server.events("after=0")
                _ = try await server.post("before")
                let id = try await events.nextMessage()?.id
                _ = try await server.post("unread")
                await server.group.triggerGracefulShutdown()
                #expect(try await events.next("end")?.data.contains("shutting down") == true)
                #expect(try await events.next() == nil)
                return id
            }
            try await withServer(database: folder + "/chat.sqlite") { server in
                _ = try await server.post("after")
                let events = try await server.events(headers: ["Last-Event-ID": "\(last ?? 0)"])
                #expect(try await events.messages(2).map(\.text) == ["unread", "after"])
            }
        }
    }

    @Test("A message that is posted while a connection reads the last page is read too")
    func newerMessage() async throws {
        /// A room with three messages, to which another is posted while the page after the third is read.
        final class LateStore: MessageStore {
            let broadcaster = Broadcaster()
            let pages = NIOLockedValueBox(0)

            func messages(in room: String, after id: Int64?, limit: Int) async throws -> [Message] {
                let messages = (1...4).map { Message(id: $0, room: room, name: "Ann", text: "x", sent: .now) }
                let page = pages.withLockedValue {
                    $0 += 1; return $0
                }
                guard page == 4 else { return Array(messages.filter { $0.id > id ?? 0 }.prefix(1)) }
                broadcaster.observers(of: MessageObserver.self, for: room).forEach { $0.messageWasPosted(messages[3]) }
                return []
            }
            func store(_ draft: Draft) async throws -> Message { throw StoreUnavailable() }
            func check() async throws {}
        }
        let store = LateStore()
        let live = Live(store: store, broadcaster: store.broadcaster)
        var ids: [Substring] = []
        // If the last message never comes, the time limit cancels the test, and that ends the stream.
        try? await live.join("lobby", name: nil, after: 0).run { buffer in
            ids.append(String(buffer: buffer).prefix { $0 != "\n" })
            if ids.count == 4 { throw CancellationError() }
        }
        #expect(ids == ["id: 1", "id: 2", "id: 3", "id: 4"])
    }

    @Test("A connection whose stream ends is gone from all channels, and nothing unregisters it", .server)
    func connectionsVanish() async throws {
        try await concurrently(50) { _ in
            let events = try await server.events()
            _ = try await events.next()
            events.close()
        }
        #expect(try await eventually { server.attendees == 0 })
        let events = try await server.events()
        _ = try await events.next()
        #expect(server.attendees == 1)
        events.close()
        #expect(try await eventually { server.attendees == 0 })
    }

    @Test("A quiet stream gets signs of life", .server { $0.keepAlive = .milliseconds(20) })
    func keepAlive() async throws {
        let events = try await server.events()
        for _ in 1...2 { #expect(try await events.next("alive") != nil) }
    }

    @Test(
        "A reader that doesn't read is closed, delays no other reader, and resumes by id",
        .server {
            $0.keepAlive = .seconds(1)
            $0.timeout = .seconds(10)
        })
    func stuckReader() async throws {
        let stuck = Events(try Socket(streamAt: eventsPath, port: server.port))
        #expect(try await eventually { server.attendees == 1 })

        let events = try await server.events()
        _ = try await events.next("presence")
        // More than the server and the sockets' buffers hold.
        let count: Int64 = 2_000
        for first in stride(from: 1, to: count, by: 50) {
            try await server.postLongTexts(50)
            #expect(try await events.messages(50).map(\.id) == Array(first..<first + 50))
        }
        #expect(try await eventually { server.attendees == 1 })
        events.close()
        #expect(try await eventually { server.attendees == 0 })

        let seen = await stuck.rest().id
        #expect(seen < count)
        let again = try await server.events("after=\(seen)")
        #expect(try await again.messages(Int(count - seen)).map(\.id) == Array(seen + 1...count))
    }

    @Test(
        "A slow reader that reads again is told why its stream ends, and resumes by id",
        .server { $0.timeout = .seconds(300) })
    func slowReader() async throws {
        let slow = Events(try Socket(streamAt: eventsPath, port: server.port))
        #expect(try await eventually { server.attendees == 1 })
        // More than the server and the sockets' buffers hold.
        let count: Int64 = 2_000
        for _ in 0..<count / 50 { try await server.postLongTexts(50) }
        let (seen, last) = await slow.rest()
        #expect(last?.name == "end" && last?.data.contains("too slow") == true)
        #expect(seen > 0 && seen < count)
        let again = try await server.events("after=\(seen)")
        #expect(try await again.nextMessage()?.id == seen + 1)
    }

    // MARK: People

    @Test("A stream lists the names of the room, each once, for as long as their streams last", .server)
    func presence() async throws {
        let reader = try await server.events()
        #expect(try await reader.show())
        let ann = try await server.events("name=Ann")
        #expect(try await ann.show("Ann"))
        #expect(try await reader.show("Ann"))
        let eve = try await server.events(of: "other", "name=Eve")
        #expect(try await eve.show("Eve"))
        let again = try await server.events("name=Ann")
        let bjorn = try await server.events("name=Bj%C3%B6rn%20%F0%9F%98%80")
        #expect(try await reader.show("Ann", "Björn 😀"))
        bjorn.close()
        #expect(try await reader.show("Ann"))
        again.close()
        ann.close()
        #expect(try await reader.show())
    }

    @Test(
        "A roster has the first fifty names and the number of all, and seldom comes while many join",
        .server { $0.rosterInterval = .seconds(1) })
    func manyPeople() async throws {
        let names = (100..<220).map { "\($0)-" + String(repeating: "n", count: 60) }
        let events = try await server.events()
        _ = try await events.nextPresence()
        // Time: a busy machine allows more rosters.
        let start = ContinuousClock.now
        let sockets = try names.shuffled().map {
            try Socket(streamAt: "\(eventsPath)?name=\($0)", port: server.port)
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

    @Test("A roster comes only when it has changed", .server { $0.rosterInterval = .milliseconds(20) })
    func unchanged() async throws {
        let events = try await server.events("name=Ann")
        #expect(try await events.nextPresence()?.names == ["Ann"])
        let again = try await server.events("name=Ann")
        #expect(try await again.show("Ann"))
        _ = try await server.events("name=Bob")
        #expect(try await events.nextPresence()?.names == ["Ann", "Bob"])
    }

    @Test("Messages don't wait for rosters", .server)
    func slowRosters() async throws {
        final class SlowObserver: RosterObserver {
            let gate = DispatchSemaphore(value: 0)
            func rosterDidChange(_ roster: Roster) { gate.wait() }
        }
        let events = try await server.events("name=Ann")
        #expect(try await events.show("Ann"))
        let slow = SlowObserver()
        server.broadcaster.register(RosterObserver.self, observer: slow)
        _ = try await server.events("name=Bob")
        // Then the observer is called, after the connection, and blocks the queue of the rosters.
        #expect(try await events.show("Ann", "Bob"))
        for text in ["1", "2", "3"] {
            _ = try await server.post(text)
            #expect(try await events.nextMessage()?.text == text)
        }
        events.close()
        for _ in 0..<10 { slow.gate.signal() }
    }
}

extension Events {
    /// Reads the stream to its end, and returns the `id` of the last message, and the last event.
    fileprivate func rest() async -> (id: Int64, last: Event?) {
        var (id, last): (Int64, Event?) = (0, nil)
        while let event = try? await next() {
            id = event.id ?? id
            last = event
        }
        return (id, last)
    }
}
