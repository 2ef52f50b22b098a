import Foundation
import NIOConcurrencyHelpers
import Testing

/// Streams that are read in one room, beside streams that aren't in others, and messages that are posted to the room.
struct Load: Sendable {
    var others = 0
    var readers = 1
    var messages = 4_000
    /// Tells whether the readers are people with long names.
    var areNamed = false
}

@Suite("Load", .timeLimit(.minutes(30)))
struct LoadTests {
    /// The script `test` sets the variable to `check`, and `./test --figures` to `figures`, for the table of the README.
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
        try allowOpenFiles(count + 200)
        return try await withTemporaryFolder { folder in
            let server = try await RunningProgram(
                database: folder + "/chat.sqlite", "--connections", "\(count + 100)", "--channels", "--timeout", "600")
            let program = server.program
            let before = try program.memory()
            // Four in each room.
            let others = try (0..<load.others).map {
                try Socket(streamAt: "/rooms/other-\($0 / 4)/events", port: server.port)
            }
            let progress = NIOLockedValueBox(-1)
            func slowest() -> Int { progress.withLockedValue { $0 } }

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
                #expect(try await soon { try await server.connections() == count && slowest() >= 0 })
                let memory = try program.memory()
                let cpu = try program.processorTime()
                for poster in 1...8 {
                    group.addTask {
                        let socket = try Socket(port: server.port)
                        for number in stride(from: poster, through: load.messages, by: 8) {
                            // Never far ahead of the slowest stream, as people who answer each other aren't.
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
            #expect(try await soon { try await server.connections() == 0 })
            // 64 KiB for each stream, and as much for the rest as 256 of them. A stream at rest takes half of that. The
            // other half is for 128 unread messages, the most that posters are ahead. A pointer left behind by each of
            // 10,000,000 deliveries would take 80 MB.
            let peak = max(most, try program.memory())
            #expect(peak <= before + (count + 256) / 16, "\(before) MB, and \(peak) MB with \(count) streams")
            #expect(await server.end() == 0)
            return ((memory - before) * 1_024, cost)
        }
    }

    private func soon(_ condition: () async throws -> Bool) async throws -> Bool {
        try await eventually(within: .seconds(900), condition)
    }

    private func allowOpenFiles(_ count: Int) throws {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        getrlimit(files, &limit)
        try #require(limit.rlim_max >= rlim_t(count), "too few open files are allowed")
        limit.rlim_cur = max(limit.rlim_cur, rlim_t(count))
        setrlimit(files, &limit)
    }
}

extension RunningProgram {
    /// How many connections observe, as the server tells it.
    fileprivate func connections() async throws -> Int {
        struct Channel: Decodable {
            let name: String
            let observers: [String]
        }
        let channels: [Channel] = try await send("GET", "/channels").decoded()
        let attendees = channels.filter { $0.name == "ChatChannels.Attendee" }.flatMap(\.observers)
        return attendees.count { $0 == "Live.Connection" }
    }
}

/// Reads streams until each has brought so many messages, and returns how many bytes each message had in sum.
///
/// One thread reads them all, because it takes less of the processor than a task for each.
private func read(_ sockets: [CInt], messages: Int, _ progress: NIOLockedValueBox<Int>) async throws -> [Int] {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            // After an error, the posters go on without waiting.
            defer { progress.withLockedValue { $0 = messages } }
            continuation.resume(
                with: Result {
                    var streams = sockets.map { _ in Stream() }
                    var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
                    var buffer = [UInt8](repeating: 0, count: 1 << 16)
                    while progress.withLockedValue({ $0 }) < messages {
                        guard poll(&polled, nfds_t(polled.count), 90_000) > 0 else { throw Late() }
                        for index in polled.indices where polled[index].revents != 0 {
                            let count = recv(polled[index].fd, &buffer, buffer.count, 0)
                            guard count > 0 else { throw Incomplete() }
                            try buffer.withUnsafeBytes { try streams[index].take(.init(rebasing: $0[..<count])) }
                        }
                        progress.withLockedValue { $0 = streams.map(\.messages).min()! }
                    }
                    return streams.map(\.byteCount)
                })
        }
    }
}

/// What one stream has brought.
///
/// The framing of its chunks stands on lines of its own.
private struct Stream {
    /// How many messages there were; -1 before the first event.
    var messages = -1
    var byteCount = 0
    private var line: [UInt8] = []
    private var isMessage = false

    /// Takes bytes, and throws if a message hasn't the next `id`.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 10) {
            line += rest[..<end]
            rest = rest[(end + 1)...]
            try takeLine()
            line.removeAll(keepingCapacity: true)
        }
        line += rest
    }

    private mutating func takeLine() throws {
        switch line.first {
        case UInt8(ascii: "e") where line.starts(with: "event: ".utf8): messages = max(messages, 0)
        case UInt8(ascii: "i"):
            messages = max(messages, 0) + 1
            isMessage = true
            try #require(line.elementsEqual("id: \(messages)".utf8), "a gap or a double before message \(messages)")
        case nil: isMessage = false
        default: break
        }
        if isMessage { byteCount += line.count }
    }
}
