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

        @Test("without input, InstantMessaging plays its own conversation")
        func empty() async throws {
            let result = try await run("InstantMessaging")
            #expect(result.output.first == "preview     Ann wrote: Lunch at noon?")
            #expect(result.output.last == "messages: 4, lines skipped: 1")
            #expect(result.output.filter { $0.hasPrefix("transcript") }.count == 4)
            #expect(result.errors == ["Line 3 is skipped: it has no colon; write \"name: text\"."])
            #expect(result.status == 0)
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

/// Runs a program of this package, which is beside the tests, to its end, with text piped in and out.
func run(_ program: String, arguments: [String] = [], input: String = "") async throws -> ProgramResult {
    let process = Process()
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.executableURL = productsDirectory.appendingPathComponent(program)
    process.arguments = arguments
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    // So that writing to a program that has ended fails, instead of ending the tests.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let running = Handover(process)
    // Time: a program that hangs ends a minute before the time limit, because reading a pipe can't be canceled.
    DispatchQueue.global().asyncAfter(deadline: .now() + 540) {
        if running.value.isRunning { running.value.terminate() }
    }
    let (output, errors) = (Handover(standardOutput), Handover(standardError))
    async let printed = onNewThread { output.value.lines }
    async let reported = onNewThread { errors.value.lines }
    // A program that ends without reading leaves its pipe closed, which is no error here.
    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? standardInput.fileHandleForWriting.close()
    let lines = await (printed, reported)
    process.waitUntilExit()
    return ProgramResult(status: process.terminationStatus, output: lines.0, errors: lines.1)
}

extension Pipe {
    /// Everything that a program writes, without empty lines.
    fileprivate var lines: [String] {
        String(decoding: fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }
}

private var productsDirectory: URL {
    #if canImport(Darwin)
        return Bundle(for: WordLogger.self).bundleURL.deletingLastPathComponent()
    #else
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
}
