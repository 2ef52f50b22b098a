import Foundation
import NIOConcurrencyHelpers
import PostgreSQL
import Testing

@testable import Chat

@Suite("PostgreSQL and more than one process", .timeLimit(.minutes(10)))
struct PostgresTests {
    /// Without heartbeats, the notifications alone must do.
    private static let noHeartbeat: Configure = { $0.heartbeat = .seconds(3_600) }

    @Test("With PostgreSQL, messages come back as they were sent, in order, once for each key")
    func messages() async throws {
        try await PostgresServer.run { database in
            try await withServer(withoutSignsOfLife, database: database.url) { server in
                try await ServerTrait.$current.withValue(server) {
                    try await HostileTests().texts()
                    try await MessageTests().read()
                    try await MessageTests().pages()
                    try await MessageTests().key()
                }
            }
        }
    }

    @Test("A message reaches the browsers of all processes once and in order, and rosters are shared")
    func twoServers() async throws {
        try await PostgresServer.runWithTwoServers(Self.noHeartbeat) { _, first, second in
            let ann = try await first.events("name=Ann")
            let bob = try await second.events("name=Bob")
            for events in [ann, bob] { #expect(try await events.show("Ann", "Bob")) }
            try await concurrently(200) { number in
                _ = try await (number.isMultiple(of: 2) ? first : second).post("\(number)")
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
        try await PostgresServer.runWithTwoServers(Self.noHeartbeat) { database, first, second in
            let messages = try await second.events()
            _ = try await first.post("before")
            #expect(try await messages.nextMessage()?.text == "before")

            let client = PostgresClient(url: database.url, label: "test")
            let forwarded = "SELECT 1 FROM roster WHERE names LIKE '%Ann%'"
            _ = try await client.withSession { try $0.query(forwarded) }
            // Over another database, because a session can't close its own to new connections.
            _ = try await database.rows("ALTER DATABASE postgres ALLOW_CONNECTIONS false", isAdministration: true)
            #expect(try await database.endListeners(to: "chat") == ["t", "t"])

            let rosters = try await second.events()
            _ = try await first.events("name=Ann")
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
            let client = PostgresClient(url: database.url, label: "test")
            // The last words of the database and the end of the connection sometimes arrive together.
            for _ in 0..<50 {
                try await client.withSession { try $0.query("LISTEN test") }
                async let ended = database.endListeners(to: "test")
                await #expect(throws: PostgresError.self) {
                    while !Task.isCancelled { _ = try await client.withSession { try $0.notifications() } }
                }
                let sessions = try await ended
                try #require(sessions == ["t"])
            }
        }
    }

    @Test("The line at the start names the database without its password")
    func password() async throws {
        try await PostgresServer.run { database in
            let url = database.url.replacingOccurrences(of: "postgres:///", with: "postgres://postgres:secret@/")
            let server = try await RunningProgram(setup: "export CHAT_DATABASE='\(url)'")
            #expect(try await server.end() == 0)
            let output = server.program.output + server.program.errors
            #expect(output.contains("postgres://postgres@/postgres") && !output.contains("secret"))
        }
    }

    @Test("While the database is down posting says 503, and when it is up the streams continue")
    func outage() async throws {
        try await PostgresServer.runWithTwoServers { database, first, second in
            let events = try await second.events()
            #expect(try await first.post("before").status == 201)
            #expect(try await events.nextMessage()?.text == "before")

            database.stop()
            let answer = try await first.post("lost?", headers: ["Idempotency-Key": "k"])
            #expect(answer.status == 503 && answer.error != nil)
            #expect(try await first.send("GET", messagesPath).status == 503)
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
            database.stop()
            try await database.start()
            #expect(try await first.post("at once").status == 201)
            #expect(try await events.nextMessage()?.text == "at once")
        }
    }

    @Test("The people of a process that was killed vanish")
    func killedPresence() async throws {
        try await PostgresServer.run { database in
            try await withServer({ $0.heartbeat = .milliseconds(200) }, database: database.url) { server in
                let other = try await RunningProgram("--database", database.url)
                let ann = try await server.events("name=Ann")
                _ = try await other.events("name=Bob")
                #expect(try await ann.show("Ann", "Bob"))
                other.program.send(signal: SIGKILL)
                #expect(try await ann.show("Ann"))
            }
        }
    }

    @Test("A killed process and a restarted database in mid-traffic lose and double no message")
    func crashes() async throws {
        try await PostgresServer.run { database in
            let victim = try await RunningProgram("--database", database.url)
            let survivor = try await RunningProgram("--database", database.url)
            let servers = NIOLockedValueBox([victim, survivor])
            let answers = NIOLockedValueBox(0)
            let (posters, perPoster) = (6, 100)
            func wait(for count: Int) async throws {
                #expect(try await eventually { answers.withLockedValue { $0 } >= count })
            }

            async let posts: Void = concurrently(posters) { poster in
                for number in 0..<perPoster {
                    // Repeated under its key until it is answered, even by the successor of a process that was killed.
                    let text = "\(poster)-\(number)"
                    let isAnswered = try await eventually {
                        let server = servers.withLockedValue { $0[poster % 2] }
                        let status = try? await server.post(text, headers: ["Idempotency-Key": text]).status
                        #expect([nil, 201, 503].contains(status))
                        return status == 201
                    }
                    #expect(isAnswered)
                    answers.withLockedValue { $0 += 1 }
                }
            }
            async let reads: Void = concurrently(4) { reader in
                let texts = try await readAll(posters * perPoster) { servers.withLockedValue { $0[reader % 2] } }
                #expect(texts.count == Set(texts).count)
                for poster in 0..<posters {
                    let own = texts.filter { $0.hasPrefix("\(poster)-") }
                    #expect(own == (0..<perPoster).map { "\(poster)-\($0)" })
                }
            }
            try await wait(for: 150)
            _ = try await victim.end(SIGKILL)
            try await wait(for: 250)
            let successor = try await RunningProgram("--database", database.url)
            servers.withLockedValue { $0[0] = successor }
            try await wait(for: 350)
            database.stop()
            try await database.start()
            _ = try await (posts, reads)

            #expect(try await survivor.messages().count == posters * perPoster)
            for server in [survivor, successor] { #expect(try await server.end() == 0) }
        }
    }

    /// Reads so many texts, in order of `id`, from streams that resume however often they are cut.
    private func readAll(_ count: Int, from server: () -> RunningProgram) async throws -> [String] {
        var texts: [String] = []
        var last: Int64 = 0
        while texts.count < count {
            try Task.checkCancellation()
            do {
                let events = try await server().events("after=\(last)")
                while texts.count < count, let message = try await events.nextMessage() {
                    #expect(message.id > last)
                    texts.append(message.text)
                    last = message.id
                }
            } catch  where !(error is CancellationError) {
                // Time: a pause between two attempts. The process was killed, or will be back.
                try await Task.sleep(for: .milliseconds(2))
            }
        }
        return texts
    }
}

extension PostgresServer {
    /// Ends the sessions that listen to a channel, and returns a `t` for each.
    fileprivate func endListeners(to channel: String) async throws -> [String] {
        let sessions = "FROM pg_stat_activity WHERE query = 'LISTEN \(channel)'"
        return try await rows("SELECT pg_terminate_backend(pid, 10000) \(sessions)", isAdministration: true).map(\.[0])
    }
}
