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
