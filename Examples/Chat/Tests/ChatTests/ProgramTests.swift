import Foundation
import Testing

@Suite("The program", .timeLimit(.minutes(10)))
struct ProgramTests {
    @Test("It says where it is when it is ready, and stops on a signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) async throws {
        try await withTemporaryFolder { folder in
            let program = try Program(["--port", "0", "--database", folder + "/chat.sqlite"])
            let client = ChatClient(port: try await program.port())
            #expect(try await client.post("Hello").status == 201)
            program.send(signal: signal)
            #expect(await program.status() == 0)
            #expect(await program.allErrors() == "")
        }
    }

    @Test("It says what it keeps its messages in, and CHAT_DATABASE and LOG_LEVEL choose")
    func environment() async throws {
        try await withTemporaryFolder { folder in
            let variables = ["CHAT_DATABASE=\(folder)/chat.sqlite", "LOG_LEVEL=Info"]
            let program = try Program(variables + [Program.path, "--port", "0"], executable: "/usr/bin/env")
            let client = ChatClient(port: try await program.port())
            _ = try await client.post("Hello")
            program.send(signal: SIGTERM)
            #expect(await program.status() == 0)
            #expect(await program.allOutput().contains("messages in \(folder)/chat.sqlite"))
            #expect(await program.allErrors().contains("/rooms/%6C%6F%62%62%79/messages"))
        }
    }

    @Test("A file that another process uses is refused")
    func twoProcesses() async throws {
        try await withTemporaryFolder { folder in
            let database = folder + "/chat.sqlite"
            try await withServer(database: database) { _ in
                let program = try Program(["--port", "0", "--database", database])
                #expect(await program.status() != 0)
                #expect(await program.allErrors().contains("another process"))
            }
        }
    }

    @Test("When the file is gone, nothing is accepted, and /health says so")
    func fileGone() async throws {
        try await withTemporaryFolder { folder in
            let database = folder + "/chat.sqlite"
            try await withServer(database: database) { server in
                #expect(try await server.client.post("Hello").status == 201)
                #expect(try await server.client.send(.GET, "/health").status == 200)
                try FileManager.default.removeItem(atPath: database)
                #expect(try await server.client.send(.GET, "/health").status == 503)
                #expect(try await server.client.post("lost?").status == 503)
            }
        }
    }

    @Test("While storing fails, /health says so")
    func storingFails() async throws {
        try await withTemporaryFolder { folder in
            // A process may write 64 blocks of 512 bytes to a file.
            let command = #"trap '' XFSZ; ulimit -f 400; exec "$0" --port 0 --database "$1""#
            let program = try Program(["-c", command, Program.path, folder + "/chat.sqlite"], executable: "/bin/sh")
            let client = ChatClient(port: try await program.port())
            #expect(try await client.send(.GET, "/health").status == 200)
            let isFull = try await eventually {
                try await client.post(String(repeating: "x", count: 3_900)).status == 503
            }
            #expect(isFull)
            #expect(try await client.send(.GET, "/health").status == 503)
        }
    }

    @Test("On a signal it finishes what it has accepted: each message is answered, or isn't stored")
    func accepted() async throws {
        try await withTemporaryFolder { folder in
            let database = folder + "/chat.sqlite"
            let program = try Program(["--port", "0", "--database", database])
            let client = ChatClient(port: try await program.port())
            let answered = await withTaskGroup(of: [String].self) { group in
                for poster in 0..<8 {
                    group.addTask {
                        var answered: [String] = []
                        while let answer = try? await client.post("\(poster)-\(answered.count)"), answer.status == 201 {
                            answered.append("\(poster)-\(answered.count)")
                            if poster == 0, answered.count == 20 { program.send(signal: SIGTERM) }
                        }
                        return answered
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            #expect(await program.status() == 0)
            let stored = try await withServer(database: database) { server in
                try await server.client.withEvents("after=0") { events in try await events.texts(answered.count) }
            }
            #expect(answered.count >= 20)
            #expect(stored.sorted() == answered.sorted())
        }
    }

    @Test("It helps")
    func help() async throws {
        let program = try Program(["--help"])
        #expect(await program.status() == 0)
        let help = await program.allOutput()
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
        let program = try Program(arguments)
        #expect(await program.status() != 0)
        let errors = await program.allErrors()
        #expect(errors.contains(word) && !errors.contains("secret"), "\(errors)")
    }

    @Test("A port that is taken is named, and ends it with a status")
    func taken() async throws {
        try await withServer { server in
            try await withTemporaryFolder { folder in
                let program = try Program(["--port", "\(server.client.port)", "--database", folder + "/chat.sqlite"])
                #expect(await program.status() != 0)
                #expect(await program.allErrors().contains("in use"))
            }
        }
    }
}
