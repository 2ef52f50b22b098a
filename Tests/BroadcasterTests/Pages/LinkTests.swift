import Foundation
import TestSupport
import Testing

@Suite("Links of the pages", .timeLimit(.minutes(60)), .watched)
struct LinkTests {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let articles = files(in: "Sources/Broadcaster/Broadcaster.docc", ending: ".md")
    static let documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] + articles

    @Test("each link to a file leads to one", arguments: documents)
    func links(document: String) throws {
        let folder = Self.root.appendingPathComponent(document).deletingLastPathComponent()
        let links = try text(of: document).components(separatedBy: "](").dropFirst()
            .map { String($0.prefix { $0 != ")" && $0 != "#" }) }
            .filter { !$0.isEmpty && !$0.contains(":") }
        for link in links {
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(link).path), "\(link)")
        }
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
