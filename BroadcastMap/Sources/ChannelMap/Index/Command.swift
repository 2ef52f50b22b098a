import Foundation

/// A program that this one runs.
enum Command {
    struct Result {
        let status: Int32
        /// The standard output of the program.
        let text: String
    }

    /// Runs a program that is found in `PATH`, and returns its status.
    static func run(_ name: String, _ arguments: [String], output: FileHandle) -> Int32 {
        let process = process(name, arguments)
        process.standardOutput = output
        guard (try? process.run()) != nil else { return 127 }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Runs a program that is found in `PATH`, and reads its standard output.
    static func output(_ name: String, _ arguments: [String], errors: FileHandle = .standardError) -> Result {
        let process = process(name, arguments)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = errors
        guard (try? process.run()) != nil else { return Result(status: 127, text: "") }
        // Read before waiting, because a full pipe would block the program.
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, text: text)
    }

    private static func process(_ name: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        return process
    }
}
