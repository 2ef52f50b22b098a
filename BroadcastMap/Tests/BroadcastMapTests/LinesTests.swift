import Foundation
import Testing

@testable import ChannelMap

/// Files whose lines or brackets only few editors write.
@Suite("The map of a file", .timeLimit(.minutes(30)))
struct LinesTests {
    /// Returns what the map says of a file, which is compiled as it is or before a change that keeps its lines.
    private func facts(
        in code: String, thenChanging change: (String) -> String = { $0 }
    ) throws -> [Int: [String]] {
        let program = try TestProgram(["App.swift": code])
        try program.compile(options: Fixtures.moduleOptions.get())
        try program.write(change(code), to: "App.swift")
        try program.date("Sources/App.swift", minutes: -60)
        return try facts(of: program)
    }

    private func facts(of program: TestProgram, acceptingStaleFiles: Bool = false) throws -> [Int: [String]] {
        let index = try program.index(acceptingStaleFiles: acceptingStaleFiles)
        return FixtureMap(index).facts["\(program.sources)/App.swift".realPath, default: [:]]
    }

    private static let code = """
        import Broadcaster
        protocol Update { func updated() }
        func send() {
            let text = \"""
                first
                second
                \"""
            Broadcaster.notify(
                Update.self,
                for: text  // a comment
            ) { $0.updated() }
            Broadcaster.notify(
                Update.self,
                for: \"""
                    third
                    fourth
                    \"""
            ) { $0.updated() }
        }

        """

    @Test("with the line ends of Windows is that of the same file with those of Unix")
    func windows() throws {
        let expected = try facts(in: Self.code)
        #expect(expected[8] == ["notify App.Update: send(); calls updated(); for: text"])
        #expect(expected[12] == ["notify App.Update: send(); calls updated(); for: \"\"\" third fourth \"\"\""])
        #expect(try facts(in: Self.code.replacing("\n", with: "\r\n")) == expected)
    }

    @Test("whose lines end with a carriage return alone has an unresolved use, because no place is certain")
    func mac() throws {
        let facts = try facts(in: Self.code.replacing("\n", with: "\r"))
        #expect(facts.values.joined().contains("unresolved send(): a carriage return alone ends a line"))
        #expect(!facts.values.joined().contains { $0.hasPrefix("notify") })
    }

    @Test("that changed since its index was written has unresolved uses, with that reason where another name stands")
    func changed() throws {
        let code = """
            import Broadcaster
            protocol Update { func updated() }
            func send() { Broadcaster.notify(Update.self) { $0.updated() } }
            func pass() -> ((any Update).Type) -> Void { tell }
            func tell<P>(_ channel: P.Type) { Broadcaster.notify(channel) { _ in } }

            """
        let program = try TestProgram(["App.swift": code])
        try program.compile(options: Fixtures.moduleOptions.get())
        try program.write(code.replacing("send() {", with: "send() { print();"), to: "App.swift")
        try program.date("Sources/App.swift", minutes: 60)
        let facts = try facts(of: program, acceptingStaleFiles: true)
        #expect(facts[3] == ["unresolved send(): the source changed since its index was written"])
        #expect(facts[4] == ["unresolved pass(): a function is passed as a value"])
    }

    @Test("that can't be read has an unresolved use, with that reason")
    func unreadable() throws {
        let program = try TestProgram(["App.swift": Self.code])
        try program.compile(options: Fixtures.moduleOptions.get())
        // Only a folder can't be read by every user.
        try FileManager.default.removeItem(atPath: "\(program.sources)/App.swift")
        try FileManager.default.createDirectory(
            atPath: "\(program.sources)/App.swift", withIntermediateDirectories: true)
        try program.date("Sources/App.swift", minutes: -60)
        #expect(try facts(of: program).values.joined().contains("unresolved send(): the source can't be read"))
    }

    @Test("with deeply nested brackets has an unresolved use there and behind them")
    func deep() throws {
        let code = """
            import Broadcaster
            protocol Update { func updated() }
            func sendBefore() { Broadcaster.notify(Update.self, for: "before") { $0.updated() } }
            func sendInside() {
                ((
                Broadcaster.notify(Update.self, for: "inside") { $0.updated() }
                ))
            }
            func sendBehind() { Broadcaster.notify(Update.self, for: "behind") { $0.updated() } }

            """
        // The compiler refuses as many brackets as the parser of the map skips, so the index is that of fewer.
        let facts = try facts(in: code) { code in
            code.replacing("((\n", with: String(repeating: "(", count: 300) + "\n")
                .replacing("    ))\n", with: "    " + String(repeating: ")", count: 300) + "\n")
        }
        #expect(facts[3] == ["notify App.Update: sendBefore(); calls updated(); for: \"before\""])
        #expect(facts[6] == ["unresolved sendInside(): brackets are nested too deeply"])
        #expect(facts[9] == ["unresolved sendBehind(): brackets are nested too deeply"])
    }
}
