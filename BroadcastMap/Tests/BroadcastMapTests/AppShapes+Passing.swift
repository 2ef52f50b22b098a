@testable import ChannelMap

/// Functions that pass names and notifications on, each of which is listed where a name is first known.
extension AppShapeTests {
    static let passing = [
        Shape(
            "a caller of a helper whose branches pass the object or leave it out once",
            """
            func fire(_ name: Notification.Name?, _ object: Any? = nil) {
                if let name, let object {
                    center.post(name: name, object: object)
                } else if let name {
                    center.post(name: name, object: nil)
                }
            }
            func stop(_ isShown: Bool) { fire(isShown ? .paused : nil, 1) }
            func play() { fire(.resumed) }
            """,
            uses: ["Notification.Name.paused: posted by stop(_:)", "Notification.Name.resumed: posted by play()"]),
        Shape(
            "the caller of a helper whose closure receives the parts of each tuple that is passed",
            """
            typealias Pairs = [(Notification.Name, Int)]
            func send(_ pairs: Pairs) { pairs.forEach { name, number in center.post(name: name, object: number) } }
            func sendShort(_ pairs: Pairs) { pairs.forEach { center.post(name: $0, object: $1) } }
            func sendSecond(_ pairs: [(Int, Notification.Name)]) { pairs.forEach { center.post(name: $1, object: $0) } }
            func stop() { send([(.paused, 1)]) }
            func play() { sendShort([(.resumed, 1)]) }
            func end() { sendSecond([(1, .init("ended"))]) }
            """,
            uses: [
                "\"ended\": posted by end()", "Notification.Name.paused: posted by stop()",
                "Notification.Name.resumed: posted by play()",
            ]),
        Shape(
            "the callers of two helpers that call each other",
            """
            var isMainThread = false
            func send(_ name: Notification.Name) { send(Notification(name: name)) }
            func send(_ note: Notification) {
                if isMainThread { return center.post(note) }
                DispatchQueue.main.async { send(note.name) }
            }
            func stop() { send(.paused) }
            func play() { send(Notification(name: .resumed)) }
            """,
            uses: ["Notification.Name.paused: posted by stop()", "Notification.Name.resumed: posted by play()"]),
        Shape(
            "both names of a helper that calls itself with the second one",
            """
            func send(_ name: Notification.Name, then next: Notification.Name?) {
                center.post(name: name, object: nil)
                if let next { send(next, then: nil) }
            }
            func run() { send(.paused, then: .resumed) }
            """,
            uses: ["Notification.Name.paused: posted by run()", "Notification.Name.resumed: posted by run()"]),
        Shape(
            "the callers of an override, but not its call of super",
            """
            class Screen: NSObject {
                func send(_ name: Notification.Name) { center.post(name: name, object: self) }
                func listen(_ name: Notification.Name, _ selector: Selector) {
                    center.addObserver(self, selector: selector, name: name, object: nil)
                }
            }
            class LoggingScreen: Screen {
                override func send(_ name: Notification.Name) { super.send(name) }
                override func listen(_ name: Notification.Name, _ selector: Selector) { super.listen(name, selector) }
            }
            final class Player: LoggingScreen {
                @objc func stop() { send(.paused) }
                func start() { listen(.resumed, #selector(stop)) }
            }
            func play(_ screen: Screen) { screen.send(.resumed) }
            """,
            uses: [
                "Notification.Name.paused: posted by Player.stop()",
                "Notification.Name.resumed: observed by Player (a selector)",
                "Notification.Name.resumed: posted by play(_:)",
            ]),
        Shape(
            "what another override posts not as a post of a call on super",
            """
            class Screen { func send(_ name: Notification.Name?) {} }
            final class Player: Screen {
                override func send(_ name: Notification.Name?) { center.post(name: name ?? .paused, object: nil) }
            }
            final class Menu: Screen { override func send(_ name: Notification.Name?) { super.send(name) } }
            func run(_ menu: Menu) { menu.send(.resumed) }
            """,
            uses: ["Notification.Name.paused: posted by Player.send(_:)"],
            unresolved: ["Player.send(_:): name"]),
        Shape(
            "no call on super as a call of another class's override",
            """
            class Screen { func send(_ name: Notification.Name) {} }
            final class Player: Screen {
                override func send(_ name: Notification.Name) { center.post(name: name, object: nil) }
            }
            final class Menu: Screen { func open() { super.send(.resumed) } }
            func stop(_ screen: Screen) { screen.send(.paused) }
            """,
            uses: ["Notification.Name.paused: posted by stop(_:)"]),
        Shape(
            "the callers of a requirement once, whatever serves as it",
            """
            protocol Posting { func send(_ name: Notification.Name) }
            extension Posting { func send(_ name: Notification.Name) { center.post(name: name, object: nil) } }
            struct Plain: Posting {}
            struct Own: Posting { func send(_ name: Notification.Name) { center.post(name: name, object: 1) } }
            func stop(_ sender: any Posting) { sender.send(.paused) }
            """,
            uses: ["Notification.Name.paused: posted by stop(_:)"]),
    ]

    static let recursive = [
        Shape(
            "the helper that nothing but itself calls, with a longer text",
            """
            func announce(_ name: String, _ count: Int) {
                center.post(name: Notification.Name(name), object: nil)
                if count > 0 { announce(name + ".again", count - 1) }
            }
            """,
            unresolved: ["announce(_:_:): Notification.Name(name)"])
    ]

    static let forwarding = [
        Shape(
            "no name that a closure forwards to another center",
            """
            let other = NotificationCenter()
            func first() {
                _ = center.addObserver(forName: .paused, object: nil, queue: nil) { note in
                    other.post(name: note.name, object: note.object)
                }
            }
            func second() { _ = center.addObserver(forName: .resumed, object: nil, queue: nil) { other.post($0) } }
            """,
            uses: [
                "Notification.Name.paused: observed by a closure in first()",
                "Notification.Name.resumed: observed by a closure in second()",
            ],
            unresolved: ["first(): note.name", "second(): $0"])
    ]

    /// Declares functions of a text, by what each of them returns.
    private static func functions(_ count: Int, returning code: (Int) -> String) -> String {
        (0..<count).map { "func f\($0)(_ t: String) -> String { \(code($0)) }\n" }.joined()
    }

    /// Names that lead back to themselves, and those that would be left out if an answer in a cycle counted as complete.
    static let cycles = [
        Shape(
            "the names of two constants that name each other, from each of them",
            """
            let a: Notification.Name = Bool.random() ? b : .paused
            let b: Notification.Name = Bool.random() ? a : .resumed
            func first() { center.post(name: b, object: nil) }
            func second() { center.post(name: a, object: nil) }
            """,
            uses: [
                "Notification.Name.paused: posted by first()", "Notification.Name.paused: posted by second()",
                "Notification.Name.resumed: posted by first()", "Notification.Name.resumed: posted by second()",
            ]),
        Shape(
            "a name through a hundred constants",
            (1...100).map { "let n\($0) = n\($0 - 1)" }.joined(separator: "\n")
                + """

                let n0 = Notification.Name.paused
                func run() { center.post(name: Bool.random() ? n100 : .resumed, object: nil) }
                """,
            uses: ["Notification.Name.paused: posted by run()", "Notification.Name.resumed: posted by run()"]),
        Shape(
            "the name of a chain in which each function calls the next twice with the same text",
            functions(41) { $0 == 0 ? "t" : "Bool.random() ? f\($0 - 1)(t) : f\($0 - 1)(t)" }
                + "func run() { center.post(name: .init(f40(\"paused\")), object: nil) }",
            uses: ["Notification.Name.paused: posted by run()"]),
        Shape(
            "no name of a chain in which each function calls the next with two texts, but that of a call at its end",
            functions(41) { $0 == 0 ? "t" : "Bool.random() ? f\($0 - 1)(t + \"0\") : f\($0 - 1)(t + \"1\")" }
                + """
                func run() { center.post(name: .init(f40("a")), object: nil) }
                func end() { center.post(name: .init(f0("paused")), object: nil) }
                """,
            uses: ["Notification.Name.paused: posted by end()"], unresolved: ["run(): .init(f40(\"a\"))"]),
        Shape(
            "no name of a ring of functions that each make another text",
            functions(20) {
                "Bool.random() ? t : Bool.random() ? f\(($0 + 1) % 20)(t + \"\($0)\") : f\(($0 + 7) % 20)(t)"
            }
                + "func run() { center.post(name: .init(f0(\"a\")), object: nil) }",
            unresolved: ["run(): .init(f0(\"a\"))"]),
        Shape(
            "no name of a chain in which each function passes its text twice",
            functions(61) { $0 == 0 ? "t" : "f\($0 - 1)(t + t)" }
                + "func run() { center.post(name: .init(f60(\"a\")), object: nil) }",
            unresolved: ["run(): .init(f60(\"a\"))"]),
        Shape(
            "the first text that a function makes longer each time, and says that there are others",
            """
            func name(_ text: String, _ count: Int) -> Notification.Name {
                count == 0 ? Notification.Name(text) : name(text + "x", count - 1)
            }
            func run() { center.post(name: name("paused", 2), object: nil) }
            """,
            uses: ["Notification.Name.paused: posted by run()"],
            unresolved: ["run(): name(\"paused\", 2)"]),
    ]

    /// Values of which a part isn't known, which must be said beside what is known.
    static let incomplete = [
        Shape(
            "a variable that code changes in place, unless it only calls methods of an object in it",
            """
            func appended() {
                var names = [Notification.Name.paused]
                names.append(.resumed)
                for name in names { center.post(name: name, object: nil) }
            }
            func inserted() {
                var names = [1: Notification.Name.paused]
                names[2] = .resumed
                names.values.forEach { center.post(name: $0, object: nil) }
            }
            func extended() {
                var text = "paused"
                text += "Again"
                center.post(name: Notification.Name(text), object: nil)
            }
            final class Sender {
                let name = Notification.Name.resumed
                func prepare() {}
            }
            func called() {
                var sender = Sender()
                sender.prepare()
                center.post(name: sender.name, object: nil)
            }
            """,
            uses: ["Notification.Name.resumed: posted by called()"],
            unresolved: ["appended(): name", "inserted(): $0", "extended(): Notification.Name(text)"]),
        Shape(
            "a variable that a function may change",
            """
            func choose(_ name: inout Notification.Name) { name = .resumed }
            func run() {
                var name = Notification.Name.paused
                choose(&name)
                center.post(name: name, object: nil)
            }
            """,
            unresolved: ["run(): name"]),
    ]

    /// Operators, with the precedence that Swift gives them.
    static let operators = [
        Shape(
            "the name after a conversion, and the text after an optional",
            """
            func forward(_ info: [String: Any]) {
                center.post(name: info["name"] as? Notification.Name ?? .paused, object: nil)
            }
            func close(_ text: String?) { center.post(name: Notification.Name(text ?? "app." + "closed"), object: nil) }
            func run(_ isOn: Bool, _ isLate: Bool) {
                center.post(name: isOn && isLate || !isOn ? .paused : isLate ? .resumed : .init("late"), object: nil)
            }
            func all() { for name in [Notification.Name.paused] + [.resumed] { center.post(name: name, object: nil) } }
            """,
            uses: [
                "\"app.closed\": posted by close(_:)", "\"late\": posted by run(_:_:)",
                "Notification.Name.paused: posted by forward(_:)", "Notification.Name.paused: posted by run(_:_:)",
                "Notification.Name.resumed: posted by run(_:_:)",
            ],
            unresolved: [
                "forward(_:): info[\"name\"]", "close(_:): Notification.Name(text ?? \"app.\" + \"closed\")",
                "all(): name",
            ]),
        Shape(
            "the name of a type without its module",
            """
            struct Sync {}
            func tell() {
                center.post(name: Notification.Name(String(describing: Sync.self)), object: nil)
                center.post(name: Notification.Name(String(reflecting: Sync.self)), object: nil)
            }
            """,
            uses: ["\"Sync\": posted by tell()"],
            unresolved: ["tell(): Notification.Name(String(reflecting: Sync.self))"]),
        Shape(
            "a constant of the main actor, which is no property wrapper",
            """
            enum Screens {
                @MainActor static let shown = Notification.Name("shown")
            }
            @MainActor func show() { center.post(name: Screens.shown, object: nil) }
            """,
            uses: ["Screens.shown: posted by show()"]),
        Shape(
            "the posts of the cases in a compiled #if",
            """
            func run(_ number: Int) {
                switch number {
                case 0: center.post(name: .paused, object: nil)
                #if !NEVER
                    case 1: center.post(name: .resumed, object: nil)
                #endif
                default: break
                }
            }
            """,
            uses: ["Notification.Name.paused: posted by run(_:)", "Notification.Name.resumed: posted by run(_:)"]),
    ]
}
