import Testing

@testable import ChannelMap

/// How apps post and observe, each with what the map must find.
@Suite("The map of an app", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct AppShapeTests {
    struct Shape: CustomTestStringConvertible {
        let testDescription: String
        let code: String
        var uses: [String] = []
        var unresolved: [String] = []

        init(_ title: String, _ code: String, uses: [String] = [], unresolved: [String] = []) {
            testDescription = title
            self.code = code
            self.uses = uses
            self.unresolved = unresolved
        }
    }

    private static let found =
        texts + helpers + values + choices + types + closures + nested + passing + recursive + forwarding

    @Test("finds", arguments: found + wrappers + cycles + incomplete + operators + unknown)
    func finds(_ shape: Shape) throws {
        let found = try AppleIndex.notifications(in: Self.declarations + shape.code)
        #expect(found.uses == shape.uses)
        #expect(found.unresolved == shape.unresolved)
    }

    private static let declarations = """
        import Foundation
        extension Notification.Name {
            static let paused = Notification.Name("paused")
            static let resumed = Notification.Name("resumed")
        }
        let center = NotificationCenter.default

        """

    private static let texts = [
        Shape(
            "no name that an initializer of the program makes",
            """
            extension Notification.Name { init(event: String) { self.init("app." + event) } }
            extension String { init(event: String) { self = "app." + event } }
            func post() { center.post(name: Notification.Name(event: "paused"), object: nil) }
            func postToo() { center.post(name: Notification.Name(String(event: "paused")), object: nil) }
            """,
            unresolved: [
                "post(): Notification.Name(event: \"paused\")",
                "postToo(): Notification.Name(String(event: \"paused\"))",
            ]),
        Shape(
            "the callers of ten helpers that call each other",
            "func f0(_ name: Notification.Name) { center.post(name: name, object: nil) }\n"
                + (1...10).map { "func f\($0)(_ name: Notification.Name) { f\($0 - 1)(name) }\n" }.joined()
                + "func one() { f10(.paused) }\nfunc two() { f10(.resumed) }",
            uses: ["Notification.Name.paused: posted by one()", "Notification.Name.resumed: posted by two()"]),
    ]

    private static let helpers = [
        Shape(
            "one post of each caller of a helper with two branches",
            """
            extension NotificationCenter {
                static func announce(_ name: Notification.Name, object: Any? = nil) {
                    if object == nil { return NotificationCenter.default.post(name: name, object: nil) }
                    DispatchQueue.main.async { NotificationCenter.default.post(name: name, object: nil) }
                }
            }
            func play() { NotificationCenter.announce(.resumed) }
            func stop() { NotificationCenter.announce(.paused, object: 1) }
            """,
            uses: ["Notification.Name.paused: posted by stop()", "Notification.Name.resumed: posted by play()"]),
        Shape(
            "what a helper of several levels posts",
            """
            enum Bus {
                static func send(_ name: String) { send(Notification.Name(name)) }
                static func send(_ name: Notification.Name) { send(Notification(name: name)) }
                static func send(_ note: Notification) { center.post(note) }
            }
            func stop() { Bus.send("paused") }
            """,
            uses: ["Notification.Name.paused: posted by stop()"]),
        Shape(
            "the callers of a helper that takes the center",
            """
            func watch(_ name: Notification.Name, in center: NotificationCenter, _ block: @escaping () -> Void) -> Any {
                center.addObserver(forName: name, object: nil, queue: .main) { _ in block() }
            }
            final class Player {
                var token: Any?
                func start() { token = watch(.paused, in: .default) {} }
            }
            """,
            uses: ["Notification.Name.paused: observed by a closure in Player.start()"]),
        Shape(
            "the calls of a local function with its own parameter",
            """
            final class Player {
                var tokens: [Any] = []
                func start() {
                    func add(_ name: Notification.Name, _ block: @escaping (Notification) -> Void) {
                        tokens.append(center.addObserver(forName: name, object: self, queue: .main, using: block))
                    }
                    add(.paused) { _ in }
                    add(.resumed) { _ in }
                }
            }
            """,
            uses: [
                "Notification.Name.paused: observed by a closure in Player.start()",
                "Notification.Name.resumed: observed by a closure in Player.start()",
            ]),
        Shape(
            "a name behind an optional parameter with a default",
            """
            func send(_ name: Notification.Name? = nil) {
                guard let name else { return }
                center.post(name: name, object: nil)
            }
            func stop() { send(.paused) }
            """,
            uses: ["Notification.Name.paused: posted by stop()"]),
        Shape(
            "the type that a protocol's helper posts for",
            """
            protocol Announcing { var event: Notification.Name { get } }
            extension Announcing { func announce() { center.post(name: event, object: self) } }
            struct Pause: Announcing { let event = Notification.Name.paused }
            struct Resume: Announcing { var event: Notification.Name { .resumed } }
            func run() {
                Pause().announce()
                Resume().announce()
            }
            """,
            uses: ["Notification.Name.paused: posted by run()", "Notification.Name.resumed: posted by run()"]),
        Shape(
            "the callers of a helper that calls itself, but not the helper",
            """
            var isMainThread = false
            extension NotificationCenter {
                func postOnMainThread(_ notification: Notification) {
                    if isMainThread { return post(notification) }
                    DispatchQueue.main.async { self.postOnMainThread(notification) }
                }
            }
            func stop() { center.postOnMainThread(Notification(name: .paused)) }
            func play() { center.postOnMainThread(Notification(name: .resumed)) }
            """,
            uses: ["Notification.Name.paused: posted by stop()", "Notification.Name.resumed: posted by play()"]),
    ]

    private static let values = [
        Shape(
            "names in nested types, by text",
            """
            struct Constants {
                struct Notifications {
                    static let added = NSNotification.Name(rawValue: "added")
                    static let removedText = "removed"
                }
            }
            func add() { center.post(name: Constants.Notifications.added, object: nil) }
            func remove() { center.post(name: .init(Constants.Notifications.removedText), object: nil) }
            func watch() { _ = center.publisher(for: NSNotification.Name("added")) }
            """,
            uses: [
                "\"removed\": posted by remove()", "Constants.Notifications.added: observed by a publisher in watch()",
                "Constants.Notifications.added: posted by add()",
            ]),
        Shape(
            "a notification in a local constant",
            """
            func stop() {
                let note = Notification(name: .paused, object: nil)
                center.post(note)
            }
            """,
            uses: ["Notification.Name.paused: posted by stop()"]),
        Shape(
            "a notification that a function makes",
            """
            func note(_ isPaused: Bool) -> Notification { .init(name: isPaused ? .paused : .resumed) }
            func run() { center.post(note(true)) }
            """,
            uses: ["Notification.Name.paused: posted by run()", "Notification.Name.resumed: posted by run()"]),
        Shape(
            "names in a constant array, and in a dictionary with selectors",
            """
            final class Player: NSObject {
                static let all: [Notification.Name] = [.paused, .resumed]
                func start() {
                    for name in Self.all { center.addObserver(self, selector: #selector(x), name: name, object: nil) }
                }
                func more() {
                    let handlers: [Notification.Name: Selector] = [.paused: #selector(x)]
                    for (name, selector) in handlers {
                        center.addObserver(self, selector: selector, name: name, object: nil)
                    }
                }
                @objc func x() {}
            }
            """,
            uses: [
                "Notification.Name.paused: observed by Player (a selector)",
                "Notification.Name.paused: observed by Player (a selector)",
                "Notification.Name.resumed: observed by Player (a selector)",
            ]),
        Shape(
            "a text that parts make together",
            """
            enum Names {
                static let prefix = "org.example."
                static func make(_ last: String) -> Notification.Name { Notification.Name(prefix + last) }
                static let ended = make("ended")
            }
            func end() { center.post(name: Names.ended, object: nil) }
            func watch() { _ = center.publisher(for: .init("org.example.ended")) }
            """,
            uses: ["Names.ended: observed by a publisher in watch()", "Names.ended: posted by end()"]),
    ]

    /// A post whose name is inside of brackets.
    private static func post(inBrackets depth: Int) -> String {
        let opening = String(repeating: "(", count: depth)
        let closing = String(repeating: ")", count: depth)
        return "func stop() { center.post(name: \(opening)Notification.Name.paused\(closing), object: nil) }"
    }

    private static let nested = [
        Shape(
            "a name in two hundred brackets", post(inBrackets: 200),
            uses: ["Notification.Name.paused: posted by stop()"])
    ]

    private static let choices = [
        Shape(
            "both names of a conditional constant",
            """
            func run(_ isPaused: Bool) {
                let name: Notification.Name = isPaused ? .paused : .resumed
                center.post(name: name, object: nil)
            }
            """,
            uses: ["Notification.Name.paused: posted by run(_:)", "Notification.Name.resumed: posted by run(_:)"]),
        Shape(
            "a name that branches assign",
            """
            func run(_ number: Int) {
                let name: Notification.Name
                switch number {
                case 0: name = .paused
                default: name = .resumed
                }
                center.post(name: name, object: nil)
            }
            """,
            uses: ["Notification.Name.paused: posted by run(_:)", "Notification.Name.resumed: posted by run(_:)"]),
        Shape(
            "each name of a switch, whichever case a caller passes",
            """
            enum Event {
                case paused, resumed
                var name: Notification.Name {
                    switch self {
                    case .paused: return .paused
                    case .resumed: return .resumed
                    }
                }
            }
            func send(_ event: Event) { center.post(name: event.name, object: nil) }
            func stop() { send(.paused) }
            """,
            uses: ["Notification.Name.paused: posted by send(_:)", "Notification.Name.resumed: posted by send(_:)"]),
        Shape(
            "the name of the clause that is built",
            """
            extension Notification.Name {
                #if RELEASE
                    static let ended = Notification.Name("ended")
                #else
                    static let ended = Notification.Name("debug.ended")
                #endif
            }
            func end() { center.post(name: .ended, object: nil) }
            func watch() { _ = center.publisher(for: .init("debug.ended")) }
            """,
            uses: [
                "Notification.Name.ended: observed by a publisher in watch()",
                "Notification.Name.ended: posted by end()",
            ]),
    ]

    private static let types = [
        Shape(
            "the name of a class, through Self and its type",
            """
            final class Player {
                static let didEnd = Notification.Name("didEnd")
                func end() { center.post(name: Self.didEnd, object: self) }
                func stop() { center.post(name: type(of: self).didEnd, object: self) }
            }
            """,
            uses: ["Player.didEnd: posted by Player.end()", "Player.didEnd: posted by Player.stop()"]),
        Shape(
            "a name that a protocol makes of the type",
            """
            protocol Model {}
            extension Model {
                static var didChange: Notification.Name { .init("\\(Self.self).didChange") }
            }
            struct Track: Model {}
            func change() { center.post(name: Track.didChange, object: nil) }
            """,
            uses: ["\"Track.didChange\": posted by change()"]),
        Shape(
            "the signal that a generic class keeps",
            """
            final class Signal<Value> {
                private let name: Notification.Name
                init(_ name: String) { self.name = .init(name) }
                func send(_ value: Value) { center.post(name: name, object: value) }
                func watch(_ block: @escaping (Value) -> Void) -> Any {
                    center.addObserver(forName: name, object: nil, queue: .main) { block($0.object as! Value) }
                }
            }
            enum Signals { static let ended = Signal<Int>("ended") }
            func end() { Signals.ended.send(1) }
            func start() { _ = Signals.ended.watch { _ in } }
            """,
            uses: ["\"ended\": observed by a closure in start()", "\"ended\": posted by end()"]),
        Shape(
            "posts in a subclass of the center, and through its static type",
            """
            final class Spy: NotificationCenter {
                var count = 0
                override func post(name: Notification.Name, object: Any?) {
                    count += 1
                    super.post(name: name, object: object)
                }
            }
            func run(_ spy: Spy) { spy.post(name: .paused, object: nil) }
            """,
            uses: ["Notification.Name.paused: posted by run(_:)"]),
    ]

    private static let closures = [
        Shape(
            "an observer whose handler is a method",
            """
            final class Player {
                func start() { _ = center.addObserver(forName: .paused, object: nil, queue: .main, using: stop) }
                func stop(_ note: Notification) {}
            }
            """,
            uses: ["Notification.Name.paused: observed by a closure in Player.start()"]),
        Shape(
            "a loop over a sequence in a task",
            """
            final class Player {
                func start() {
                    Task { for await _ in center.notifications(named: .paused) { print("paused") } }
                }
            }
            """,
            uses: ["Notification.Name.paused: observed by a sequence in Player.start()"]),
    ]

    private static let unknown = [
        Shape(
            "no name in a part of a variable that changes: of a tuple or an array, in place, assigned, or passed",
            """
            func change(_ text: inout String) {}
            func add() {
                var pair = (name: "paused", number: 1)
                pair.name += ".again"
                center.post(name: .init(pair.name), object: nil)
            }
            func assign() {
                var pair = (name: "paused", number: 1)
                pair.name = "resumed"
                center.post(name: .init(pair.name), object: nil)
            }
            func pass() {
                var pair = (name: "paused", number: 1)
                change(&pair.name)
                center.post(name: .init(pair.name), object: nil)
            }
            func addToElement() {
                var names = ["paused"]
                names[0] += ".again"
                center.post(name: .init(names[0]), object: nil)
            }
            """,
            unresolved: [
                "add(): .init(pair.name)", "assign(): .init(pair.name)", "pass(): .init(pair.name)",
                "addToElement(): .init(names[0])",
            ]),
        Shape(
            "no name of a notification that may have a parameter of a function that nothing calls",
            """
            func run(_ isPaused: Bool, _ name: Notification.Name) {
                let note = isPaused ? Notification(name: .paused) : Notification(name: name)
                center.post(name: note.name, object: nil)
            }
            """,
            unresolved: ["run(_:_:): note.name"]),
        Shape(
            "no name in a key path, or in what a closure returns",
            """
            struct Names { let ended = Notification.Name("ended") }
            func send(_ path: KeyPath<Names, Notification.Name>) { center.post(name: Names()[keyPath: path], object: nil) }
            func send(_ name: () -> Notification.Name) { center.post(name: name(), object: nil) }
            """,
            unresolved: ["send(_:): Names()[keyPath: path]", "send(_:): name()"]),
        Shape(
            "no name in a variable that changes, and all names for nil",
            """
            var current = Notification.Name.paused
            func change() { current = .resumed }
            func run() {
                center.post(name: current, object: nil)
                _ = center.addObserver(forName: nil, object: nil, queue: .main) { _ in }
            }
            """,
            unresolved: ["run(): current", "run(): it observes every name"]),
    ]
}
