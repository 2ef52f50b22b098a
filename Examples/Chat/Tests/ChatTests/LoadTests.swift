import Foundation
import NIOConcurrencyHelpers
import Testing

/// Streams that are read in one room, beside streams that aren't in others, and messages that are posted to the room.
struct Load: Sendable {
    var others = 0
    var readers = 1
    var messages = 4_000
    var areNamed = false
}

@Suite("Load", .timeLimit(.minutes(30)))
struct LoadTests {
    /// `./test` sets the variable to `check`, and `./test --figures` to `figures`, for the table of the README.
    static let loads: [Load] =
        switch ProcessInfo.processInfo.environment["CHAT_LOAD"] {
        case nil: [Load(others: 20, readers: 100, messages: 300)]
        case "check": [Load(readers: 1_000, messages: 10_000)]
        default:
            [
                Load(), Load(others: 1_000), Load(others: 4_000), Load(readers: 2_000, messages: 200, areNamed: true),
                Load(readers: 1_000, messages: 10_000),
            ]
        }

    @Test("Each of many streams is complete and in order, the memory is bounded, and other rooms cost nothing")
    func loads() async throws {
        print("| streams in other rooms | in the room | memory for a stream | processor time for a message |")
        var costs: [Double] = []
        for load in Self.loads {
            let (memory, cost) = try await run(load)
            let perStream = load.others + load.readers == 1 ? "" : "\(memory / (load.others + load.readers)) KB"
            print("| \(load.others) | \(load.readers) | \(perStream) | \(Int(cost * 1e6)) µs |")
            if load.readers == 1 { costs.append(cost) }
        }
        // The shortest measures are rough.
        if let least = costs.first, let most = costs.last { #expect(most <= 2 * least + 50e-6) }
    }

    /// Returns the memory of all streams in kilobytes, and the processor seconds for a message.
    private func run(_ load: Load) async throws -> (memory: Int, cost: Double) {
        let count = load.others + load.readers
        let server = try await RunningProgram("--connections", "\(count + 100)", "--channels", "--timeout", "600")
        let program = server.program
        let before = try program.memory()
        // Four in each room.
        let others = try (0..<load.others).map {
            try Socket(streamAt: "/rooms/other-\($0 / 4)/events", port: server.port)
        }
        let progress = NIOLockedValueBox(-1)
        func slowest() -> Int { progress.withLockedValue { $0 } }
        func connections() async throws -> Int { attendees(in: try await server.send("GET", "/channels").body) }

        let (memory, most, cost) = try await withThrowingTaskGroup(of: [Int].self) { group in
            group.addTask {
                let sockets = try (0..<load.readers).map { reader in
                    let name = load.areNamed ? "?name=person-\(reader)-\(String(repeating: "x", count: 50))" : ""
                    let socket = try Socket(port: server.port)
                    try socket.send("GET /rooms/load/events\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    return socket
                }
                defer { for socket in sockets { socket.finish(reading: true) } }
                return try await read(sockets.map(\.descriptor), messages: load.messages, progress)
            }
            #expect(try await soon { try await connections() == count && slowest() >= 0 })
            let memory = try program.memory()
            let cpu = try program.processorTime()
            for poster in 1...8 {
                group.addTask {
                    let socket = try Socket(port: server.port)
                    for number in stride(from: poster, through: load.messages, by: 8) {
                        // Time: a pause between two looks. Never far ahead of the slowest stream, as people who answer
                        // each other aren't.
                        while number - slowest() > 128 { try await Task.sleep(for: .microseconds(200)) }
                        let answer = try await server.post("number \(number)", by: "load", in: "load", over: socket)
                        try #require(answer.status == 201)
                    }
                    return []
                }
            }
            var most = 0
            let isRead = try await soon {
                most = max(most, try program.memory())
                return slowest() >= load.messages
            }
            #expect(isRead)
            let cost = (try program.processorTime() - cpu) / Double(load.messages)
            let byteCounts = try await group.reduce(into: []) { $0 += $1 }
            #expect(byteCounts.count == load.readers)
            #expect(Set(byteCounts).count == 1, "a stream got other bytes than the rest")
            return (memory, most, cost)
        }
        for socket in others { socket.finish(reading: true) }
        #expect(try await soon { try await connections() == 0 })
        // 64 KiB for each stream, and as much for the rest as 256 of them. A stream at rest takes half of that. The
        // other half is for 128 unread messages, the most that posters are ahead. A pointer left behind by each of
        // 10,000,000 deliveries would take 80 MB.
        let peak = max(most, try program.memory())
        #expect(peak <= before + (count + 256) / 16, "\(before) MB, and \(peak) MB with \(count) streams")
        #expect(try await server.end() == 0)
        return ((memory - before) * 1_024, cost)
    }

    private func soon(_ condition: () async throws -> Bool) async throws -> Bool {
        try await eventually(condition)
    }
}

/// Reads so many messages from each stream, which must have the next `id` each, and returns their sizes in sum.
///
/// One thread reads them all, because it takes less of the processor than a task for each.
private func read(_ sockets: [CInt], messages: Int, _ progress: NIOLockedValueBox<Int>) async throws -> [Int] {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            // After an error, the posters go on without waiting.
            defer { progress.withLockedValue { $0 = messages } }
            continuation.resume(
                with: Result {
                    let streams = sockets.map { Lines(socket: $0) }
                    for stream in streams { _ = try stream.skip(to: "event: ") }
                    progress.withLockedValue { $0 = 0 }
                    var byteCounts = streams.map { _ in 0 }
                    for number in 1...messages {
                        for (index, stream) in streams.enumerated() {
                            byteCounts[index] += try stream.skip(to: "id: ")
                            guard stream.isAt("id: \(number)\n") else { throw GapOrDouble(message: number) }
                            byteCounts[index] += try stream.skip(to: "event: message\n") + stream.skip(to: "data: ")
                        }
                        progress.withLockedValue { $0 = number }
                    }
                    return byteCounts
                })
        }
    }
}

private struct GapOrDouble: Error {
    let message: Int
}

/// The lines of one stream, on some of which stands the framing of its chunks.
private final class Lines {
    private let file: UnsafeMutablePointer<FILE>
    private var line: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    init(socket: CInt) {
        // Time: ends a test that hangs, because reading can't be canceled.
        var timeout = timeval(tv_sec: 1_800, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        file = fdopen(dup(socket), "r")
    }

    deinit {
        fclose(file)
        free(line)
    }

    func skip(to start: String) throws -> Int {
        while case let count = getline(&line, &capacity, file), count > 0 {
            if strncmp(line!, start, start.utf8.count) == 0 { return count }
        }
        throw Incomplete()
    }

    func isAt(_ text: String) -> Bool { line.map { strcmp($0, text) == 0 } ?? false }
}
