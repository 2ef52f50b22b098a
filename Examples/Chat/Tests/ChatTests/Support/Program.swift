import Foundation
import NIOConcurrencyHelpers
import Testing

@testable import LoadTest

/// A program that a test runs as a user would.
final class Program: Sendable {
    private let process = Process()
    private let output = Drain()
    private let errors = Drain()
    private let exit: AsyncStream<Int32>

    /// The server, which was built with these tests and lies beside them.
    static var path: String {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("Chat").path
    }

    init(_ arguments: [String], executable: String = Program.path) throws {
        let (exit, ended) = AsyncStream.makeStream(of: Int32.self)
        self.exit = exit
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
        output.start()
        errors.start()
    }

    deinit {
        if process.isRunning { send(signal: SIGKILL) }
    }

    /// The identifier of the process.
    var identifier: Int32 { process.processIdentifier }

    func send(signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end, and returns the status.
    func status() async -> Int32 {
        await exit.first { _ in true } ?? -1
    }

    /// Waits for the line that says where the chat is, and returns its port.
    func port() async throws -> Int {
        let line = await output.text { $0.contains("\n") }
        let port = line.firstMatch(of: /:([0-9]+)\s/).flatMap { Int($0.1) }
        return try #require(port, "\(line) \(errors.now)")
    }

    /// Waits until the errors are as wanted, and returns them.
    func errors(until isWanted: (String) -> Bool) async -> String { await errors.text(until: isWanted) }

    /// The memory that the process holds, in megabytes.
    func memory() throws -> Int { try ProcessFigures(identifier).memory() }

    /// The processor time that the process took so far, in seconds.
    func processorTime() throws -> Double { try ProcessFigures(identifier).processorTime() }

    /// How many files, connections included, the process has open.
    func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count
    }

    /// Waits for the end of the output, and returns all of it.
    func allOutput() async -> String { await output.text { _ in false } }

    /// Waits for the end of the errors, and returns all of them.
    func allErrors() async -> String { await errors.text { _ in false } }
}

/// Reads all that a program writes, so that the program never waits for a reader.
private final class Drain: Sendable {
    let pipe = Pipe()
    private let state = NIOLockedValueBox((bytes: Data(), isComplete: false))

    func start() {
        Thread.detachNewThread { [self] in
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                state.withLockedValue { $0.bytes += data }
            }
            state.withLockedValue { $0.isComplete = true }
        }
    }

    var now: String { state.withLockedValue { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Waits until the text is as wanted, or complete, or the test is over.
    func text(until isWanted: (String) -> Bool) async -> String {
        while !state.withLockedValue({ $0.isComplete }), !isWanted(now), !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        return now
    }
}
