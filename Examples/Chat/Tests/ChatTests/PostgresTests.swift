import Foundation
import PostgreSQL
import Testing

@testable import Chat

@Suite("PostgreSQL and more than one process", .timeLimit(.minutes(10)))
struct PostgresTests {
    /// Without heartbeats, the notifications alone must do.
    private static let noHeartbeat = set(\.heartbeat, .seconds(3_600))

    @Test("With PostgreSQL, messages come back as they were sent, in order, once for each key")
    func messages() async throws {
        try await PostgresServer.run { database in
            try await withServer(database: database.url) { server in
                let events = try await server.events("name=Ann")
                #expect(try await events.show("Ann"))
                for (number, text) in HostileTests.texts.enumerated() {
                    let answer = try await server.post(text, headers: ["Idempotency-Key": "key \(number)"])
                    #expect(answer.status == 201)
                    let again = try await server.post(text, headers: ["Idempotency-Key": "key \(number)"])
                    #expect(again.body == answer.body)
                    #expect(try await events.next("message")?.data == answer.body)
                }
                events.close()
                let other = try await server.post("Another message", headers: ["Idempotency-Key": "key 0"])
                #expect(other.status == 400)
                try await server.checkPages()
                let messages = try await server.messages()
                #expect(messages.map(\.text) == HostileTests.texts)
                #expect(try await server.messages("limit=3") == messages.suffix(3))
                #expect(try await server.messages("after=\(messages[3].id)&limit=2") == Array(messages[4...5]))
            }
        }
    }

    @Test("A message reaches the browsers of all processes once and in order, and rosters are shared")
    func twoServers() async throws {
        try await PostgresServer.runWithTwoServers([Self.noHeartbeat]) { _, first, second in
            let ann = try await first.events("name=Ann")
            defer { ann.close() }
            let bob = try await second.events("name=Bob")
            for events in [ann, bob] { #expect(try await events.show("Ann", "Bob")) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask { _ = try await (number.isMultiple(of: 2) ? first : second).post("\(number)") }
                }
                try await group.waitForAll()
            }
            let stored = try await first.messages()
            #expect(stored.count == 200)
            for events in [ann, bob] { #expect(try await events.messages(200) == stored) }
            // Without a post of its own, a process learns of a message from the other one alone.
            _ = try await first.post("last")
            #expect(try await bob.nextMessage()?.text == "last")
            bob.close()
            #expect(try await ann.show("Ann"))
        }
    }

    @Test("A process that listens again catches up on messages and rosters")
    func listeningAgain() async throws {
        try await PostgresServer.runWithTwoServers([Self.noHeartbeat]) { database, first, second in
            let messages = try await second.events()
            defer { messages.close() }
            _ = try await first.post("before")
            #expect(try await messages.nextMessage()?.text == "before")

            let client = PostgresClient(url: database.url, label: "test")
            let forwarded = "SELECT 1 FROM attendance"
            _ = try await client.withSession { try $0.query(forwarded) }
            // Over another database, because a session can't close its own to new connections.
            _ = try await database.rows("ALTER DATABASE postgres ALLOW_CONNECTIONS false", isAdministration: true)
            #expect(try await database.endListeners(to: "chat") == ["t", "t"])

            let rosters = try await second.events()
            defer { rosters.close() }
            let ann = try await first.events("name=Ann")
            defer { ann.close() }
            #expect(try await first.post("missed").status == 201)
            #expect(try await eventually { try await client.withSession { try $0.query(forwarded) }.count == 1 })
            _ = try await database.rows("ALTER DATABASE postgres ALLOW_CONNECTIONS true", isAdministration: true)
            #expect(try await rosters.show("Ann"))
            #expect(try await messages.nextMessage()?.text == "missed")
        }
    }

    @Test("Notifications end with an error when their session ends")
    func notificationsEnd() async throws {
        try await PostgresServer.run { database in
            // The last words of the database and the end of the connection sometimes arrive together.
            for _ in 0..<50 {
                let notifications = try await PostgresClient.notifications(url: database.url, channel: "test")
                let reader = Task { try await notifications.first { _ in true } }
                try #require(try await database.endListeners(to: "test") == ["t"])
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
        try await PostgresServer.run { database in
            let url = database.url.replacingOccurrences(of: "postgres:///", with: "postgres://postgres:secret@/")
            let program = try Program(
                ["CHAT_DATABASE=\(url)", Program.path, "--port", "0"], executable: "/usr/bin/env")
            #expect(try await RunningProgram(program).end() == 0)
            let output = program.output + program.errors
            #expect(output.contains("postgres://postgres@/postgres") && !output.contains("secret"))
        }
    }

    @Test("While the database is down posting says 503, and when it is up the streams continue")
    func outage() async throws {
        try await PostgresServer.runWithTwoServers { database, first, second in
            let events = try await second.events()
            defer { events.close() }
            #expect(try await first.post("before").status == 201)
            #expect(try await events.nextMessage()?.text == "before")

            await database.stop()
            let answer = try await first.post("lost?", headers: ["Idempotency-Key": "k"])
            #expect(answer.status == 503 && answer.error != nil)
            #expect(try await first.send("GET", Request.messages).status == 503)
            #expect(try await first.send("GET", "/health").status == 503)

            try await database.start()
            let isBack = try await eventually {
                try await first.post("after", headers: ["Idempotency-Key": "k"]).status == 201
            }
            #expect(isBack)
            #expect(try await first.send("GET", "/health").status == 200)
            // The stream of the other process was open all the time.
            #expect(try await events.nextMessage()?.text == "after")

            // A restart that no request fell into costs no request.
            await database.stop()
            try await database.start()
            #expect(try await first.post("at once").status == 201)
            #expect(try await events.nextMessage()?.text == "at once")
        }
    }

    @Test("The people of a process that was killed vanish")
    func killedPresence() async throws {
        try await PostgresServer.run { database in
            try await withServer([set(\.heartbeat, .milliseconds(200))], database: database.url) { server in
                let other = try await RunningProgram(database: database.url)
                let ann = try await server.events("name=Ann")
                defer { ann.close() }
                let bob = try await other.events("name=Bob")
                defer { bob.close() }
                #expect(try await ann.show("Ann", "Bob"))
                other.program.send(signal: SIGKILL)
                #expect(try await ann.show("Ann"))
            }
        }
    }

    @Test("A killed process and a restarted database in mid-traffic lose and double no message")
    func crashes() async throws {
        try await PostgresServer.run { database in
            let victim = try await RunningProgram(database: database.url)
            let survivor = try await RunningProgram(database: database.url)
            let servers = Servers([victim, survivor])
            let posters = 6
            let perPoster = 100

            try await withThrowingTaskGroup(of: Void.self) { group in
                // Each poster repeats a message under its key until it is answered.
                for poster in 0..<posters {
                    group.addTask {
                        for number in 0..<perPoster {
                            while try await !servers.post("\(poster)-\(number)", to: poster % 2) {}
                        }
                    }
                }
                // Each reader resumes after what it has read.
                for reader in 0..<4 {
                    group.addTask {
                        let texts = try await servers.readAll(posters * perPoster, from: reader % 2)
                        #expect(texts.count == Set(texts).count)
                        for poster in 0..<posters {
                            let own = texts.filter { $0.hasPrefix("\(poster)-") }
                            #expect(own == (0..<perPoster).map { "\(poster)-\($0)" })
                        }
                    }
                }

                try await servers.waitForAnswers(150)
                _ = await victim.end(SIGKILL)
                try await servers.waitForAnswers(250)
                let successor = try await RunningProgram(database: database.url)
                await servers.replace(0, with: successor)
                try await servers.waitForAnswers(350)
                await database.stop()
                try await database.start()
                try await group.waitForAll()

                #expect(try await survivor.messages().count == posters * perPoster)
                for server in [survivor, successor] { #expect(await server.end() == 0) }
            }
        }
    }
}

extension PostgresServer {
    /// Ends the sessions that listen to a channel, and returns a `t` for each.
    fileprivate func endListeners(to channel: String) async throws -> [String] {
        let sessions = "FROM pg_stat_activity WHERE query = 'LISTEN \(channel)'"
        return try await rows("SELECT pg_terminate_backend(pid, 10000) \(sessions)", isAdministration: true).map {
            $0[0]
        }
    }
}

/// Programs that come and go.
private actor Servers {
    private var servers: [RunningProgram]
    private var answers = 0

    init(_ servers: [RunningProgram]) { self.servers = servers }

    func server(_ index: Int) -> RunningProgram { servers[index] }

    func replace(_ index: Int, with server: RunningProgram) { servers[index] = server }

    /// Waits until so many messages are answered with 201.
    func waitForAnswers(_ count: Int) async throws {
        while answers < count { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func countAnswer() { answers += 1 }

    /// Posts under the text as the key, and tells whether that was answered with 201.
    nonisolated func post(_ text: String, to index: Int) async throws -> Bool {
        try Task.checkCancellation()
        guard let answer = try? await server(index).post(text, headers: ["Idempotency-Key": text]) else {
            // A process that was killed. Its users go on when it is back; some go to the other one.
            _ = try? await server(1).send("GET", "/health")
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
                let events = try await server(index).events("after=\(last)")
                defer { events.close() }
                while texts.count < count, let message = try await events.nextMessage() {
                    #expect(message.id > last)
                    texts.append(message.text)
                    last = message.id
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
