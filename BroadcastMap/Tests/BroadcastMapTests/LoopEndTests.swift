import Testing

@testable import MapBase

/// Classes that each observe what they send, so that only a condition, or another object, ends the loop.
@Suite("A feedback loop", .timeLimit(.minutes(30)))
struct LoopEndTests {
    /// The members of a class by its name: `send(_:)` sends to `receive(_:)`, which calls `set(_:)`.
    typealias Classes = KeyValuePairs<String, String>

    private static let receiving = "func receive(_ level: Int) { set(level) }"

    /// Returns the classes with a feedback loop, if they use Broadcaster.
    private static func loops(_ classes: Classes) throws -> [String] {
        let code = classes.map { name, members in
            """
            protocol \(name)Observer { func receive(_ level: Int) }
            @MainActor final class \(name): @MainActor \(name)Observer {
                init() { Broadcaster.register(\(name)Observer.self, observer: self) }
                func send(_ level: Int) { Broadcaster.notify(\(name)Observer.self) { $0.receive(level) } }
                \(members.contains("func receive") ? "" : receiving)
                \(members)
            }
            """
        }
        let program = try TestProgram(["App.swift": (["import Broadcaster"] + code).joined(separator: "\n")])
        try program.compile(options: ["-swift-version", "5"] + Fixtures.moduleOptions.get())
        return try names(classes, Report(of: .channels, in: program.index(), package: "App"))
    }

    /// Returns the classes with a feedback loop, if they use notifications.
    private static func loopsOfNotifications(_ classes: Classes) throws -> [String] {
        let code = classes.map { name, members in
            """
            final class \(name) {
                init() {
                    _ = NotificationCenter.default.addObserver(forName: .init("\(name)"), object: nil, queue: nil) { _ in
                        self.receive(1)
                    }
                }
                func send(_ level: Int) { NotificationCenter.default.post(name: .init("\(name)"), object: nil) }
                \(members.contains("func receive") ? "" : receiving)
                \(members)
            }
            """
        }
        let program = try TestProgram(["App.swift": (["import Foundation"] + code).joined(separator: "\n")])
        try program.compile(options: ["-swift-version", "5"])
        return try names(classes, Report(of: .notifications, in: program.index(), package: "App"))
    }

    private static func names(_ classes: Classes, _ report: Report) throws -> [String] {
        try #require(report.channels.count == classes.count)
        let looping = report.channels.filter { $0.notes.contains(where: \.isFeedbackLoop) }.map(\.name)
        return classes.map(\.key).filter { name in
            looping.contains { ["App.\(name)Observer", "\"\(name)\""].contains($0) }
        }
    }

    private static let comparisons: Classes = [
        "DidSet":
            "var level = 0 { didSet { if level != oldValue { send(level) } } }; func set(_ new: Int) { level = new }",
        "NamedOld": """
        var level = 0 {
            didSet(old) {
                guard level > 0, old != level else { return }
                send(level)
            }
        }
        func set(_ new: Int) { level = new }
        """,
        "WillSet": """
        var level = 0 { willSet { if newValue != level { send(newValue) } } }
        func set(_ new: Int) { level = new }
        """,
        "Setter": """
        private var stored = 0
        var level: Int {
            get { stored }
            set {
                guard newValue != level else { return }
                stored = newValue
                send(newValue)
            }
        }
        func set(_ new: Int) { level = new }
        """,
        "Guard": """
        var level = 0
        func set(_ level: Int) {
            guard level != self.level else { return }
            self.level = level
            send(level)
        }
        """,
        "Return": """
        var level = 0
        func set(_ new: Int) {
            if new == level { return }
            level = new
            send(new)
        }
        """,
        "Else": """
        var level = 0
        func set(_ new: Int) {
            if new != level { level = new } else { return }
            send(new)
        }
        """,
        "Constant": """
        var level = 0
        func set(_ new: Int) {
            let isNew = new != level && new > 0
            level = new
            if isNew { send(new) }
        }
        """,
        "Before": """
        var level = 0
        func set(_ new: Int) {
            let old = level
            level = min(new, 10)
            if level != old { send(level) }
        }
        """,
        "Member": """
        struct Item { var id = 0 }
        var item: Item? { didSet { if item?.id != oldValue?.id { send(1) } } }
        func set(_ new: Int) { item = Item(id: new) }
        """,
        "State": """
        enum State { case on, off }
        var state = State.off
        func set(_ new: Int) {
            guard state != .on else { return }
            state = .on
            send(new)
        }
        """,
        "Element": """
        var levels: [Int: Int] = [:]
        func set(_ new: Int) {
            guard levels[new] != new else { return }
            levels[new] = new
            send(new)
        }
        """,
        "Inserted": """
        var levels: Set<Int> = []
        func set(_ new: Int) {
            guard levels.insert(new).inserted else { return }
            send(new)
        }
        """,
        "Contained": """
        var levels: [Int] = []
        func set(_ new: Int) {
            if levels.contains(new) { return }
            levels.append(new)
            send(new)
        }
        """,
        "Handler": """
        var level = 0 { didSet { send(level) } }
        func receive(_ new: Int) { if new != level { level = new } }
        """,
        "Caller": """
        var level = 0
        func set(_ new: Int) {
            level = new
            send(new)
        }
        func receive(_ new: Int) {
            guard new != level else { return }
            set(new)
        }
        """,
    ]

    @Test("isn't one behind a comparison of a property with what the property is set to")
    func oldValues() throws {
        #expect(try Self.loops(Self.comparisons) == [])
        #expect(try Self.loopsOfNotifications(Self.comparisons) == [])
    }

    private static let otherConditions: Classes = [
        "Unrelated": "var count = 0 { didSet { if count > 0 { send(count) } } }; func set(_ new: Int) { count = new }",
        "BothBranches": """
        var level = 0 { didSet { if level != oldValue { send(level) } else { send(0) } } }
        func set(_ new: Int) { level = new }
        """,
        "Equal":
            "var level = 0 { didSet { if level == oldValue { send(level) } } }; func set(_ new: Int) { level = new }",
        "InPlace": """
        var level = 0 { didSet { if level != oldValue { send(level) } } }
        func set(_ new: Int) { level += new }
        """,
        "Limit": """
        var (level, limit) = (0, 3)
        func set(_ new: Int) {
            guard new != limit else { return }
            level = new
            send(new)
        }
        """,
        "Forced": """
        var (level, isForced) = (0, false)
        func set(_ new: Int) {
            if isForced || new != level { send(new) }
            level = new
        }
        """,
        "After": """
        var level = 0
        func set(_ new: Int) {
            if new != level { level = new }
            send(new)
        }
        """,
        "Flag": """
        var isSending = false
        func set(_ new: Int) {
            guard !isSending else { return }
            isSending = true
            send(new)
            isSending = false
        }
        """,
        "OtherObject": """
        var (level, next) = (0, OtherObject?.none)
        func set(_ new: Int) {
            guard new != level else { return }
            next?.level = new
            send(new)
        }
        """,
        "SetsOther": """
        var (level, next) = (0, SetsOther?.none)
        func receive(_ new: Int) {
            guard new != level else { return }
            set(new)
        }
        func set(_ new: Int) {
            next?.level = new
            send(new)
        }
        """,
        "NeverAppended": """
        var levels: [Int] = []
        func set(_ new: Int) {
            if levels.contains(new) { return }
            send(new)
        }
        """,
        "AppendsOther": """
        var levels: [Int] = []
        func set(_ new: Int) {
            if levels.contains(new) { return }
            levels.append(0)
            send(new)
        }
        """,
        "AppendsElsewhere": """
        var (levels, others) = ([Int](), [Int]())
        func set(_ new: Int) {
            if levels.contains(new) { return }
            others.append(new)
            send(new)
        }
        """,
        "Registered": """
        var level = 0
        var action: (() -> Void)?
        func set(_ new: Int) { action?() }
        func prepare(_ new: Int) {
            if new != level {
                level = new
                action = { self.send(new) }
            }
        }
        """,
    ]

    @Test("stays one behind another condition, and where the other branch sends as well")
    func otherConditions() throws {
        #expect(try Self.loops(Self.otherConditions) == Self.otherConditions.map(\.key))
        #expect(try Self.loopsOfNotifications(Self.otherConditions) == Self.otherConditions.map(\.key))
    }

    private static let constants: Classes = [
        "If": """
        func apply(_ new: Int, notify: Bool) { if notify { send(new) } }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
        "Standard": """
        func apply(_ new: Int, notify: Bool = true) {
            guard notify else { return }
            send(new)
        }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
        "Negated": """
        func apply(_ new: Int, silently: Bool = false) { if !silently, new > 0 { send(new) } }
        func set(_ new: Int) { apply(new, silently: true) }
        """,
        "Passed": """
        func apply(_ new: Int, isQuiet: Bool) {
            if isQuiet { return }
            send(new)
        }
        func pass(_ new: Int, notify: Bool) { apply(new, isQuiet: !notify) }
        func set(_ new: Int) { pass(new, notify: false) }
        """,
        "Case": """
        enum Source { case user, observer }
        func apply(_ new: Int, from source: Source) { if source != .observer { send(new) } }
        func set(_ new: Int) { apply(new, from: .observer) }
        """,
        "Ternary": """
        func apply(_ new: Int, notify: Bool) { notify ? send(new) : () }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
    ]

    @Test("isn't one behind a condition that a constant argument makes false")
    func constants() throws {
        #expect(try Self.loops(Self.constants) == [])
        #expect(try Self.loopsOfNotifications(Self.constants) == [])
    }

    private static let otherArguments: Classes = [
        "Standard": """
        func apply(_ new: Int, notify: Bool = true) { if notify { send(new) } }
        func set(_ new: Int) { apply(new) }
        """,
        "Else": """
        func apply(_ new: Int, notify: Bool) { if notify { print(new) } else { send(new) } }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
        "After": """
        func apply(_ new: Int, notify: Bool) {
            if notify { print(new) }
            send(new)
        }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
        "Changed": """
        func apply(_ new: Int, notify: Bool) {
            var notify = notify
            notify.toggle()
            if notify { send(new) }
        }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
        "Variable": """
        var isOn = true
        func apply(_ new: Int, notify: Bool) { if notify { send(new) } }
        func set(_ new: Int) { apply(new, notify: isOn) }
        """,
        "OtherCall": """
        func apply(_ new: Int, notify: Bool) {
            if notify { send(new) }
            finish(notify: true)
        }
        func finish(notify: Bool) { if notify { send(0) } }
        func set(_ new: Int) { apply(new, notify: false) }
        """,
    ]

    @Test("stays one if an argument may be true, or the code runs without it")
    func otherArguments() throws {
        #expect(try Self.loops(Self.otherArguments) == Self.otherArguments.map(\.key))
        #expect(try Self.loopsOfNotifications(Self.otherArguments) == Self.otherArguments.map(\.key))
    }

    /// Returns the classes with a feedback loop, each of which has an array of other objects of the class.
    private static func loopsThroughOthers(_ classes: Classes) throws -> [String] {
        let code = classes.map { name, members in
            """
            protocol \(name)Observer { func receive() }
            @MainActor final class \(name): @MainActor \(name)Observer {
                var others: [\(name)] = []
                \(members.contains("func receive") ? "" : "func receive() { others.forEach { $0.send() } }")
                \(members)
            }
            """
        }
        let beginning = "import Broadcaster\nimport struct Foundation.UUID\n"
        let program = try TestProgram(["App.swift": beginning + code.joined(separator: "\n")])
        try program.compile(options: ["-swift-version", "5"] + Fixtures.moduleOptions.get())
        return try names(classes, Report(of: .channels, in: program.index(), package: "App"))
    }

    @Test("isn't one through another object, if what the object sends reaches only its own observers")
    func otherObjects() throws {
        let classes: Classes = [
            "OwnKey": """
            let id = UUID()
            init() { Broadcaster.register(OwnKeyObserver.self, for: id, observer: self) }
            func send() { Broadcaster.notify(OwnKeyObserver.self, for: id) { $0.receive() } }
            """,
            "ForIn": """
            let id = UUID()
            init() { Broadcaster.register(ForInObserver.self, for: id, observer: self) }
            func receive() { for other in others { other.send() } }
            func send() { Broadcaster.notify(ForInObserver.self, for: id) { $0.receive() } }
            """,
            "OwnBroadcaster": """
            let broadcaster = Broadcaster()
            init() { broadcaster.register(OwnBroadcasterObserver.self, observer: self) }
            func send() { broadcaster.notify(OwnBroadcasterObserver.self) { $0.receive() } }
            """,
            "Owner": """
            let broadcaster = Broadcaster()
            init() {
                broadcaster.observe(OwnerMessage.self, owner: self) { owner, _ in owner.others.forEach { $0.send() } }
            }
            func receive() {}
            func send() { broadcaster.notify(OwnerObserver.self) { $0.receive() } }
            enum OwnerMessage: Broadcaster.Message {
                case receive
                func send(to observer: any OwnerObserver) { observer.receive() }
                static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any OwnerObserver {
                    fatalError()
                }
            }
            """,
            "Parent": """
            let child: Parent?
            init(child: Parent?) {
                self.child = child
                if let child {
                    Broadcaster.register(ParentObserver.self, for: ObjectIdentifier(child), observer: self)
                }
            }
            func receive() { send() }
            func send() { Broadcaster.notify(ParentObserver.self, for: ObjectIdentifier(self)) { $0.receive() } }
            """,
        ]
        #expect(try Self.loopsThroughOthers(classes) == [])
    }

    @Test("stays one through another object whose broadcasts may reach the first one")
    func sharedChannels() throws {
        let classes: Classes = [
            "EachObserves": """
            init() { Broadcaster.register(EachObservesObserver.self, observer: self) }
            func send() { Broadcaster.notify(EachObservesObserver.self) { $0.receive() } }
            """,
            "SameKey": """
            let room: Int
            init(room: Int) {
                self.room = room
                Broadcaster.register(SameKeyObserver.self, for: room, observer: self)
            }
            func send() { Broadcaster.notify(SameKeyObserver.self, for: room) { $0.receive() } }
            """,
            "Itself": """
            let id = UUID()
            init() { Broadcaster.register(ItselfObserver.self, for: id, observer: self) }
            func receive() { send() }
            func send() { Broadcaster.notify(ItselfObserver.self, for: id) { $0.receive() } }
            """,
            "Shared": """
            static let shared = Shared()
            let id = UUID()
            init() { Broadcaster.register(SharedObserver.self, for: id, observer: self) }
            func receive() { Shared.shared.send() }
            func send() { Broadcaster.notify(SharedObserver.self, for: id) { $0.receive() } }
            """,
            "Back": """
            let id = UUID()
            init() { Broadcaster.register(BackObserver.self, for: id, observer: self) }
            func receive() { others.forEach { $0.answer() } }
            func answer() { others.forEach { $0.send() } }
            func send() { Broadcaster.notify(BackObserver.self, for: id) { $0.receive() } }
            """,
            "Holder": """
            let id = UUID()
            var current: Holder!
            init() {
                Broadcaster.register(HolderObserver.self, for: id, observer: self)
                current = self
            }
            func receive() { current.send() }
            func send() { Broadcaster.notify(HolderObserver.self, for: id) { $0.receive() } }
            """,
        ]
        #expect(try Self.loopsThroughOthers(classes) == classes.map(\.key))
    }

    @Test(
        "isn't one if an object posts for itself what it observes of another one, and stays one if it observes itself")
    func objectsOfNotifications() throws {
        func loops(_ object: String) throws -> Int {
            let code = """
                import Foundation
                final class Node {
                    var child: Node?
                    func watch() {
                        _ = NotificationCenter.default.addObserver(
                            forName: .init("changed"), object: \(object), queue: nil
                        ) { _ in self.change() }
                    }
                    func change() { NotificationCenter.default.post(name: .init("changed"), object: self) }
                }
                """
            let program = try TestProgram(["App.swift": code])
            try program.compile(options: ["-swift-version", "5"])
            let report = try Report(of: .notifications, in: program.index(), package: "App")
            return report.channels.flatMap(\.notes).filter(\.isFeedbackLoop).count
        }
        #expect(try loops("child") == 0)
        #expect(try loops("self") == 1)
        #expect(try loops("nil") == 1)
    }
}
