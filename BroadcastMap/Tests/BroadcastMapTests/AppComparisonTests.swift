import Foundation
import Testing

@testable import MapBase

/// The two versions of an app in `Tests/Comparison`, beside the outputs that are expected.
@Suite("A comparison of two versions of an app", .timeLimit(.minutes(30)))
struct AppComparisonTests {
    private static let folder = "\(Fixtures.folder)/Comparison"
    private static let before = Result { try map(of: "Before") }
    private static let after = Result { try map(of: "After") }

    private static func map(of version: String) throws -> FixtureMap {
        let home = try Fixtures.newFolder(version)
        let options = try ["-parse-as-library"] + Fixtures.moduleOptions.get()
        try Fixtures.compile(["\(folder)/\(version)/App.swift"], as: "App", into: home, options: options)
        return try FixtureMap(Fixtures.index(of: ["\(folder)/\(version)"], in: "\(home)/index"))
    }

    private func compare(
        _ subject: KeyPath<FixtureMap, Report> = \.channels, showing words: [String] = []
    ) throws -> Comparison {
        try Comparison(
            from: Self.before.get()[keyPath: subject].seen(from: Self.folder),
            to: Self.after.get()[keyPath: subject].seen(from: Self.folder),
            showing: Filter(words: words), allowing: [])
    }

    private func expected(_ name: String) throws -> String {
        try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
    }

    @Test("as text has what is new and what is gone, but not what only moved")
    func text() throws { #expect(try compare().text + "\n" == expected("channels.txt")) }

    @Test("as Markdown has problems as a list, and channels as a difference")
    func markdown() throws { #expect(try compare().markdown + "\n" == expected("channels.md")) }

    @Test("of notifications has the words of notifications")
    func notifications() throws {
        #expect(try compare(\.notifications).markdown + "\n" == expected("notifications.md"))
    }

    @Test("shows of both maps what a filter finds in one of them")
    func filter() throws {
        let comparison = try compare(showing: ["OldObserver", "Counter"])
        #expect(Set(comparison.added.map(\.id.channel)) == ["App.CountObserver"])
        #expect(Set(comparison.removed.map(\.id.channel)) == ["App.OldObserver", "App.CountObserver"])
    }

    @Test("with a map that has markup, fences, and line ends in its names shows them as text")
    func hostile() throws {
        let old = try Report(json: Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/hostile.json")))
        let none = Report.sample.with {
            $0.channels = []
            $0.problems = []
            $0.unresolved = []
        }
        let comparison = Comparison(from: old, to: none, showing: Filter(words: []), allowing: [])
        #expect(comparison.text + "\n" == (try expected("hostile.txt")))
        #expect(comparison.markdown + "\n" == (try expected("hostile.md")))
    }
}

extension Report {
    /// The same map, with paths that begin in a folder.
    func seen(from folder: String) throws -> Report {
        try Report(json: Data(json.replacing("\"\(folder.relativePath)/", with: "\"").utf8))
    }
}
