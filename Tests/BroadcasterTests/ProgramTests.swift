import Foundation
import Testing

/// Whole programs, run as children of the tests.
@Suite("Programs", .timeLimit(.minutes(2)))
struct ProgramTests {
    @Test(
        "an isolated conformance is heard from a background thread under async main and under dispatchMain()",
        arguments: ["AsyncMain", "DispatchMain"])
    func isolatedConformance(program: String) async throws {
        let result = try await run(program)
        #expect(result.output == ["broadcast: heard all in order", "walks: set, walk, delegate"])
        #expect(result.status == 0)
    }

    @Test("a client in language mode 5 registers plain classes from any thread")
    func swift5() async throws {
        let result = try await run("Swift5Client")
        #expect(result.output == ["heard: first, second"])
        #expect(result.status == 0)
    }

    @Test("one stand-in lets three listeners hear a scroll view that has one slot")
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
        @Test("each part shows what it hears, and the preview is gone after the third message")
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
                    "preview     (closed)",
                    "badge       4",
                    "title       Chat with Cid",
                    "transcript  4. Cid: Me too",
                    "messages: 4, lines left out: 0",
                ])
            #expect(result.errors.isEmpty)
            #expect(result.status == 0)
        }

        @Test("a line that is no message is named, with its mend, and stops nothing")
        func malformed() async throws {
            let result = try await run("InstantMessaging", input: "\nno colon\n: no name\nno text:\n   \nAnn: Hi\n")
            #expect(
                result.errors == [
                    "Line 1 is left out: it is empty.",
                    "Line 2 is left out: it has no colon; write \"name: text\".",
                    "Line 3 is left out: there is no name before the colon; write \"name: text\".",
                    "Line 4 is left out: there is no text after the colon; write \"name: text\".",
                    "Line 5 is left out: it is empty.",
                ])
            #expect(result.output.contains("transcript  1. Ann: Hi"))
            #expect(result.output.last == "messages: 1, lines left out: 5")
            #expect(result.status == 0)
        }

        @Test("a hundred thousand lines pass, none lost and in order")
        func manyLines() async throws {
            let lines = (1...100_000).map { "name\($0 % 7): text \($0)" }
            let result = try await run("InstantMessaging", input: lines.joined(separator: "\n"))
            let transcript = result.output.filter { $0.hasPrefix("transcript") }
            #expect(transcript == (1...100_000).map { "transcript  \($0). name\($0 % 7): text \($0)" })
            #expect(result.output.last == "messages: 100000, lines left out: 0")
        }

        @Test("no lines, no messages")
        func empty() async throws {
            let result = try await run("InstantMessaging", input: "")
            #expect(result.output == ["messages: 0, lines left out: 0"])
        }
    }
}

struct ProgramResult {
    let status: Int32
    let output: [String]
    let errors: [String]
}

/// Runs a program of this package, which stands beside the tests, with text piped in and out.
func run(_ program: String, input: String = "") async throws -> ProgramResult {
    let process = Process()
    let (inPipe, outPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    process.executableURL = productsDirectory.appendingPathComponent(program)
    process.standardInput = inPipe
    process.standardOutput = outPipe
    process.standardError = errorPipe
    try process.run()

    async let output = onNewThread { lines(of: outPipe) }
    async let errors = onNewThread { lines(of: errorPipe) }
    await onNewThread {
        inPipe.fileHandleForWriting.write(Data(input.utf8))
        inPipe.fileHandleForWriting.closeFile()
    }
    let printed = await (output, errors)
    await onNewThread { process.waitUntilExit() }
    return ProgramResult(status: process.terminationStatus, output: printed.0, errors: printed.1)
}

private func lines(of pipe: Pipe) -> [String] {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        .split(separator: "\n").map(String.init)
}

private var productsDirectory: URL {
    #if canImport(Darwin)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        return tests!.bundleURL.deletingLastPathComponent()
    #else
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
}
