import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import Chat

@Suite("What clients can hold", .timeLimit(.minutes(10)))
struct LimitsTests {
    static let head = "POST /rooms/lobby/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    static let halfRequests = ["", "POST /rooms/lob", head, head + "Content-Length: 50\r\n\r\n{\"name\":"]

    @Test(
        "A connection on which nothing or half a request is sent is closed", .server { $0.timeout = .seconds(1) },
        arguments: halfRequests)
    func halfRequest(sent: String) async throws {
        let socket = try Socket(port: server.port)
        try socket.send(sent)
        await #expect(throws: Incomplete.self) { while true { _ = try await socket.line() } }
    }

    @Test("A request that comes a byte at a time is ended", .server { $0.timeout = .seconds(1) })
    func drippingRequest() async throws {
        let socket = try Socket(port: server.port)
        try socket.send(Self.head + "Content-Length: 60000\r\n\r\n")
        // Each byte comes long before the connection counts as idle, and the last one after the time is over.
        #expect(try await eventually { (try? socket.send(" ")) == nil })
    }

    @Test("A connection too many is answered with 503 and logged once, and one that ends makes room")
    func connections() async throws {
        let log = InMemoryLogHandler()
        let configure: Configure = {
            $0.connections = 2
            $0.logger = Logger(label: "test") { _ in log }
        }
        try await withServer(configure) { server in
            // A busy machine may be too late for the time that a refused connection has.
            func isAnswered(_ status: Int) async throws -> Bool {
                try await eventually { (try? await server.send("GET", "/health").status) == status }
            }
            let streams = [try await server.events(), try await server.events()]
            for stream in streams { _ = try await stream.next() }
            for _ in 0..<3 { #expect(try await isAnswered(503)) }
            streams[1].close()
            #expect(try await isAnswered(200))
        }
        #expect(log.entries.filter { "\($0.message)".contains("refusing connections") }.count == 1)
    }

    @Test("Readers that don't read cost little while they catch up, and are ended")
    func stuckReadersOfHistory() async throws {
        let server = try await RunningProgram("--timeout", "10")
        for _ in 0..<20 { try await server.postLongTexts(50) }
        let before = try server.program.memory()
        let readers = try (0..<120).map { _ in
            try Socket(streamAt: "/rooms/lobby/events?after=0", port: server.port)
        }
        #expect(try await eventually { try server.program.openFiles() > readers.count })
        var most = before
        let areGone = try await eventually {
            most = max(most, try server.program.memory())
            return try server.program.openFiles() < readers.count / 2
        }
        #expect(areGone)
        #expect(most - before < 3 * readers.count, "\(before) MB before, \(most) MB with the readers")
    }

    // How many are accepted at once, and so where the error comes, depends on the limit.
    @Test(
        "Without free file descriptors, it logs that, takes no processor time, and accepts again later",
        arguments: 60...63)
    func fileDescriptors(limit: Int) async throws {
        let server = try await RunningProgram("--timeout", "600", setup: "ulimit -n \(limit)")
        // Time: libdispatch opens files to watch busy threads, and traps if it can't. So let it become idle first.
        try await Task.sleep(for: .seconds(3))
        do {
            let sockets = try (0..<80).map { _ in try Socket(port: server.port) }
            #expect(try await eventually { server.program.errors.contains("can't accept connections") })
            #expect(server.program.errors.contains("descriptor"))
            let before = try server.program.processorTime()
            // Time: what the program may not use; a busy machine gives it less.
            try await Task.sleep(for: .seconds(2))
            #expect(try server.program.processorTime() - before < 0.5)
            withExtendedLifetime(sockets) {}
        }
        #expect(try await eventually { try server.program.openFiles() < 40 })
        #expect(try await server.post("Hello").status == 201)
    }

    @Test(
        "It stops on a signal, although requests are half sent and readers don't read, and at once on a second one",
        arguments: [1, 2])
    func stops(signals: Int) async throws {
        let server = try await RunningProgram()
        for _ in 0..<10 { try await server.postLongTexts(50) }
        let reader = try Socket(streamAt: "/rooms/lobby/events?after=0", port: server.port)
        let halves = try [Self.halfRequests[1], Self.halfRequests[3], Self.halfRequests[3]].map { half in
            let socket = try Socket(port: server.port)
            try socket.send(half)
            return socket
        }
        halves[2].finish()
        // So that all of it has arrived.
        #expect(try await server.post("last").status == 201)
        if signals == 2 {
            server.program.send(signal: SIGTERM)
            // Time: so that it handles the first signal before the second, which the system would merge with it.
            try await Task.sleep(for: .milliseconds(500))
        }
        let status = try await server.end()
        // Only a program that a second signal ends at once has this status.
        if signals == 2 { #expect(status == 128 + SIGTERM) }
        withExtendedLifetime((reader, halves)) {}
    }
}
