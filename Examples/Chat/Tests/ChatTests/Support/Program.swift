import Foundation
import Testing

/// The built `Chat` program, which a test runs as a user would.
final class Program: @unchecked Sendable {
    // `@unchecked` because the process and its pipes may be used from any thread.
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let exit: AsyncStream<Int32>

    /// The file that was built with these tests, beside them.
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
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var identifier: Int32 { process.processIdentifier }

    func send(signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for the end, and returns the status.
    func status() async -> Int32 {
        await exit.first { _ in true } ?? -1
    }

    /// Waits for the line that says where the chat is, and returns its port.
    func port() async throws -> Int {
        var line = ""
        while !line.hasSuffix("\n") {
            let data = await readSome()
            guard !data.isEmpty else { break }
            line += String(decoding: data, as: UTF8.self)
        }
        return try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) }, "\(line) \(allErrors())")
    }

    func allOutput() -> String { String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    func allErrors() -> String { String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }

    private func readSome() async -> Data {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [output] in
                continuation.resume(returning: output.fileHandleForReading.availableData)
            }
        }
    }
}
