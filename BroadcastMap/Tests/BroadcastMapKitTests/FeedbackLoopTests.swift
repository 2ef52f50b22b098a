import Testing

@testable import BroadcastMapKit

@Suite("A feedback loop", .timeLimit(.minutes(30)))
struct FeedbackLoopTests {
    /// Returns the notes on feedback loops in an app of several files.
    private func loops(in files: [String: String]) throws -> [String] {
        let program = try TestProgram(files)
        try program.compile()
        let report = try Report(of: .notifications, in: program.index(), package: "App")
        return report.channels.flatMap(\.notes).filter { $0.kind == .echo }.map(\.text)
    }

    private let window = """
        import Foundation
        final class Window {
            var onSave: (() -> Void)?
            var next: () -> Void = {}
            func save() { NotificationCenter.default.post(name: .init("saved"), object: nil) }
            func watch() {
                _ = NotificationCenter.default.addObserver(forName: .init("saved"), object: nil, queue: nil) { _ in
                    self.prepare()
                }
            }
        }
        """

    @Test("doesn't go through a closure that another file stores, and no code calls")
    func storedClosure() throws {
        let other = "extension Window { func prepare() { onSave = { self.save() } } }"
        #expect(try loops(in: ["Window.swift": window, "Other.swift": other]) == [])
    }

    @Test("goes through a closure that another file stores and calls", arguments: ["onSave?()", "onSave!()"])
    func calledClosure(call: String) throws {
        let other = """
            extension Window {
                func arm() { onSave = { self.save() } }
                func prepare() { \(call) }
            }
            """
        let way = "a closure in Window.watch() → prepare() → a closure in Window.arm() → save()"
        #expect(
            try loops(in: ["Window.swift": window, "Other.swift": other]).map { String($0.prefix { $0 != ";" }) }
                == ["feedback loop: \(way) posts it again"])
    }

    @Test("goes the way of the channel whose name is first, if two ways are equally long")
    func equalWays() throws {
        let code = """
            import Foundation
            final class Relay {
                func watch() {
                    let center = NotificationCenter.default
                    _ = center.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in self.sendOn() }
                    _ = center.addObserver(forName: .init("c"), object: nil, queue: nil) { _ in self.fromC() }
                    _ = center.addObserver(forName: .init("b"), object: nil, queue: nil) { _ in self.fromB() }
                }
                func sendOn() {
                    NotificationCenter.default.post(name: .init("c"), object: nil)
                    NotificationCenter.default.post(name: .init("b"), object: nil)
                }
                func fromB() { NotificationCenter.default.post(name: .init("a"), object: nil) }
                func fromC() { NotificationCenter.default.post(name: .init("a"), object: nil) }
            }
            """
        let found = try loops(in: ["Relay.swift": code]).filter { $0.contains("Relay.watch() → sendOn() → \"") }
        #expect(found.count == 1 && found[0].contains("sendOn() → \"b\" →"))
    }
}
