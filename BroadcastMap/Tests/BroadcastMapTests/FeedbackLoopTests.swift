import Testing

@testable import MapBase

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

    @Test("goes through what a subclass overrides, and through the default that a class leaves a message to")
    func witnesses() throws {
        let code = """
            import Broadcaster
            protocol Ping { func ping() }
            class Base: Ping {
                func start() { Broadcaster.register(Ping.self, observer: self) }
                func ping() {}
            }
            final class Sub: Base {
                override func ping() { Broadcaster.notify(Ping.self) { $0.ping() } }
            }
            protocol Pong { func pong() }
            extension Pong { func pong() { Broadcaster.notify(Pong.self) { $0.pong() } } }
            final class Player: Pong {
                func start() { Broadcaster.register(Pong.self, observer: self) }
            }
            """
        let program = try TestProgram(["App.swift": code])
        try program.compile(options: ["-swift-version", "5"] + Fixtures.moduleOptions.get())
        let report = try Report(of: .channels, in: program.index(), package: "App")
        #expect(
            report.channels.map { $0.notes.map(\.text) } == [
                ["feedback loop: Sub.ping() sends it again; it may never end"],
                ["feedback loop: Pong.pong() sends it again; it may never end"],
            ])
    }

    @Test("that is long has its first and its last names, and the shortest is the first")
    func ring() throws {
        let observers = (0..<20).map { number in
            """
            func watch\(number)() {
                _ = center.addObserver(forName: .init("n\(number)"), object: nil, queue: nil) { _ in
                    center.post(name: .init("n\((number + 1) % 20)"), object: nil)
                }
            }

            """
        }
        let short = """
            func watch() {
                _ = center.addObserver(forName: .init("n0"), object: nil, queue: nil) { _ in
                    center.post(name: .init("n0"), object: nil)
                }
            }
            """
        let code = "import Foundation\nlet center = NotificationCenter.default\n" + observers.joined() + short
        let found = try loops(in: ["Ring.swift": code]).filter { $0.contains(": a closure in watch0()") }
        let way = "a closure in watch0() → \"n1\" → a closure in watch1() → \"n2\" → … 32 more …"
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("feedback loop: \(way) → "))
        #expect(found[0].contains("→ a closure in watch18() → \"n19\" → a closure in watch19() posts it again"))
        let all = try loops(in: ["Ring.swift": code])
        #expect(
            all.firstIndex { $0.hasPrefix("feedback loop: a closure in watch() posts") } == all.firstIndex(
                of: found[0])! - 1)
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
