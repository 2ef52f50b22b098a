@testable import MapBase

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
            "two calls in a line as two posts",
            """
            func send(_ name: Notification.Name) { center.post(name: name, object: nil) }
            func stop() { send(.paused); send(.paused) }
            func each() { [1, 2].forEach { _ in send(.resumed) } }
            """,
            uses: [
                "Notification.Name.paused: posted by stop()", "Notification.Name.paused: posted by stop()",
                "Notification.Name.resumed: posted by each()",
            ]),
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
            "the caller of overloads that call each other, and of default arguments",
            """
            enum Bus {
                static func send(_ name: Notification.Name = .paused) { send(name, nil) }
                static func send(_ name: Notification.Name, _ object: Any?) { send(name, object, nil) }
                static func send(_ name: Notification.Name, _ object: Any?, _ info: [AnyHashable: Any]?) {
                    center.post(name: name, object: object, userInfo: info)
                }
            }
            func stop() { Bus.send() }
            func play() { Bus.send(.resumed, 1) }
            """,
            uses: ["Notification.Name.paused: posted by stop()", "Notification.Name.resumed: posted by play()"]),
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
            unresolved: ["announce(_:_:): Notification.Name(name)"]),
        Shape(
            "the helper that nothing but itself calls, with fewer names",
            """
            func flush(_ names: [Notification.Name]) {
                for name in names.prefix(8) { center.post(name: name, object: nil) }
                if !names.isEmpty { flush(Array(names.dropFirst(8))) }
            }
            """,
            unresolved: ["flush(_:): name"]),
        Shape(
            "the helper that nothing but itself calls, with a notification of the same name",
            """
            func retry(_ note: Notification, _ count: Int) {
                center.post(Notification(name: note.name))
                if count > 0 { retry(Notification(name: note.name), count - 1) }
            }
            """,
            unresolved: ["retry(_:_:): note.name"]),
        Shape(
            "the helper that nothing but itself calls, with its own type",
            """
            func send<T>(_ type: T.Type, _ count: Int) {
                center.post(name: Notification.Name("\\(T.self)"), object: nil)
                if count > 0 { send(T.self, count - 1) }
            }
            """,
            unresolved: ["send(_:_:): Notification.Name(\"\\(T.self)\")"]),
        Shape(
            "two helpers that nothing but each other calls",
            """
            func first(_ name: Notification.Name) { center.post(name: name, object: nil); second(name) }
            func second(_ name: Notification.Name) { first(name) }
            """,
            unresolved: ["first(_:): name"]),
        Shape(
            "the values of a local constant, but not of a property with its name",
            """
            final class Draft {
                var name = Notification.Name.paused
                func save(_ isDraft: Bool) {
                    let name: Notification.Name
                    if isDraft { name = .resumed } else { name = .resumed }
                    self.name = .paused
                    center.post(name: name, object: nil)
                }
            }
            """,
            uses: ["Notification.Name.resumed: posted by Draft.save(_:)"]),
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
            "which object a method is called on that nothing calls, unless Objective-C or a protocol may call it",
            """
            final class Key: NSObject {
                let name: Notification.Name
                init(_ name: Notification.Name) { self.name = name }
                func send() { center.post(name: name, object: nil) }
                @objc func press() { center.post(name: name, object: nil) }
                func watch() -> Any { center.addObserver(forName: name, object: nil, queue: nil) { _ in } }
            }
            struct Sender: CustomStringConvertible {
                let key: Key
                func send() { center.post(name: key.name, object: nil) }
                var description: String {
                    center.post(name: key.name, object: nil)
                    return ""
                }
            }
            let key = Key(.paused)
            func run() { _ = key.watch() }
            func send() { print(Sender(key: Key(.resumed))) }
            """,
            uses: ["Notification.Name.paused: observed by a closure in run()"],
            unresolved: [
                "Key.send(): name", "Key.press(): name", "Sender.send(): key.name", "Sender.description: key.name",
            ]),
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
            "a property that an initializer changes after it has stored a value",
            """
            final class Sender {
                private var text: String
                init(_ text: String) {
                    self.text = text
                    self.text += "Again"
                }
                func send() { center.post(name: Notification.Name(text), object: nil) }
            }
            func run() { Sender("paused").send() }
            """,
            unresolved: ["run(): Notification.Name(text)"]),
        Shape(
            "what the initializer that the compiler writes gives to a variable, or leaves out",
            """
            struct Sender {
                var name = Notification.Name.paused
                var isOn = true
                func send() { center.post(name: name, object: nil) }
            }
            func play() { Sender(name: .resumed).send() }
            func stop() { Sender(isOn: false).send() }
            """,
            uses: ["Notification.Name.paused: posted by stop()", "Notification.Name.resumed: posted by play()"]),
        Shape(
            "the returns in each statement of a function",
            """
            func one(_ number: Int) throws -> Notification.Name {
                while number > 1 { if number == 2 { return .init("while") } }
                repeat { if number == 3 { return .init("repeat") } } while number > 3
                outer: for _ in 0..<1 { if number == 4 { return .init("label") } else { continue outer } }
                do { try run() } catch { return .init("catch") }
                return .paused
            }
            func run() throws { try center.post(name: one(1), object: nil) }
            """,
            uses: [
                "\"catch\": posted by run()", "\"label\": posted by run()", "\"repeat\": posted by run()",
                "\"while\": posted by run()", "Notification.Name.paused: posted by run()",
            ]),
        Shape(
            "a part of a tuple that isn't written",
            """
            func other() -> (name: Notification.Name, number: Int) { fatalError() }
            var changing = (name: Notification.Name.resumed, number: 1)
            func change() { changing = other() }
            func run(_ isOn: Bool) {
                let pair = isOn ? (name: Notification.Name.paused, number: 1) : changing
                center.post(name: pair.name, object: nil)
            }
            """,
            uses: ["Notification.Name.paused: posted by run(_:)"], unresolved: ["run(_:): pair.name"]),
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
        Shape(
            "what the compiled branch of #if gives to a constant",
            """
            final class Cache: NSObject {
                func start() {
                    let pairs: [(Notification.Name, Selector)]
                    #if NEVER
                    pairs = [(Elsewhere.gamma, #selector(one))]
                    #elseif !NEVER
                    pairs = [(.paused, #selector(one)), (.resumed, #selector(two))]
                    #else
                    pairs = []
                    #endif
                    pairs.forEach { center.addObserver(self, selector: $0.1, name: $0.0, object: nil) }
                }
                @objc func one() {}
                @objc func two() {}
            }
            """,
            uses: [
                "Notification.Name.paused: observed by Cache (a selector)",
                "Notification.Name.resumed: observed by Cache (a selector)",
            ]),
    ]
}
