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

@Suite("Load", .timeLimit(.minutes(10)))
struct LoadTests {
    /// The script `test` sets the variable, and so prints the table of the README.
    static let loads =
        ProcessInfo.processInfo.environment["CHAT_LOAD"] == nil
        ? [Load(others: 20, readers: 100, messages: 300)]
        : [
            Load(), Load(others: 1_000), Load(others: 4_000), Load(readers: 2_000, messages: 200, areNamed: true),
            Load(readers: 1_000, messages: 10_000),
        ]

    @Test("Each of many streams is complete and in order, the memory is bounded, and other rooms cost nothing")
    func loads() async throws {
        print("| in other rooms | in the room | messages | memory for a stream | processor time for a message |")
        var costs: [Double] = []
        for load in Self.loads {
            let (memory, cost) = try await run(load)
            let perStream = load.others + load.readers == 1 ? "" : "\(memory / (load.others + load.readers)) KB"
            print("| \(load.others) | \(load.readers) | \(load.messages) | \(perStream) | \(Int(cost * 1e6)) µs |")
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
            let progress = NIOLockedValueBox(Array(repeating: -1, count: load.readers))
            func slowest() -> Int { progress.withLockedValue { $0.min()! } }

            let (memory, most, cost) = try await withThrowingTaskGroup(of: Int.self) { group in
                for reader in 0..<load.readers {
                    let name = load.areNamed ? "name=person-\(reader)-\(String(repeating: "x", count: 50))" : ""
                    group.addTask {
                        let events = try await server.events(of: "load", name)
                        defer { events.close() }
                        _ = try await events.next("presence")
                        progress.withLockedValue { $0[reader] = 0 }
                        var byteCount = 0
                        for number in 1...load.messages {
                            let event = try? await events.next("message")
                            guard event?.id == Int64(number) else {
                                Issue.record("a stream has a gap, a double or an end before message \(number)")
                                progress.withLockedValue { $0[reader] = load.messages }
                                return 0
                            }
                            byteCount += event?.data.utf8.count ?? 0
                            progress.withLockedValue { $0[reader] = number }
                        }
                        return byteCount
                    }
                }
                #expect(try await soon { try await server.connections() == count && slowest() == 0 })
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
                        return 0
                    }
                }
                var most = 0
                let isRead = try await soon {
                    most = max(most, try program.memory())
                    return slowest() == load.messages
                }
                #expect(isRead)
                let cost = (try program.processorTime() - cpu) / Double(load.messages)
                let byteCounts = try await group.reduce(into: Set()) { $0.insert($1) }
                #expect(byteCounts.count == 2, "a stream got other bytes than the rest")
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
        try await eventually(within: .seconds(420), condition)
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
