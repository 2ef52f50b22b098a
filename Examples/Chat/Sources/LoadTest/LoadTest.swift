import ArgumentParser
import Foundation

/// `swift build -c release && .build/release/LoadTest`: many streams and many messages on one server, each stream complete
/// and in order.
@main
struct LoadTest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "LoadTest",
        abstract: "Starts a server, opens streams, posts messages, and checks what each stream gets.")

    @Option(help: "How many streams to open.")
    var streams = 1_000

    @Option(help: "How many messages to post.")
    var messages = 10_000

    @Option(help: "The server program; by default the one that is built beside this one.")
    var program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("Chat").path

    func run() throws {
        try raiseFileLimit(to: streams + 200)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try Server(program: program, database: folder.appendingPathComponent("chat.sqlite").path)
        defer { server.kill() }

        let memoryBefore = try server.memory()
        let readers = try (0..<2).map { try Readers(server: server, count: streams / 2 + $0 * (streams % 2)) }
        try wait(for: "the streams") { readers.allSatisfy { $0.slowest >= 0 } }
        let memoryWithStreams = try server.memory()

        let cpuBefore = try server.cpuSeconds()
        let start = Date()
        let posters = try (0..<8).map { _ in try Poster(server: server) }
        let posted = Counter()
        for poster in posters {
            Thread.detachNewThread { [messages] in
                while let number = posted.next(upTo: messages) {
                    // Never far ahead of the slowest stream, as people who answer each other aren't.
                    while number - readers.map(\.slowest).min()! > 128 { usleep(200) }
                    poster.post("message \(number)")
                }
                poster.finish()
            }
        }
        var memoryDuring = memoryWithStreams
        try wait(for: "the messages") {
            memoryDuring = max(memoryDuring, try server.memory())
            return readers.allSatisfy { $0.slowest >= messages }
        }
        let seconds = Date().timeIntervalSince(start)
        let cpu = try server.cpuSeconds() - cpuBefore
        let memoryAfter = try server.memory()

        guard Set(readers.flatMap { $0.finish() }).count == 1 else {
            throw ValidationError("A stream got other bytes than the rest.")
        }
        try wait(for: "the connections to vanish") { try server.connections() == 0 }
        let memoryClosed = try server.memory()
        // 64 KiB for each stream, and as much for the rest as 256 of them. A stream at rest takes half of that. The other
        // half is for 128 unread messages, the most that posters are ahead. A pointer left behind by each of 10,000,000
        // deliveries would take 80 MB more.
        let memoryBound = memoryBefore + 16 + streams / 16
        let memoryMost = max(memoryDuring, memoryAfter, memoryClosed)
        guard memoryMost <= memoryBound else {
            throw ValidationError("The server held \(memoryMost) MB; it may hold \(memoryBound) MB.")
        }
        let status = server.stop()
        guard status == 0 else { throw ValidationError("The server ended with status \(status).") }

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

    private func format(_ number: Double) -> String { String(format: "%.2f", number) }

    private func wait(for what: String, until isDone: () throws -> Bool) throws {
        let deadline = Date() + 420
        while try !isDone() {
            guard Date() < deadline else { throw ValidationError("Waiting for \(what) took too long.") }
            usleep(20_000)
        }
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
            throw ValidationError("\(streams) streams need \(count) open files, and the limit is \(limit.rlim_max).")
        }
        limit.rlim_cur = max(limit.rlim_cur, rlim_t(count))
        setrlimit(files, &limit)
    }
}
