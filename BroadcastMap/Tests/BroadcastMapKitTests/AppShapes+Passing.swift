@testable import BroadcastMapKit

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
            unresolved: ["retry(_:_:): Notification(name: note.name)"]),
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
            "what a closure forwards to another center, by name and as a whole",
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
                "Notification.Name.paused: posted by first()",
                "Notification.Name.resumed: observed by a closure in second()",
                "Notification.Name.resumed: posted by second()",
            ]),
        Shape(
            "what a method forwards that selectors name, and one that is an argument",
            """
            let other = NotificationCenter()
            final class Relay: NSObject {
                func start() {
                    center.addObserver(self, selector: #selector(forward), name: .paused, object: nil)
                    center.addObserver(self, selector: #selector(forward), name: .init("other"), object: nil)
                    _ = center.addObserver(forName: .resumed, object: nil, queue: nil, using: repeated)
                }
                @objc func forward(_ note: Notification) { other.post(note) }
                func repeated(_ note: Notification) { send(note.name) }
                private func send(_ name: Notification.Name) { other.post(name: name, object: nil) }
            }
            """,
            uses: [
                "\"other\": observed by Relay (a selector)", "\"other\": posted by Relay.forward(_:)",
                "Notification.Name.paused: observed by Relay (a selector)",
                "Notification.Name.paused: posted by Relay.forward(_:)",
                "Notification.Name.resumed: observed by a closure in Relay.start()",
                "Notification.Name.resumed: posted by Relay.repeated(_:)",
            ]),
        Shape(
            "what a subscription, a loop, and the closure of a helper forward",
            """
            let other = NotificationCenter()
            func subscribe() {
                _ = center.publisher(for: .paused).receive(on: DispatchQueue.main).sink { other.post($0) }
            }
            func iterate() {
                Task { for await note in center.notifications(named: .resumed) { other.post(note) } }
            }
            func watch(_ name: Notification.Name, _ handler: @escaping (Notification) -> Void) -> Any {
                center.addObserver(forName: name, object: nil, queue: nil) { note in handler(note) }
            }
            func start() { _ = watch(.resumed) { other.post(name: $0.name, object: nil) } }
            """,
            uses: [
                "Notification.Name.paused: observed by a publisher in subscribe()",
                "Notification.Name.paused: posted by subscribe()",
                "Notification.Name.resumed: observed by a closure in start()",
                "Notification.Name.resumed: observed by a sequence in iterate()",
                "Notification.Name.resumed: posted by iterate()",
                "Notification.Name.resumed: posted by start()",
            ]),
        Shape(
            "what a closure in a constant forwards, and one of a helper for several names",
            """
            let other = NotificationCenter()
            func start() {
                let forward: (Notification) -> Void = { other.post($0) }
                _ = center.addObserver(forName: .paused, object: nil, queue: nil, using: forward)
            }
            func relay(_ names: [Notification.Name], from center: NotificationCenter) -> [Any] {
                names.map { center.addObserver(forName: $0, object: nil, queue: nil) { other.post($0) } }
            }
            func startRelay() { _ = relay([.resumed], from: center) }
            """,
            uses: [
                "Notification.Name.paused: observed by a closure in start()",
                "Notification.Name.paused: posted by start()",
                "Notification.Name.resumed: observed by a closure in startRelay()",
                "Notification.Name.resumed: posted by relay(_:from:)",
            ]),
        Shape(
            "what an override forwards only for the observers of its class",
            """
            let other = NotificationCenter()
            class Relay: NSObject { @objc func forward(_ note: Notification) { other.post(note) } }
            final class Player: Relay {
                func start() { center.addObserver(self, selector: #selector(forward), name: .paused, object: nil) }
                override func forward(_ note: Notification) { super.forward(note) }
            }
            final class Menu: Relay {
                func start() { center.addObserver(self, selector: #selector(forward), name: .resumed, object: nil) }
            }
            class Screen: NSObject {
                func start() { center.addObserver(self, selector: #selector(forward), name: .init("own"), object: nil) }
                @objc func forward(_ note: Notification) {}
            }
            final class Settings: Screen { override func forward(_ note: Notification) { other.post(note) } }
            """,
            uses: [
                "\"own\": observed by Screen (a selector)", "\"own\": posted by Settings.forward(_:)",
                "Notification.Name.paused: observed by Player (a selector)",
                "Notification.Name.paused: posted by Player.forward(_:)",
                "Notification.Name.resumed: observed by Menu (a selector)",
                "Notification.Name.resumed: posted by Relay.forward(_:)",
            ]),
        Shape(
            "what the caller of a function passes that forwards it",
            """
            func forward(_ note: Notification) { center.post(name: note.name, object: note.object) }
            func stop() { forward(Notification(name: .paused)) }
            """,
            uses: ["Notification.Name.paused: posted by stop()"]),
        Shape(
            "no name in what a handler of every name forwards, or in what isn't the handler's notification",
            """
            final class Relay: NSObject {
                func start(_ notes: () -> [Notification]) {
                    center.addObserver(self, selector: #selector(forward), name: nil, object: nil)
                    let others = notes()
                    _ = center.addObserver(forName: .paused, object: nil, queue: nil) { _ in
                        others.forEach { center.post($0) }
                    }
                }
                @objc func forward(_ note: Notification) { center.post(name: note.name, object: nil) }
            }
            func forward(_ note: Notification) { center.post(note) }
            let forwarder = forward
            """,
            uses: ["Notification.Name.paused: observed by a closure in Relay.start(_:)"],
            unresolved: [
                "Relay.start(_:): it observes every name", "Relay.start(_:): $0", "Relay.forward(_:): note.name",
                "forwarder: a function is passed as a value",
            ]),
    ]
}
