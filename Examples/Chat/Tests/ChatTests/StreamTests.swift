import Broadcaster
import ChatChannels
import Foundation
import NIOCore
import NIOConcurrencyHelpers
import Testing

@testable import Chat
@testable import Live

@Suite("Streams", .timeLimit(.minutes(10)))
struct StreamTests {
    @Test("A stream brings each message of its room, as it was answered to its author")
    func live() async throws {
        try await withServer { server in
            try await server.client.withEvents { events in
                _ = try await events.next("presence")
                let first = try await server.client.post("first").decoded(as: ChatClient.Message.self)
                _ = try await server.client.post("elsewhere", in: "other")
                let second = try await server.client.post("second").decoded(as: ChatClient.Message.self)
                #expect(try await events.nextMessage() == first)
                #expect(try await events.nextMessage() == second)
            }
        }
    }

    @Test("A stream resumes after an id without a gap or a double, while others post", arguments: [true, false])
    func resume(byHeader: Bool) async throws {
        try await withServer { server in
            let client = server.client
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 1...600 {
                        _ = try await client.post("\(number)")
                    }
                }
                var texts: [String] = []
                var last: Int64 = 0
                // Each stream reads a few messages, and leaves.
                while texts.count < 600 {
                    let query = byHeader ? "" : "after=\(last)"
                    let headers = byHeader ? ["Last-Event-ID": "\(last)"] : [:]
                    let read = try await client.withEvents(query, headers: headers) { events in
                        var read: [ChatClient.Message] = []
                        while read.count < min(37, 600 - texts.count), let message = try await events.nextMessage() {
                            read.append(message)
                        }
                        return read
                    }
                    texts += read.map(\.text)
                    last = read.last?.id ?? last
                }
                #expect(texts == (1...600).map(String.init))
                try await group.waitForAll()
            }
        }
    }

    @Test("A stream resumes across a restart of the server, which ends it with a reason")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let last = try await withServer(database: folder + "/chat.sqlite") { server in
                try await server.client.withEvents("after=0") { events in
                    _ = try await server.client.post("before")
                    let id = try await events.nextMessage()?.id
                    _ = try await server.client.post("unread")
                    await server.group.triggerGracefulShutdown()
                    let end = try await events.next("end")
                    #expect(end?.data.contains("shutting down") == true)
                    #expect(try await events.next() == nil)
                    return id
                }
            }
            try await withServer(database: folder + "/chat.sqlite") { server in
                _ = try await server.client.post("after")
                try await server.client.withEvents(headers: ["Last-Event-ID": "\(last ?? 0)"]) { events in
                    let texts = try await events.texts(2)
                    #expect(texts == ["unread", "after"])
                }
            }
        }
    }

    @Test("A stream lists the names of the room, each once, for as long as their streams last")
    func presence() async throws {
        try await withServer { server in
            try await server.client.withEvents { reader in
                #expect(try await reader.waitForNames([]))
                try await server.client.withEvents("name=Ann") { ann in
                    #expect(try await ann.waitForNames(["Ann"]))
                    #expect(try await reader.waitForNames(["Ann"]))
                    try await server.client.withEvents(of: "other", "name=Eve") { eve in
                        let isThere = try await eve.waitForNames(["Eve"])
                        #expect(isThere)
                        try await server.client.withEvents("name=Ann") { _ in
                            try await server.client.withEvents("name=Bj%C3%B6rn%20%F0%9F%98%80") { _ in
                                let isTold = try await reader.waitForNames(["Ann", "Björn 😀"])
                                #expect(isTold)
                            }
                            let isGone = try await reader.waitForNames(["Ann"])
                            #expect(isGone)
                        }
                    }
                }
                #expect(try await reader.waitForNames([]))
            }
        }
    }

    @Test("A message that is posted while a connection reads the last page is read too")
    func newerMessage() async throws {
        final class LateStore: MessageStore {
            let broadcaster: Broadcaster
            init(broadcaster: Broadcaster) { self.broadcaster = broadcaster }

            func messages(in room: String, after id: Int64, limit: Int) async throws -> [Message] {
                let messages = (1...4).map { Message(id: $0, room: room, name: "Ann", text: "x", sent: .now) }
                let rest = messages.filter { $0.id > id }
                for observer in broadcaster.observers(of: MessageObserver.self) where rest.count > 1 {
                    observer.messageWasPosted(rest[1])
                }
                return Array(rest.prefix(1))
            }
            func store(_ draft: Draft) async throws -> Message { throw StoreUnavailable() }
            func latestMessages(in room: String, limit: Int) async throws -> [Message] { [] }
            func check() async throws {}
        }
        struct Enough: Error {}
        let broadcaster = Broadcaster()
        let live = Live(store: LateStore(broadcaster: broadcaster), broadcaster: broadcaster)
        let connection = live.join("lobby", name: nil, after: 0)
        var ids: [String] = []
        try? await connection.run { buffer in
            ids.append(String(String(buffer: buffer).prefix { $0 != "\n" }))
            if ids.count >= 4 { throw Enough() }
        }
        #expect(ids == ["id: 1", "id: 2", "id: 3", "id: 4"])
    }

    @Test("A connection whose stream ends is gone from all channels, and nothing unregisters it")
    func connectionsVanish() async throws {
        try await withServer { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...50 {
                    group.addTask {
                        try await server.client.withEvents { events in _ = try await events.next() }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await eventually { server.attendees == 0 })
            try await server.client.withEvents { events in
                _ = try await events.next()
                #expect(server.attendees == 1)
            }
            #expect(try await eventually { server.attendees == 0 })
        }
    }

    @Test("A quiet stream gets signs of life")
    func keepAlive() async throws {
        try await withServer { configuration in
            configuration.keepAlive = .milliseconds(20)
        } _: { server in
            try await server.client.withEvents { events in
                let signs = try await [events.next("alive"), events.next("alive")]
                #expect(signs.compactMap { $0 }.count == 2)
            }
        }
    }

    @Test("A reader that doesn't read is closed, delays no other reader, and resumes by id")
    func stuckReader() async throws {
        try await withServer { configuration in
            configuration.keepAlive = .seconds(1)
            configuration.timeout = .seconds(10)
        } _: { server in
            let client = server.client
            let stuck = try RawSocket(streamAt: "/rooms/lobby/events", port: client.port)
            #expect(try await eventually { server.attendees == 1 })

            let count = try await client.withEvents { events in
                _ = try await events.next("presence")
                // More than the server and the sockets' buffers hold.
                let count: Int64 = 2_000
                for first in stride(from: 1, to: count, by: 50) {
                    try await client.postLongTexts(50)
                    for id in first..<first + 50 {
                        #expect(try await events.nextMessage()?.id == id)
                    }
                }
                let isEnded = try await eventually(within: .seconds(90)) { server.attendees == 1 }
                #expect(isEnded)
                return count
            }
            #expect(try await eventually { server.attendees == 0 })

            let seen = try await stuck.readEvents().id
            #expect(seen < count)
            let missed = try await client.withEvents("after=\(seen)") { events in
                var ids: [Int64] = []
                while ids.last != count, let message = try await events.nextMessage() {
                    ids.append(message.id)
                }
                return ids
            }
            #expect(missed == Array(seen + 1...count))
        }
    }

    @Test("A slow reader that reads again is told why its stream ends, and resumes by id")
    func slowReader() async throws {
        try await withServer { configuration in
            configuration.timeout = .seconds(300)
        } _: { server in
            let client = server.client
            let slow = try RawSocket(streamAt: "/rooms/lobby/events", port: client.port)
            #expect(try await eventually { server.attendees == 1 })
            // More than the server and the sockets' buffers hold.
            let count: Int64 = 2_000
            for _ in 0..<count / 50 { try await client.postLongTexts(50) }
            let (seen, end) = try await slow.readEvents()
            #expect(end.contains("event: end") && end.contains("too slow"))
            #expect(seen > 0 && seen < count)
            let next = try await client.withEvents("after=\(seen)") { try await $0.nextMessage() }
            #expect(next?.id == seen + 1)
        }
    }
}

extension TestServer {
    /// How many connections there are.
    fileprivate var attendees: Int {
        broadcaster.channels.reduce(0) { $0 + ($1.name == "ChatChannels.Attendee" ? $1.observers.count : 0) }
    }
}

extension ChatClient {
    /// Posts messages of almost the longest kind.
    func postLongTexts(_ count: Int, in room: String = "lobby") async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { _ = try await post(String(repeating: "x", count: 3_900), in: room) }
            }
            try await group.waitForAll()
        }
    }
}
