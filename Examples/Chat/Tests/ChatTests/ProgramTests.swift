import Foundation
import Testing

@Suite("The program", .timeLimit(.minutes(10)))
struct ProgramTests {
    @Test("It says where it is when it is ready, and stops on a signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) async throws {
        let server = try await RunningProgram()
        let answer = try await server.post("Hello")
        #expect(answer.status == 201)
        #expect(await server.end(signal) == 0)
        #expect(server.program.errors == "")
    }

    @Test("It says what it keeps its messages in, and CHAT_DATABASE and LOG_LEVEL choose")
    func environment() async throws {
        let server = try await RunningProgram(setup: "export CHAT_DATABASE=other.sqlite LOG_LEVEL=Info")
        _ = try await server.post("Hello")
        #expect(await server.end() == 0)
        #expect(server.program.output.contains("messages in other.sqlite"))
        #expect(server.program.errors.contains("/rooms/%6C%6F%62%62%79/messages"))
    }

    @Test("When the file is gone, nothing is accepted, and /health says so")
    func fileGone() async throws {
        try await withTemporaryFolder { folder in
            let database = folder + "/chat.sqlite"
            try await withServer(database: database) { server in
                #expect(try await server.post("Hello").status == 201)
                #expect(try await server.send("GET", "/health").status == 200)
                try FileManager.default.removeItem(atPath: database)
                #expect(try await server.send("GET", "/health").status == 503)
                #expect(try await server.post("lost?").status == 503)
            }
        }
    }

    @Test("While storing fails, /health says so")
    func storingFails() async throws {
        // A process may write 64 blocks of 512 bytes to a file.
        let server = try await RunningProgram(setup: "trap '' XFSZ; ulimit -f 400")
        let health = try await server.send("GET", "/health")
        #expect(health.status == 200)
        let text = String(repeating: "x", count: 3_900)
        #expect(try await eventually { try await server.post(text).status == 503 })
        #expect(try await server.send("GET", "/health").status == 503)
    }

    @Test("On a signal it finishes what it has accepted: each message is answered, or isn't stored")
    func accepted() async throws {
        try await withTemporaryFolder { folder in
            let database = folder + "/chat.sqlite"
            let server = try await RunningProgram("--database", database)
            let answered = await withTaskGroup(of: [String].self) { group in
                for poster in 0..<8 {
                    group.addTask {
                        var answered: [String] = []
                        while let answer = try? await server.post("\(poster)-\(answered.count)"), answer.status == 201 {
                            answered.append("\(poster)-\(answered.count)")
                            if poster == 0, answered.count == 20 { server.program.send(signal: SIGTERM) }
                        }
                        return answered
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(await server.program.status() == 0)
            let stored = try await withServer(database: database) { server in
                let events = try await server.events("after=0")
                return try await events.messages(answered.count).map(\.text)
            }
            #expect(answered.count >= 20)
            #expect(stored.sorted() == answered.sorted())
        }
    }

    @Test("It helps")
    func help() async throws {
        let program = try Program([Program.path, "--help"])
        #expect(await program.status() == 0)
        let help = program.output
        #expect(["--address", "--port", "--database", "postgres://"].allSatisfy(help.contains))
    }

    @Test(
        "A wrong option is named, and ends it with a status",
        arguments: [
            (["--prot", "1"], "--prot"), (["--port", "x"], "--port"), (["--port", "65536"], "--port"),
            (["--database", ""], "--database"), (["--database", "mysql://x"], "--database"),
            (["--database", "/nonexistent/folder/x"], "/nonexistent/folder/x"),
            (["--port", "0", "--address", "192.0.2.1", "--database", "/dev/null/x"], "/dev/null/x"),
            (["--database", "postgres://nobody:secret@127.0.0.1:1/x"], "refused"), (["extra"], "extra"),
            (["postgres://nobody:secret@127.0.0.1:1/x"], "postgres://nobody@"),
            (["--databas", "postgres://nobody:secret@127.0.0.1:1/x"], "--databas"),
            (["--database", "postgres://nobody:a@secret@127.0.0.1:1/x"], "percent-encoded"),
            (["--database", "postgres://nobody:a/secret@127.0.0.1:1/x"], "percent-encoded"),
            (["--port", "postgres://nobody:secret@127.0.0.1:1/x"], "--port"),
            (["--connections", "0"], "--connections"),
        ])
    func wrong(arguments: [String], word: String) async throws {
        try await expectFailure(arguments, word)
    }

    @Test("A port or a file that another process uses is named, and ends it with a status")
    func taken() async throws {
        try await withTemporaryFolder { folder in
            let database = folder + "/chat.sqlite"
            try await withServer(database: database) { server in
                try await expectFailure(["--port", "0", "--database", database], "another process")
                try await expectFailure(["--port", "\(server.port)", "--database", database + "2"], "in use")
            }
        }
    }

    @Test("Two people join in a browser, write, read, lose the server and find it again")
    func browser() async throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("browser.py")
        // To look at the page: CHAT_SCREENSHOTS=folder swift test
        let screenshots = ProcessInfo.processInfo.environment["CHAT_SCREENSHOTS"] ?? "."
        let play = try Program(["python3", script.path, Program.path, screenshots])
        #expect(await play.status() == 0, "\(play.output) \(play.errors)")
        #expect(play.output.contains("no exception, no violation of the policy, and no other host"))
    }

    private func expectFailure(_ arguments: [String], _ word: String) async throws {
        let program = try Program([Program.path] + arguments)
        #expect(await program.status() != 0)
        let errors = program.errors
        #expect(errors.contains(word) && !errors.contains("secret"), "\(errors)")
    }
}
