import Foundation
import PostgreSQL
import Testing

@testable import Chat

@Suite("PostgreSQL and more than one process", .timeLimit(.minutes(10)))
struct PostgresTests {
    @Test("With PostgreSQL, messages come back as they were sent, in order, once for each key")
    func messages() async throws {
        try await PostgresServer.withServer { postgres in
            try await withServer(database: postgres.url) { server in
                let client = server.client
                try await client.withEvents("name=Ann") { events in
                    let isTold = try await events.waitForNames(["Ann"])
                    #expect(isTold)
                    for (number, text) in HostileTests.texts.enumerated() {
                        let answer = try await client.post(text, headers: ["Idempotency-Key": "key \(number)"])
                        #expect(answer.status == 201)
                        let again = try await client.post(text, headers: ["Idempotency-Key": "key \(number)"])
                        #expect(again.body == answer.body)
                        #expect(try await events.next("message")?.data == answer.body)
                    }
                }
                let other = try await client.post("Another message", headers: ["Idempotency-Key": "key 0"])
                #expect(other.status == 400)
                try await client.checkPages()
                let messages = try await client.messages()
                #expect(messages.map(\.text) == HostileTests.texts)
                #expect(try await client.messages("limit=3") == messages.suffix(3))
                #expect(try await client.messages("after=\(messages[3].id)&limit=2") == Array(messages[4...5]))
            }
        }
    }

    @Test("A message reaches the browsers of all processes once and in order, and rosters are shared")
    func twoServers() async throws {
        try await PostgresServer.withServer { postgres in
            try await withServer(database: postgres.url, Self.stopHeartbeat) { first in
                try await withServer(database: postgres.url, Self.stopHeartbeat) { second in
                    try await first.client.withEvents("name=Ann") { ann in
                        try await second.client.withEvents("name=Bob") { bob in
                            #expect(try await ann.waitForNames(["Ann", "Bob"]))
                            #expect(try await bob.waitForNames(["Ann", "Bob"]))
                            try await withThrowingTaskGroup(of: Void.self) { group in
                                for number in 0..<200 {
                                    let client = number.isMultiple(of: 2) ? first.client : second.client
                                    group.addTask { _ = try await client.post("\(number)") }
                                }
                                try await group.waitForAll()
                            }
                            let stored = try await first.client.messages()
                            #expect(stored.count == 200)
                            for message in stored {
                                #expect(try await ann.nextMessage() == message)
                                #expect(try await bob.nextMessage() == message)
                            }
                        }
                        #expect(try await ann.waitForNames(["Ann"]))
                    }
                }
            }
        }
    }

    @Test("A process that listens again catches up on messages and rosters")
    func listeningAgain() async throws {
        try await PostgresServer.withServer { postgres in
            try await withServer(database: postgres.url, Self.stopHeartbeat) { first in
                try await withServer(database: postgres.url, Self.stopHeartbeat) { second in
                    try await second.client.withEvents { messages in
                        _ = try await first.client.post("before")
                        let before = try await messages.nextMessage()
                        #expect(before?.text == "before")

                        let database = PostgresClient(url: postgres.url, label: "database")
                        _ = try await database.rows("SELECT 1")
                        // Over another database, because a session can't close its own to new connections.
                        let url = postgres.url.replacingOccurrences(of: "///postgres?", with: "///template1?")
                        let administrator = PostgresClient(url: url, label: "administrator")
                        _ = try await administrator.rows("ALTER DATABASE postgres ALLOW_CONNECTIONS false")
                        let ended = try await administrator.rows(
                            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE query = 'LISTEN chat'")
                        #expect(ended == [["t"], ["t"]])

                        try await second.client.withEvents { rosters in
                            try await first.client.withEvents("name=Ann") { _ in
                                let answer = try await first.client.post("missed")
                                #expect(answer.status == 201)
                                let isForwarded = try await eventually {
                                    try await database.rows("SELECT 1 FROM attendance").count == 1
                                }
                                #expect(isForwarded)
                                _ = try await administrator.rows("ALTER DATABASE postgres ALLOW_CONNECTIONS true")
                                let isTold = try await rosters.waitForNames(["Ann"])
                                #expect(isTold)
                            }
                        }
                        let missed = try await messages.nextMessage()
                        #expect(missed?.text == "missed")
                    }
                }
            }
        }
    }

    @Test("Notifications end with an error when their session ends")
    func notificationsEnd() async throws {
        try await PostgresServer.withServer { postgres in
            let database = PostgresClient(url: postgres.url, label: "database")
            // The last words of the database and the end of the connection sometimes arrive together.
            for _ in 0..<50 {
                let notifications = try await PostgresClient.notifications(url: postgres.url, channel: "test")
                let reader = Task { try await notifications.first { _ in true } }
                let ended = try await database.rows(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE query = 'LISTEN test'")
                try #require(ended == [["t"]])
                let deadline = Task {
                    try await Task.sleep(for: .seconds(90))
                    reader.cancel()
                }
                let result = await reader.result
                deadline.cancel()
                try #require(throws: PostgresError.self) { try result.get() }
            }
        }
    }

    @Test("The line at the start names the database without its password")
    func password() async throws {
        try await PostgresServer.withServer { postgres in
            let url = postgres.url.replacingOccurrences(of: "postgres:///", with: "postgres://postgres:secret@/")
            let program = try Program(
                ["CHAT_DATABASE=\(url)", Program.path, "--port", "0"], executable: "/usr/bin/env")
            _ = try await program.port()
            program.send(signal: SIGTERM)
            #expect(await program.status() == 0)
            let output = await program.allOutput() + program.allErrors()
            #expect(output.contains("postgres://postgres@/postgres") && !output.contains("secret"))
        }
    }

    @Test("While the database is down posting says 503, and when it is up the streams continue")
    func outage() async throws {
        try await PostgresServer.withServer { postgres in
            try await withServer(database: postgres.url) { first in
                try await withServer(database: postgres.url) { second in
                    try await second.client.withEvents { events in
                        #expect(try await first.client.post("before").status == 201)
                        let before = try await events.nextMessage()
                        #expect(before?.text == "before")

                        await postgres.stop()
                        let answer = try await first.client.post("lost?", headers: ["Idempotency-Key": "k"])
                        #expect(answer.status == 503)
                        #expect(answer.body.contains("error"))
                        #expect(try await first.client.send(.GET, "/rooms/lobby/messages").status == 503)
                        #expect(try await first.client.send(.GET, "/health").status == 503)

                        try await postgres.start()
                        let isBack = try await eventually {
                            try await first.client.post("after", headers: ["Idempotency-Key": "k"]).status == 201
                        }
                        #expect(isBack)
                        #expect(try await first.client.send(.GET, "/health").status == 200)
                        // The stream of the other process was open all the time.
                        #expect(try await events.nextMessage()?.text == "after")

                        // A restart that no request fell into costs no request.
                        await postgres.stop()
                        try await postgres.start()
                        #expect(try await first.client.post("at once").status == 201)
                        #expect(try await events.nextMessage()?.text == "at once")
                    }
                }
            }
        }
    }

    @Test("The people of a process that was killed vanish")
    func killedPresence() async throws {
        try await PostgresServer.withServer { postgres in
            try await withServer(database: postgres.url) { configuration in
                configuration.heartbeat = .milliseconds(200)
            } _: { server in
                let other = try Program(["--port", "0", "--database", postgres.url])
                let otherClient = ChatClient(port: try await other.port())
                try await server.client.withEvents("name=Ann") { events in
                    try await otherClient.withEvents("name=Bob") { _ in
                        let isThere = try await events.waitForNames(["Ann", "Bob"])
                        #expect(isThere)
                        other.send(signal: SIGKILL)
                        let isGone = try await events.waitForNames(["Ann"])
                        #expect(isGone)
                    }
                }
            }
        }
    }

    @Test("A killed process and a restarted database in mid-traffic lose and double no message")
    func crashes() async throws {
        try await PostgresServer.withServer { postgres in
            let arguments = ["--port", "0", "--database", postgres.url]
            let victim = try Program(arguments)
            let survivor = try Program(arguments)
            let clients = Clients([
                ChatClient(port: try await victim.port()), ChatClient(port: try await survivor.port()),
            ])
            let posters = 6
            let perPoster = 100

            try await withThrowingTaskGroup(of: Void.self) { group in
                // Each poster repeats a message under its key until it is answered.
                for poster in 0..<posters {
                    group.addTask {
                        for number in 0..<perPoster {
                            let text = "\(poster)-\(number)"
                            while try await !clients.post(text, to: poster % 2) {}
                        }
                    }
                }
                // Each reader resumes after what it has read.
                for reader in 0..<4 {
                    group.addTask {
                        let texts = try await clients.readAll(posters * perPoster, from: reader % 2)
                        #expect(texts.count == Set(texts).count)
                        for poster in 0..<posters {
                            let own = texts.filter { $0.hasPrefix("\(poster)-") }
                            #expect(own == (0..<perPoster).map { "\(poster)-\($0)" })
                        }
                    }
                }

                try await clients.waitForAnswers(150)
                victim.send(signal: SIGKILL)
                _ = await victim.status()
                try await clients.waitForAnswers(250)
                let successor = try Program(arguments)
                await clients.replace(0, with: ChatClient(port: try await successor.port()))
                try await clients.waitForAnswers(350)
                await postgres.stop()
                try await postgres.start()
                try await group.waitForAll()

                let stored = try await ChatClient(port: survivorPort(clients)).messages()
                #expect(stored.count == posters * perPoster)
                for program in [survivor, successor] {
                    program.send(signal: SIGTERM)
                    #expect(await program.status() == 0)
                }
            }
        }
    }

    /// Without heartbeats, the notifications alone must do.
    private static let stopHeartbeat: @Sendable (inout ChatServer.Configuration) -> Void = {
        $0.heartbeat = .seconds(3_600)
    }

    private func survivorPort(_ clients: Clients) async -> Int { await clients.client(1).port }
}

extension PostgresClient {
    fileprivate func rows(_ query: String) async throws -> [[String]] {
        try await withSession { try $0.query(query) }
    }
}

/// The clients of processes that come and go.
private actor Clients {
    private var clients: [ChatClient]
    private var answers = 0

    init(_ clients: [ChatClient]) {
        self.clients = clients
    }

    func client(_ index: Int) -> ChatClient { clients[index] }

    func replace(_ index: Int, with client: ChatClient) { clients[index] = client }

    /// Waits until so many messages are answered with 201.
    func waitForAnswers(_ count: Int) async throws {
        while answers < count { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func countAnswer() { answers += 1 }

    /// Posts under the text as the key, and tells whether that was answered with 201.
    nonisolated func post(_ text: String, to index: Int) async throws -> Bool {
        try Task.checkCancellation()
        guard let answer = try? await client(index).post(text, headers: ["Idempotency-Key": text]) else {
            // A process that was killed. Its users go on when it is back; some go to the other one.
            _ = try? await client(1).send(.GET, "/health")
            return false
        }
        #expect(answer.status == 201 || answer.status == 503)
        guard answer.status == 201 else { return false }
        await countAnswer()
        return true
    }

    /// Reads a number of messages, however often the stream is cut.
    nonisolated func readAll(_ count: Int, from index: Int) async throws -> [String] {
        var texts: [String] = []
        var last: Int64 = 0
        while texts.count < count {
            try Task.checkCancellation()
            do {
                try await client(index).withEvents("after=\(last)") { events in
                    while texts.count < count, let message = try await events.nextMessage() {
                        #expect(message.id > last)
                        texts.append(message.text)
                        last = message.id
                    }
                }
            } catch let error as Late {
                throw error
            } catch {
                // The process was killed, or will be back.
            }
        }
        return texts
    }
}
