import Foundation
import TestSupport
import Testing

/// The programs of the folder `Snippets`, which the tests run in separate processes.
@Suite("Snippets", .timeLimit(.minutes(60)), .watched)
struct SnippetTests {
    @Test("a stand-in forwards the messages of a scroll view with one delegate to three delegates")
    func standIn() async throws {
        let result = try await run("StandIn")
        #expect(
            result.output == [
                "scrolls to 30",
                "    header     is 66 high",
                "    analytics  30 read",
                "    reader     shows page 1",
                "is dragged to 480",
                "    reader     has loaded page 2",
                "scrolls to 480",
                "    header     is 44 high",
                "    analytics  480 read",
                "    reader     shows page 2",
                "is dragged to 900",
                "stays at 480: no connection",
                "is asked to scroll to the top",
                "    reader     is writing a comment",
                "stays at 480",
                "is asked to scroll to the top",
                "scrolls to 0",
                "    header     is 96 high",
                "    analytics  480 read",
                "    reader     shows page 1",
            ])
        #expect(result.status == 0)
    }

    @Suite("InstantMessaging")
    struct InstantMessaging {
        @Test("each part of InstantMessaging shows each message, and the preview is deallocated after the third")
        func conversation() async throws {
            let result = try await run(
                "InstantMessaging", input: "Ann: Lunch at noon?\nBob: Yes: the usual place\r\nAnn: Good\nCid: Me too")
            #expect(
                result.output == [
                    "preview     Ann wrote: Lunch at noon?",
                    "badge       1",
                    "title       Chat with Ann",
                    "transcript  1. Ann: Lunch at noon?",
                    "preview     Bob wrote: Yes: the usual place",
                    "badge       2",
                    "title       Chat with Bob",
                    "transcript  2. Bob: Yes: the usual place",
                    "preview     Ann wrote: Good",
                    "badge       3",
                    "title       Chat with Ann",
                    "transcript  3. Ann: Good",
                    "preview     (closed: its owner released it, and didn't have to unregister it)",
                    "badge       4",
                    "title       Chat with Cid",
                    "transcript  4. Cid: Me too",
                    "messages: 4, lines skipped: 0",
                ])
            #expect(result.errors.isEmpty)
            #expect(result.status == 0)
        }

        @Test("a line that is no message is reported by InstantMessaging with the reason, and the rest is shown")
        func malformed() async throws {
            let result = try await run("InstantMessaging", input: "\nno colon\n: no name\nno text:\n   \nAnn: Hi\n")
            #expect(
                result.errors == [
                    "Line 1 is skipped: it is empty.",
                    "Line 2 is skipped: it has no colon; write \"name: text\".",
                    "Line 3 is skipped: there is no name before the colon; write \"name: text\".",
                    "Line 4 is skipped: there is no text after the colon; write \"name: text\".",
                    "Line 5 is skipped: it is empty.",
                ])
            #expect(result.output.contains("transcript  1. Ann: Hi"))
            #expect(result.output.last == "messages: 1, lines skipped: 5")
            #expect(result.status == 0)
        }

        @Test("errors of InstantMessaging appear in their place among the messages when both go to one pipe")
        func errorsInPlace() async throws {
            let program = try StartedProgram("InstantMessaging", mergingErrors: true)
            program.write("Ann: one\nno colon\nAnn: two\n")
            program.closeInput()
            let lines = await onNewThread { program.remainingLines() }
            #expect(
                lines.filter { $0.hasPrefix("transcript") || $0.hasPrefix("Line") } == [
                    "transcript  1. Ann: one",
                    "Line 2 is skipped: it has no colon; write \"name: text\".",
                    "transcript  2. Ann: two",
                ])
        }

        @Test("InstantMessaging shows each message while the pipe is still open")
        func lineByLine() async throws {
            let program = try StartedProgram("InstantMessaging")
            for number in 1...3 {
                program.write("Ann: \(number)\n")
                let shown = try #require(await onNewThread { program.line { $0.hasPrefix("transcript") } })
                #expect(shown == "transcript  \(number). Ann: \(number)")
            }
            program.closeInput()
            #expect(await onNewThread { program.remainingLines().last } == "messages: 3, lines skipped: 0")
        }

        @Test("InstantMessaging shows a hundred thousand lines, in order")
        func manyLines() async throws {
            let lines = (1...100_000).map { "name\($0 % 7): text \($0)" }
            let result = try await run("InstantMessaging", input: lines.joined(separator: "\n"))
            let transcript = result.output.filter { $0.hasPrefix("transcript") }
            #expect(transcript == (1...100_000).map { "transcript  \($0). name\($0 % 7): text \($0)" })
            #expect(result.output.last == "messages: 100000, lines skipped: 0")
        }

        @Test("without input, InstantMessaging plays its own conversation")
        func empty() async throws {
            let program = try StartedProgram("InstantMessaging", mergingErrors: true)
            program.closeInput()
            let output = await onNewThread { program.remainingLines() }
            #expect(output.first == "preview     Ann wrote: Lunch at noon?")
            #expect(output.last == "messages: 4, lines skipped: 1")
            #expect(output.filter { $0.hasPrefix("transcript") }.count == 4)
            #expect(output.contains("Line 3 is skipped: it has no colon; write \"name: text\"."))
            #expect(await onNewThread { program.status() } == 0)
        }

        @Test("in a terminal, InstantMessaging plays its conversation, and then reads the keyboard until Ctrl-D")
        func terminal() async throws {
            let terminal = try Terminal()
            let program = try StartedProgram("InstantMessaging", input: terminal.screen, mergingErrors: true)
            let played = await onNewThread { program.lines { $0.hasPrefix("Now you: ") } }
            #expect(played.first?.hasPrefix("Each message reaches four parts") == true)
            // Each line of the conversation is followed by what shows it.
            let shown = try #require(played.firstIndex(of: "Cid: May I come along?"))
            #expect(played[shown...].contains("transcript  4. Cid: May I come along?"))

            terminal.type("Dan: Hello\n")
            #expect(
                await onNewThread { program.lines { $0.hasPrefix("transcript") } } == [
                    "badge       5", "title       Chat with Dan", "transcript  5. Dan: Hello",
                ])
            // The lines that were typed are counted, and not those of the conversation.
            terminal.type("no colon\n")
            #expect(
                await onNewThread { program.line { $0.hasPrefix("Line") } }
                    == "Line 2 is skipped: it has no colon; write \"name: text\".")
            terminal.type("\u{4}")
            #expect(await onNewThread { program.remainingLines() } == ["messages: 5, lines skipped: 2"])
            #expect(await onNewThread { program.status() } == 0)
        }

        @Test("InstantMessaging reads a file that is named as an argument, which may be empty")
        func file() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("messages.txt")

            try Data("Ann: Hi\r\n\nBob: Hello".utf8).write(to: file)
            let result = try await run("InstantMessaging", arguments: [file.path])
            #expect(
                result.output.filter { $0.hasPrefix("transcript") } == [
                    "transcript  1. Ann: Hi", "transcript  2. Bob: Hello",
                ])
            #expect(result.errors == ["Line 2 is skipped: it is empty."])

            try Data().write(to: file)
            #expect(
                try await run("InstantMessaging", arguments: [file.path]).output == ["messages: 0, lines skipped: 0"])
        }

        @Test("a closed pipe ends InstantMessaging with a message and a status")
        func closedOutput() async throws {
            let program = try StartedProgram("InstantMessaging")
            program.closeOutput()
            program.write("Ann: Hi\n")
            program.closeInput()
            #expect(await onNewThread { program.errorLines() } == ["Can't write: Broken pipe"])
            #expect(await onNewThread { program.status() } == 74)
        }

        @Test("a full disk ends InstantMessaging with a message and a status", .enabled(if: fullDisk != nil))
        func fullOutput() async throws {
            let program = try StartedProgram("InstantMessaging", output: fullDisk)
            program.closeInput()
            #expect(await onNewThread { program.errorLines() } == ["Can't write: No space left on device"])
            #expect(await onNewThread { program.status() } == 74)
        }

        @Test("InstantMessaging shows its usage with --help")
        func help() async throws {
            let result = try await run("InstantMessaging", arguments: ["--help"])
            #expect(result.output.first == "usage: InstantMessaging [--help] [--trace TRACE] [FILE]")
            #expect(result.status == 0)
        }

        @Test("InstantMessaging --trace writes each broadcast to a file, which is complete when the program ends")
        func trace() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
            defer { try? FileManager.default.removeItem(at: file) }
            let result = try await run(
                "InstantMessaging", arguments: ["--trace", file.path], input: "Ann: Hi\nno colon\nBob: Hello\n")
            #expect(result.status == 0)
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let broadcasts = lines.filter { $0.contains(#""cat":"broadcast""#) }
            #expect(broadcasts.count { $0.contains(#""name":"InstantMessaging.MessageObserver""#) } == 2)
            #expect(broadcasts.count { $0.contains(#""name":"InstantMessaging.ProblemObserver""#) } == 1)
            #expect(broadcasts.allSatisfy { $0.contains(#""fileID":"InstantMessaging/InstantMessaging.swift""#) })
        }

        @Test(
            "InstantMessaging reports an unknown option, a second file, and a file that can't be read",
            arguments: zip(
                [["--quiet"], ["a", "b"], ["--trace"], ["/nowhere/messages.txt"], ["/"]],
                [
                    "Unknown option: --quiet", "More than one file: a b", "--trace needs a file",
                    "Can't read /nowhere/messages.txt: No such file or directory", "Can't read /: Is a directory",
                ]))
        func wrongArguments(arguments: [String], message: String) async throws {
            let result = try await run("InstantMessaging", arguments: arguments)
            #expect(result.errors.first == message)
            #expect(result.output.isEmpty)
            #expect(result.status != 0)
        }
    }
}

struct ProgramResult {
    let status: Int32
    let output: [String]
    let errors: [String]
}

/// Runs a program of this package to its end, with text piped in and out.
func run(_ program: String, arguments: [String] = [], input: String = "") async throws -> ProgramResult {
    let program = try StartedProgram(program, arguments: arguments)
    async let output = onNewThread { program.remainingLines() }
    async let errors = onNewThread { program.errorLines() }
    await onNewThread {
        program.write(input)
        program.closeInput()
    }
    let printed = await (output, errors)
    return ProgramResult(status: await onNewThread { program.status() }, output: printed.0, errors: printed.1)
}

/// A running program of this package, whose executable is beside the tests.
// `@unchecked` because each of its pipes is used by one thread at a time.
final class StartedProgram: @unchecked Sendable {
    private let process = Process()
    private let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    private var unread = Data()

    /// Unless an input is given, `write(_:)` and `closeInput()` determine what the program reads.
    init(
        _ program: String, arguments: [String] = [], input standardInput: FileHandle? = nil,
        output standardOutput: FileHandle? = nil, mergingErrors: Bool = false
    ) throws {
        process.executableURL = productsDirectory.appendingPathComponent(program)
        process.arguments = arguments
        // So that writing to a program that has ended fails, instead of ending the tests.
        signal(SIGPIPE, SIG_IGN)
        if let standardInput { process.standardInput = standardInput } else { process.standardInput = input }
        if let standardOutput { process.standardOutput = standardOutput } else { process.standardOutput = output }
        process.standardError = mergingErrors ? output : errors
        try process.run()
        // Time: a program that hangs ends a minute before the time limit, because reading a pipe can't be canceled.
        DispatchQueue.global().asyncAfter(deadline: .now() + 540) { [weak self] in
            guard let self, process.isRunning else { return }
            Issue.record("\(program) hangs")
            process.terminate()
        }
    }

    /// A program that ends without reading leaves its pipe closed, which is no error here.
    func write(_ text: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func closeInput() {
        try? input.fileHandleForWriting.close()
    }

    /// Closes the pipe that the program writes to.
    func closeOutput() {
        try? output.fileHandleForReading.close()
    }

    /// Reads lines until one fulfills the condition, and returns it.
    func line(where isWanted: (String) -> Bool) -> String? {
        lines(through: isWanted).last { isWanted($0) }
    }

    /// Reads lines through the first that fulfills the condition, or to the end, and leaves out empty ones.
    func lines(through isLast: (String) -> Bool) -> [String] {
        var lines: [String] = []
        while let line = nextLine() {
            if !line.isEmpty { lines.append(line) }
            if isLast(line) { break }
        }
        return lines
    }

    func remainingLines() -> [String] {
        unread += output.fileHandleForReading.readDataToEndOfFile()
        defer { unread = Data() }
        return split(unread)
    }

    func errorLines() -> [String] {
        split(errors.fileHandleForReading.readDataToEndOfFile())
    }

    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func nextLine() -> String? {
        while !unread.contains(UInt8(ascii: "\n")) {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            unread += data
        }
        let line = unread.prefix { $0 != UInt8(ascii: "\n") }
        unread = Data(unread.dropFirst(line.count + 1))
        return String(decoding: line, as: UTF8.self)
    }
}

/// A file to which nothing can be written, where the system has one.
private var fullDisk: FileHandle? { FileHandle(forWritingAtPath: "/dev/full") }

/// A terminal, whose screen a program reads as its standard input.
struct Terminal {
    private let keyboard: FileHandle
    let screen: FileHandle

    init() throws {
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        try #require(openpty(&ours, &theirs, nil, nil, nil) == 0)
        keyboard = FileHandle(fileDescriptor: ours, closeOnDealloc: true)
        screen = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
    }

    func type(_ text: String) {
        keyboard.write(Data(text.utf8))
    }
}

private func split(_ data: Data) -> [String] {
    String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
}
private var productsDirectory: URL {
    #if canImport(Darwin)
        return Bundle(for: StartedProgram.self).bundleURL.deletingLastPathComponent()
    #else
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
}
