import ArgumentParser
import Foundation

/// `swift build -c release && .build/release/LoadTest`: many streams and many messages on one server.
@main
struct LoadTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "LoadTest", abstract: "Starts a server, opens streams, and posts messages.",
        subcommands: [Check.self, Figures.self], defaultSubcommand: Check.self)
}

/// The options that all runs have.
struct Options: ParsableArguments {
    @Option(help: "The server program; by default the one that is built beside this one.")
    var program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("Chat").path

    /// Runs `body` with a new server that accepts a number of streams.
    func withServer<R>(streams: Int, _ body: (Server) throws -> R) throws -> R {
        try raiseFileLimit(to: streams + 200)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appendingPathComponent("chat.sqlite").path
        let server = try Server(program: program, database: database, connections: streams + 100)
        defer { server.kill() }
        return try body(server)
    }

    private func raiseFileLimit(to count: Int) throws {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        getrlimit(files, &limit)
        guard limit.rlim_max >= rlim_t(count) else {
            throw ValidationError("\(count) open files are needed, and the limit is \(limit.rlim_max).")
        }
        limit.rlim_cur = max(limit.rlim_cur, rlim_t(count))
        setrlimit(files, &limit)
    }
}

/// Each stream is complete and in order, and the memory bounded.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Checks what each of many streams in one room gets, and that the memory is bounded.")

    @OptionGroup var options: Options

    @Option(help: "How many streams to open.")
    var streams = 1_000

    @Option(help: "How many messages to post.")
    var messages = 10_000

    func run() throws {
        try options.withServer(streams: streams, check)
    }

    private func check(_ server: Server) throws {
        let memoryBefore = try server.figures.memory()
        let readers = try (0..<2).map { try Readers(server: server, count: streams / 2 + $0 * (streams % 2)) }
        try wait(for: "the streams") { readers.allSatisfy { $0.slowest >= 0 } }
        let memoryWithStreams = try server.figures.memory()
        var memoryDuring = memoryWithStreams
        let start = Date()
        let cpu = try server.post(messages, to: readers) {
            memoryDuring = max(memoryDuring, try server.figures.memory())
        }
        let seconds = Date().timeIntervalSince(start)
        let memoryAfter = try server.figures.memory()

        guard Set(readers.flatMap { $0.finish() }).count == 1 else {
            throw ValidationError("A stream got other bytes than the rest.")
        }
        try wait(for: "the connections to vanish") { try server.connections() == 0 }
        let memoryClosed = try server.figures.memory()
        // 64 KiB for each stream, and as much for the rest as 256 of them. A stream at rest takes half of that. The other
        // half is for 128 unread messages, the most that posters are ahead. A pointer left behind by each of 10,000,000
        // deliveries would take 80 MB.
        let bound = memoryBefore + (streams + 256) / 16
        guard max(memoryDuring, memoryClosed) <= bound else {
            throw ValidationError(
                "The server took \(memoryDuring) MB, then \(memoryClosed) MB; the bound is \(bound) MB.")
        }
        guard server.stop() == 0 else { throw ValidationError("The server didn't stop as it should.") }
        let deliveries = streams * messages
        print(
            """
            \(streams) streams, \(messages) messages, \(deliveries) deliveries: each stream complete and in order
            \(format(seconds)) s, \(format(cpu)) s of the server's processor time, \
            \(format(cpu / Double(deliveries) * 1e6)) µs for a delivery
            memory in MB: \(memoryBefore) before, \(memoryWithStreams) with the streams, \(memoryDuring) at most, \
            \(memoryAfter) when all is read, \(memoryClosed) when the streams are closed
            """)
    }
}

/// What messages and streams cost: the table of the README.
struct Figures: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints what messages and streams cost, and fails if other rooms make messages dearer.")

    @OptionGroup var options: Options

    @Option(help: "The numbers of streams in other rooms, in increasing order.")
    var others = [0, 1_000, 4_000]

    @Option(help: "How many people are in one room.")
    var people = 2_000

    @Option(help: "How many messages to post for each line.")
    var messages = 4_000

    func run() throws {
        print("| streams | memory for a stream | processor time for a message |\n| --- | --- | --- |")
        var costs: [Double] = []
        for count in others {
            try options.withServer(streams: count + 1) { server in
                let before = try server.figures.memory()
                // Four in each room.
                let idle = try (0..<count).map { try server.openStream(in: "other-\($0 / 4)") }
                defer { idle.forEach { close($0) } }
                try wait(for: "the streams") { try server.connections() == count }
                let memory = try server.figures.memory() - before
                let reader = try Readers(server: server, count: 1)
                try wait(for: "the reader") { reader.slowest >= 0 }
                costs.append(try server.post(messages, to: [reader]) / Double(messages) * 1e6)
                _ = reader.finish()
                line("\(count) in other rooms", memory, of: count, costs[costs.count - 1])
            }
        }
        try options.withServer(streams: people) { server in
            let before = try server.figures.memory()
            let readers = try Readers(server: server, count: people, areNamed: true)
            try wait(for: "the people") { readers.slowest >= 0 }
            let memory = try server.figures.memory() - before
            let messages = max(messages / 20, 1)
            let cost = try server.post(messages, to: [readers]) / Double(messages) * 1e6
            _ = readers.finish()
            line("\(people) people in the room itself", memory, of: people, cost)
        }
        // The shortest measures are rough.
        guard let least = costs.first, let most = costs.last, most <= 2 * least + 50 else {
            throw ValidationError("Streams in other rooms make messages dearer.")
        }
    }

    private func line(_ what: String, _ memory: Int, of count: Int, _ cost: Double) {
        let memory = count == 0 ? "" : "\(memory * 1_024 / count) KB"
        print("| \(what) | \(memory) | \(Int(cost.rounded())) µs |")
    }
}

func format(_ number: Double) -> String { String(format: "%.2f", number) }

func wait(for what: String, until isDone: () throws -> Bool) throws {
    let deadline = Date() + 420
    while try !isDone() {
        guard Date() < deadline else { throw ValidationError("Waiting for \(what) took too long.") }
        usleep(20_000)
    }
}

extension Server {
    /// Posts messages, waits until all readers have them, and returns the processor seconds that this took the server.
    func post(_ messages: Int, to readers: [Readers], meanwhile: () throws -> Void = {}) throws -> Double {
        let cpuBefore = try figures.processorTime()
        let posted = Counter()
        for poster in try (0..<8).map({ _ in try Poster(server: self) }) {
            Thread.detachNewThread {
                while let number = posted.next(upTo: messages) {
                    // Never far ahead of the slowest stream, as people who answer each other aren't.
                    while number - readers.map(\.slowest).min()! > 128 { usleep(200) }
                    poster.post("message \(number)")
                }
                poster.finish()
            }
        }
        try wait(for: "the messages") {
            try meanwhile()
            return readers.allSatisfy { $0.slowest >= messages }
        }
        return try figures.processorTime() - cpuBefore
    }
}
