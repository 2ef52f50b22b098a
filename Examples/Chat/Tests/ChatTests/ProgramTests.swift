import Foundation
import NIOConcurrencyHelpers
import Testing

@Suite("The program", .timeLimit(.minutes(10)))
struct ProgramTests {
    @Test("It says where it is when it is ready, and stops on a signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) async throws {
        let server = try await RunningProgram()
        #expect(try await server.post("Hello").status == 201)
        #expect(try await server.end(signal) == 0)
        #expect(server.program.errors == "")
    }

    @Test("It says what it keeps its messages in, and CHAT_DATABASE and LOG_LEVEL choose")
    func environment() async throws {
        let server = try await RunningProgram(setup: "export CHAT_DATABASE=other.sqlite LOG_LEVEL=Info")
        _ = try await server.post("Hello")
        #expect(try await server.end() == 0)
        #expect(server.program.output.contains("messages in other.sqlite"))
        #expect(server.program.errors.contains("/rooms/%6C%6F%62%62%79/messages"))
    }

    @Test("When the file is gone, nothing is accepted, and /health says so", .server)
    func fileGone() async throws {
        #expect(try await server.post("Hello").status == 201)
        #expect(try await server.send("GET", "/health").status == 200)
        try FileManager.default.removeItem(atPath: server.database)
        #expect(try await server.send("GET", "/health").status == 503)
        #expect(try await server.post("lost?").status == 503)
    }

    @Test("While storing fails, /health says so")
    func storingFails() async throws {
        // A process may write 64 blocks of 512 bytes to a file.
        let server = try await RunningProgram(setup: "trap '' XFSZ; ulimit -f 400")
        #expect(try await server.send("GET", "/health").status == 200)
        let text = String(repeating: "x", count: 3_900)
        #expect(try await eventually { try await server.post(text).status == 503 })
        #expect(try await server.send("GET", "/health").status == 503)
    }

    @Test("On a signal it finishes what it has accepted: each message is answered, or isn't stored")
    func accepted() async throws {
        let server = try await RunningProgram()
        let answers = NIOLockedValueBox<[String]>([])
        try await concurrently(8) { poster in
            for number in 1... {
                let answer = try? await server.post("\(poster)-\(number)")
                guard answer?.status == 201 else { break }
                answers.withLockedValue { $0.append("\(poster)-\(number)") }
                if poster == 0, number == 20 { server.program.send(signal: SIGTERM) }
            }
        }
        #expect(try await server.program.status() == 0)
        let answered = answers.withLockedValue { $0 }
        #expect(answered.count >= 20)
        let database = server.program.folder.path + "/chat.sqlite"
        let stored = try await withServer(database: database) { try await $0.messages() }
        #expect(stored.map(\.text).sorted() == answered.sorted())
    }

    @Test("It helps")
    func help() async throws {
        let program = try Program([Program.path, "--help"])
        #expect(try await program.status() == 0)
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

    @Test("A port or a file that another process uses is named, and ends it with a status", .server)
    func taken() async throws {
        try await expectFailure(["--port", "0", "--database", server.database], "locked")
        try await expectFailure(["--port", "\(server.port)", "--database", server.database + "2"], "in use")
    }

    @Test("Two people join in a browser, write, read, lose the server and find it again")
    func browser() async throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("browser.py")
        let python = URL(fileURLWithPath: #filePath + "/../../../../../.ci/playwright").standardizedFileURL
        // To look at the page: CHAT_SCREENSHOTS=folder swift test
        let screenshots = ProcessInfo.processInfo.environment["CHAT_SCREENSHOTS"] ?? "."
        let play = try Program([python.path, script.path, Program.path, screenshots])
        #expect(try await play.status() == 0, "\(play.output) \(play.errors)")
        #expect(play.output.hasSuffix("ok: the server stops\n"))
    }

    private func expectFailure(_ arguments: [String], _ word: String) async throws {
        let program = try Program([Program.path] + arguments)
        #expect(try await program.status() != 0)
        let errors = program.errors
        #expect(errors.contains(word) && !errors.contains("secret"), "\(errors)")
    }
}
