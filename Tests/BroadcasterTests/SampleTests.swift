import Foundation
import Testing

@Suite("Samples", .timeLimit(.minutes(1)))
struct SampleTests {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let articles = files(in: "Sources/Broadcaster/Broadcaster.docc", ending: ".md")
    static let documents = ["README.md"] + articles + files(in: "Sources/Broadcaster", ending: ".swift")
    static let compiled = ["Snippets", "Examples"].flatMap { files(in: $0, ending: ".swift") }

    @Test("each sample of the documentation stands in a snippet or an example, which is compiled", arguments: documents)
    func samplesAreCompiled(document: String) throws {
        let snippets = try Self.compiled.map(text).map(withoutIndentation)
        for sample in try samples(of: text(of: document)) {
            #expect(snippets.contains { $0.contains(sample) }, "in no snippet:\n\(sample)")
        }
    }

    @Test("every document has samples, so the check above has work to do")
    func samplesAreFound() throws {
        #expect(try samples(of: text(of: "README.md")).count >= 5)
        #expect(try samples(of: text(of: "Sources/Broadcaster/Broadcaster.swift")).count >= 20)
        #expect(Self.articles.count >= 9)
        #expect(try Self.articles.flatMap { try samples(of: text(of: $0)) }.count >= 80)
    }

    @Test("each message of the compiler that the guide explains is met by a compile-time test")
    func messagesAreMet() throws {
        let tests = try Self.files(in: "Tests/Compile", ending: ".swift").map(text).joined()
        let guide = try text(of: "Sources/Broadcaster/Broadcaster.docc/ThreadsActorsAndSwift6.md")
        let messages = guide.split(separator: "\n")
            .filter { $0.hasPrefix("`") && $0.hasSuffix("`") && !$0.hasPrefix("```") }
        #expect(messages.count >= 8)
        for message in messages { #expect(tests.contains(message.dropFirst().dropLast()), "\(message)") }
    }

    /// The Swift code between fences, in Markdown and in documentation comments: its paragraphs, without indentation.
    private func samples(of text: String) -> [String] {
        let lines = withoutIndentation(text).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("///") ? $0.dropFirst(3).drop { $0 == " " } : $0 }
        var samples: [[Substring]] = []
        var isInSample = false
        for line in lines {
            if isInSample, line == "```" {
                isInSample = false
            } else if isInSample {
                samples[samples.count - 1].append(line)
            } else if line == "```swift" {
                isInSample = true
                samples.append([])
            }
        }
        return samples.flatMap { $0.split(separator: "").map { $0.joined(separator: "\n") } }
    }

    private func withoutIndentation(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(file), encoding: .utf8)
    }

    private static func files(in folder: String, ending suffix: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (paths?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
    }
}
