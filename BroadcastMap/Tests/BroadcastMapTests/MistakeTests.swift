import Testing

@testable import ChannelMap

/// Faults that the calls of Broadcaster show, each with code that is right beside it.
@Suite("A problem of channels", .timeLimit(.minutes(30)))
struct MistakeTests {
    private static let beginning = """
        import Broadcaster
        protocol Theme { func changed(_ count: Int) }
        enum ThemeMessage: Broadcaster.Message {
            case changed(Int)
            func send(to observer: any Theme) { if case .changed(let count) = self { observer.changed(count) } }
            @MainActor static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any Theme { Screen() }
        }
        enum Room: Hashable, Sendable { case lobby, kitchen }
        final class Screen: Theme {
            func changed(_ count: Int) {}
        }

        """

    private static func report(_ code: String) throws -> Report {
        let program = try TestProgram(["App.swift": beginning + code])
        try program.compile(options: ["-swift-version", "5"] + Fixtures.moduleOptions.get())
        return try Report(of: .channels, in: program.index(), package: "App")
    }

    @Test("is a sender with a key that no observer has, where the values of both are known")
    func unheardKeys() throws {
        func report(_ key: String) throws -> Report {
            try Self.report(
                """
                final class Lobby {
                    let room: Room = .lobby
                    @MainActor func start(_ screen: Screen) {
                        Broadcaster.register(Theme.self, for: room, observer: screen)
                    }
                }
                struct Sender {
                    let room: Room = .\(key)
                    @MainActor func send() { Broadcaster.notify(Theme.self, for: room) { $0.changed(1) } }
                }
                """)
        }
        #expect(try report("kitchen").problems.map(\.kind) == [.unheardKey])
        #expect(try report("kitchen").connections.isEmpty)
        #expect(try report("lobby").problems.isEmpty)
        #expect(try report("lobby").connections.count == 1)
    }

    @Test("is a broadcaster that sends what only another one's observers receive")
    func otherBroadcasters() throws {
        func report(_ sender: String) throws -> Report {
            try Self.report(
                """
                let accounts = Broadcaster()
                @MainActor func start(_ screen: Screen) { accounts.register(Theme.self, observer: screen) }
                @MainActor func send(with any: Broadcaster) { \(sender).notify(Theme.self) { $0.changed(1) } }
                """)
        }
        #expect(try report("Broadcaster").problems.map(\.kind) == [.otherBroadcaster])
        #expect(try report("Broadcaster").connections.isEmpty)
        #expect(try report("accounts").problems.isEmpty)
        #expect(try report("any").problems.isEmpty)
        #expect(try report("any").connections.count == 1)
        #expect(try report("accounts").channels.first?.senders.map(\.center) == ["accounts"])
    }

    @Test(
        "is an observer that is kept too long, registered too often, too late, or for nothing",
        arguments: [
            ("Broadcaster.register(Theme.self, observer: Screen())", Problem.Kind.releasedObserver),
            ("Broadcaster.observe(ThemeMessage.self, owner: self) { _, _ in self.show() }", .retainedOwner),
            ("Broadcaster.observe(ThemeMessage.self, owner: self) { [self] _, _ in show() }", .retainedOwner),
            (
                "Broadcaster.observe(ThemeMessage.self, owner: self) { _, _ in Task { [weak self] in self?.show() } }",
                .retainedOwner
            ),
            (
                """
                later { [weak self] in
                    guard let self else { return }
                    Broadcaster.observe(ThemeMessage.self, owner: self) { _, _ in self.show() }
                }
                """, .retainedOwner
            ),
            ("Task { for await _ in Broadcaster.messages(of: ThemeMessage.self) {} }", .lateLoop),
            ("Task { let all = Broadcaster.messages(of: ThemeMessage.self); for await _ in all {} }", .lateLoop),
            (
                """
                Task {
                    await withTaskGroup(of: Void.self) { tasks in
                        tasks.addTask { for await _ in await Broadcaster.messages(of: ThemeMessage.self) {} }
                    }
                }
                """, .lateLoop
            ),
        ])
    func observers(_ code: String, _ kind: Problem.Kind) throws {
        let report = try Self.report(
            """
            @MainActor final class Window {
                func show() {}
                func later(_ body: @escaping @MainActor () -> Void) {}
                func start() { \(code) }
                func send() { Broadcaster.notify(Theme.self) { $0.changed(1) } }
            }
            """)
        #expect(report.problems.map(\.kind) == [kind])
    }

    @Test("is an owner's closure in code that runs each time a view appears, unless the code asks whether it did")
    func repeatedObservers() throws {
        let call = "Broadcaster.observe(ThemeMessage.self, owner: self) { window, _ in window.show() }"
        func kinds(_ function: String) throws -> [Problem.Kind] {
            try Self.report(
                """
                @MainActor final class Window {
                    private var isObserving = false
                    \(function)
                    func onAppear(_ body: @escaping @MainActor () -> Void) {}
                    func onTap(_ body: @escaping @MainActor () -> Void) {}
                    func show() {}
                    func send() { Broadcaster.notify(Theme.self) { $0.changed(1) } }
                }
                """
            ).problems.map(\.kind)
        }
        #expect(try kinds("func viewWillAppear(_ isAnimated: Bool) { \(call) }") == [.observedAgain])
        #expect(try kinds("func show(_ count: Int) { onAppear { \(call) } }") == [.observedAgain])
        #expect(try kinds("init() { \(call) }") == [])
        #expect(try kinds("var body: Void { onTap { \(call) } }") == [])
        let once = "guard !isObserving else { return }; isObserving = true; \(call)"
        #expect(try kinds("func viewWillAppear(_ isAnimated: Bool) { \(once) }") == [])
        #expect(try kinds("func show(_ count: Int) { onAppear { if !self.isObserving { \(call) } } }") == [])
        let new = "let window = Window(); Broadcaster.observe(ThemeMessage.self, owner: window) { $0.show(); _ = $1 }"
        #expect(try kinds("func viewWillAppear(_ isAnimated: Bool) { \(new) }") == [])
    }

    @Test(
        "is no observer that something keeps, or that names its owner",
        arguments: [
            "Broadcaster.register(Theme.self, observer: screen)",
            "let screen = Screen(); Broadcaster.register(Theme.self, observer: screen)",
            "Broadcaster.observe(ThemeMessage.self, owner: self) { `self`, _ in self.show() }",
            "Broadcaster.observe(ThemeMessage.self, owner: self) { [weak self] _, _ in self?.show() }",
            "Broadcaster.observe(ThemeMessage.self, owner: self) { `self`, _ in Task { [weak self] in self?.show() } }",
            "let all = Broadcaster.messages(of: ThemeMessage.self); Task { for await _ in all {} }",
            "Task { let all = Broadcaster.messages(of: ThemeMessage.self); self.send(); for await _ in all {} }",
        ])
    func rightObservers(_ code: String) throws {
        let report = try Self.report(
            """
            @MainActor final class Window {
                let screen = Screen()
                func show() {}
                func start() { \(code) }
                func send() { Broadcaster.notify(Theme.self) { $0.changed(1) } }
            }
            """)
        #expect(report.problems.map(\.kind) == [])
    }

    @Test("isn't that of a caller, who sends what it passes a function: a key, a block, or both")
    func wrappers() throws {
        let report = try Self.report(
            """
            @MainActor func start(_ screen: Screen) { Broadcaster.register(Theme.self, observer: screen) }
            @MainActor func tell(for key: some Hashable & Sendable = Broadcaster.NoKey(), _ count: Int) {
                Broadcaster.notify(Theme.self, for: key) { $0.changed(count) }
            }
            @MainActor func each(_ block: @escaping @MainActor (any Theme) -> Void) {
                Broadcaster.notify(Theme.self, block: block)
            }
            @MainActor func plain() { tell(1) }
            @MainActor func keyed() { tell(for: 3, 1) }
            @MainActor func passed() { each { $0.changed(2) } }
            """)
        let senders = try #require(report.channels.first).senders
        #expect(senders.map(\.name) == ["plain()", "keyed()", "passed()"])
        #expect(senders.map { $0.broadcast?.key } == [nil, "3", nil])
        #expect(senders.map(\.through) == [["tell(for:_:)"], ["tell(for:_:)"], ["each(_:)"]])
        #expect(senders.map(\.broadcast?.methods) == Array(repeating: ["changed(_:)"], count: 3))
    }
}
