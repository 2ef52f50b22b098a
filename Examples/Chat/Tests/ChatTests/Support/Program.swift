import Foundation
import NIOConcurrencyHelpers
import Testing

/// A program that a test runs as a user would.
final class Program: Sendable {
    private let process = Process()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")

    /// The server, which was built with these tests and lies beside them.
    static var path: String {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("Chat").path
    }

    /// Runs a command, after others that set it up, in a folder of its own.
    init(_ command: [String], setup: String = ":") throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", setup + #"; exec "$@""#, "sh"] + command
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        // Files, so that the program never waits for a reader.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.standardOutput = try Self.newFile(folder.appendingPathComponent("output"))
        process.standardError = try Self.newFile(folder.appendingPathComponent("errors"))
        try process.run()
    }

    deinit {
        if isRunning { send(signal: SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func newFile(_ url: URL) throws -> FileHandle {
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    var isRunning: Bool { process.isRunning }

    func send(signal: Int32) { kill(process.processIdentifier, signal) }

    func wait() { process.waitUntilExit() }

    func status() async throws -> Int32 {
        try #require(await eventually { !isRunning })
        return process.terminationStatus
    }

    var output: String { (try? String(contentsOf: folder.appendingPathComponent("output"), encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOf: folder.appendingPathComponent("errors"), encoding: .utf8)) ?? "" }

    /// The memory that the program holds, in megabytes, as Linux tells it.
    func memory() throws -> Int {
        let line = try read("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }) / 1_024
    }

    func processorTime() throws -> Double {
        // The fields after the name, which stands in parentheses.
        let fields = try read("stat").split(separator: ")").last?.split(separator: " ").map { Double($0) ?? 0 } ?? []
        return (fields[11] + fields[12]) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)
    }
}

/// The server as a program of its own, which is ready.
struct RunningProgram: Client {
    let program: Program
    let port: Int
    let streams = NIOLockedValueBox<[Events]>([])

    /// Waits until the chat says where it is; its messages are in the program's folder unless an option says else.
    init(_ options: String..., setup: String = ":") async throws {
        let program = try Program([Program.path, "--port", "0"] + options, setup: setup)
        _ = try await eventually { program.output.contains("\n") || !program.isRunning }
        let port = program.output.firstMatch(of: /:([0-9]+)\s/).flatMap { Int($0.1) }
        self.port = try #require(port, "\(program.output) \(program.errors)")
        self.program = program
    }

    func end(_ signal: Int32 = SIGTERM) async throws -> Int32 {
        program.send(signal: signal)
        return try await program.status()
    }
}
