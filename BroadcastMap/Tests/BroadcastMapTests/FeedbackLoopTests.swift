import Testing

@testable import ChannelMap

@Suite("A feedback loop", .timeLimit(.minutes(30)))
struct FeedbackLoopTests {
    /// Returns the notes on feedback loops in a program, without their beginning.
    private func loops(_ subject: Report.Subject, in code: String) throws -> [String] {
        let program = try TestProgram(["App.swift": code])
        let modules = try subject == .channels ? Fixtures.moduleOptions.get() : []
        try program.compile(options: ["-swift-version", "5"] + modules)
        let report = try Report(of: subject, in: program.index(), package: "App")
        let notes = report.channels.flatMap(\.notes).filter(\.isFeedbackLoop)
        return notes.map { String($0.text.dropFirst("feedback loop: ".count)) }
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
        let ends = ["Sub.ping()", "Pong.pong()"].map { "\($0) sends it again; it may never end" }
        #expect(try loops(.channels, in: code) == ends)
    }

    @Test("isn't one to another key, if both are literals", arguments: ["1", "2", "key"])
    func otherKeys(_ key: String) throws {
        let code = """
            import Broadcaster
            protocol Ping { func ping() }
            final class Player: Ping {
                var key = 1
                @MainActor func start() { Broadcaster.register(Ping.self, for: 1, observer: self) }
                func ping() { Broadcaster.notify(Ping.self, for: \(key)) { $0.ping() } }
            }
            """
        let loop = "Player.ping() sends it again; it may never end"
        #expect(try loops(.channels, in: code) == (key == "2" ? [] : [loop]))
    }

    @Test("isn't one to another center or of another object, if both are known")
    func otherCenters() throws {
        let code = """
            import Foundation
            let own = NotificationCenter()
            let first = NSObject()
            let second = NSObject()
            func watch() {
                _ = own.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in
                    NotificationCenter.default.post(name: .init("a"), object: nil)
                }
                _ = own.addObserver(forName: .init("b"), object: first, queue: nil) { _ in
                    own.post(name: .init("b"), object: second)
                }
                _ = own.addObserver(forName: .init("c"), object: first, queue: nil) { _ in
                    own.post(name: .init("c"), object: first)
                }
            }
            """
        let found = try loops(.notifications, in: code)
        #expect(found == ["a closure in watch() posts it again; delivered later, it may never end"])
    }

    @Test("isn't one for a closure that is written in a handler, or around one")
    func closures() throws {
        let code = """
            import Foundation
            let center = NotificationCenter.default
            final class Door {
                func opened() {
                    _ = center.addObserver(forName: .init("closed"), object: nil, queue: nil) { _ in self.open() }
                    center.post(name: .init("closed"), object: nil)
                }
                func open() { center.post(name: .init("opened"), object: nil) }
                func watch() { _ = center.addObserver(forName: .init("opened"), object: nil, queue: nil, using: run) }
                func run(_ notification: Notification) { opened() }
            }
            """
        #expect(try loops(.notifications, in: code) == [])
    }

    @Test("that is long has its first and its last names, and the shortest is the first")
    func long() throws {
        let steps = (0..<20).map { "func step\($0)() { step\($0 + 1)() }\n" }
        let code = """
            import Foundation
            let center = NotificationCenter.default
            \(steps.joined())func step20() { center.post(name: .init("a"), object: nil) }
            func watch() {
                _ = center.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in step0() }
                _ = center.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in step20() }
            }
            """
        let long = "a closure in watch() → step0() → step1() → step2() → … 15 more … → step18() → step19() → step20()"
        let end = "posts it again; delivered later, it may never end"
        #expect(try loops(.notifications, in: code) == ["a closure in watch() → step20() \(end)", "\(long) \(end)"])
    }
}
