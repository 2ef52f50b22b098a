import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import Chat

@Suite("What clients can hold", .timeLimit(.minutes(10)))
struct LimitsTests {
    static let head = "POST /rooms/lobby/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"

    @Test(
        "A connection on which nothing or half a request is sent is closed",
        arguments: ["", "POST /rooms/lob", head, head + "Content-Length: 50\r\n\r\n{\"name\":"])
    func halfRequest(sent: String) async throws {
        try await withServer { configuration in
            configuration.timeout = .seconds(1)
        } _: { server in
            let socket = try RawSocket(port: server.client.port)
            try socket.send(sent)
            _ = try await socket.read(within: .seconds(60))
        }
    }

    @Test("A request that comes a byte at a time is ended")
    func drippingRequest() async throws {
        try await withServer { configuration in
            configuration.timeout = .seconds(1)
        } _: { server in
            let socket = try RawSocket(port: server.client.port)
            try socket.send(Self.head + "Content-Length: 10000\r\n\r\n")
            let dripping = Task {
                // Each byte comes long before the connection counts as idle.
                while (try? socket.send([32])) != nil { try await Task.sleep(for: .milliseconds(50)) }
            }
            _ = try await socket.read(within: .seconds(60))
            dripping.cancel()
        }
    }

    @Test("A connection too many is answered with 503 and logged once, and one that ends makes room")
    func connections() async throws {
        let log = InMemoryLogHandler()
        try await withServer { configuration in
            configuration.connections = 2
            configuration.logger = Logger(label: "test") { _ in log }
        } _: { server in
            let client = server.client
            try await client.withEvents { first in
                _ = try await first.next()
                try await client.withEvents { second in
                    _ = try await second.next()
                    for _ in 0..<3 {
                        // A busy machine may be too late for the time that a refused connection has.
                        let isRefused = try await eventually {
                            (try? await client.send(.GET, "/health").status) == 503
                        }
                        #expect(isRefused)
                    }
                }
                let hasRoom = try await eventually { (try? await client.send(.GET, "/health").status) == 200 }
                #expect(hasRoom)
            }
        }
        #expect(log.entries.filter { "\($0.message)".contains("refusing connections") }.count == 1)
    }

    @Test("Readers that don't read cost little while they catch up, and are ended")
    func stuckReadersOfHistory() async throws {
        try await withTemporaryFolder { folder in
            let program = try Program(["--port", "0", "--database", folder + "/chat.sqlite", "--timeout", "10"])
            let client = ChatClient(port: try await program.port())
            for _ in 0..<20 { try await client.postLongTexts(50) }
            let before = try program.memory()
            let readers = try (0..<120).map { _ in
                try RawSocket(streamAt: "/rooms/lobby/events?after=0", port: client.port)
            }
            #expect(try await eventually { try program.openFiles() > readers.count })
            var most = before
            let areGone = try await eventually(within: .seconds(90)) {
                most = max(most, try program.memory())
                return try program.openFiles() < readers.count / 2
            }
            #expect(areGone)
            #expect(most - before < 3 * readers.count, "\(before) MB before, \(most) MB with the readers")
        }
    }

    // How many are accepted at once, and so where the error comes, depends on the limit.
    @Test(
        "Without free file descriptors, it logs that, takes no processor time, and accepts again later",
        arguments: 60...63)
    func fileDescriptors(limit: Int) async throws {
        try await withTemporaryFolder { folder in
            let command = #"ulimit -n \#(limit); exec "$0" --port 0 --database "$1""#
            let program = try Program(["-c", command, Program.path, folder + "/chat.sqlite"], executable: "/bin/sh")
            let client = ChatClient(port: try await program.port())
            do {
                let sockets = try (0..<80).map { _ in try RawSocket(port: client.port) }
                #expect(await program.errors { $0.contains("can't accept connections") }.contains("descriptor"))
                let before = try program.processorTime()
                try await Task.sleep(for: .seconds(2))
                #expect(try program.processorTime() - before < 0.5)
                withExtendedLifetime(sockets) {}
            }
            #expect(try await client.post("Hello").status == 201)
        }
    }

    @Test("It stops on a signal, although requests are half sent and readers don't read")
    func stops() async throws {
        try await withStubbornClients { program in
            let start = ContinuousClock.now
            program.send(signal: SIGTERM)
            _ = await program.status()
            // 30 seconds, and as much again for a machine that does other work.
            #expect(ContinuousClock.now - start < .seconds(60))
        }
    }

    @Test("A second signal ends it at once")
    func stopsAtOnce() async throws {
        try await withStubbornClients { program in
            program.send(signal: SIGTERM)
            try await Task.sleep(for: .milliseconds(500))
            let start = ContinuousClock.now
            program.send(signal: SIGTERM)
            #expect(await program.status() == 128 + SIGTERM)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    private func withStubbornClients(_ body: (Program) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let program = try Program(["--port", "0", "--database", folder + "/chat.sqlite"])
            let client = ChatClient(port: try await program.port())
            for _ in 0..<10 { try await client.postLongTexts(50) }
            let reader = try RawSocket(streamAt: "/rooms/lobby/events?after=0", port: client.port)
            let half = try RawSocket(port: client.port)
            try half.send(Self.head + "Content-Length: 50\r\n\r\n{\"name\":")
            let quarter = try RawSocket(port: client.port)
            try quarter.send("POST /rooms/lob")
            let finished = try RawSocket(port: client.port)
            try finished.send(Self.head + "Content-Length: 50\r\n\r\n{\"name\":")
            finished.finishSending()
            // So that all of it has arrived.
            #expect(try await client.post("last").status == 201)
            try await body(program)
            withExtendedLifetime((reader, half, quarter, finished)) {}
        }
    }
}
