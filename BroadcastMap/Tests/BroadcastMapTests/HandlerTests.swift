import Testing

@testable import ChannelMap

/// What the map says of the code that observers run.
@Suite("The handlers of notifications", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct HandlerTests {
    private static let declarations = """
        import Foundation
        extension Notification.Name {
            static let opened = Notification.Name("opened")
            static let closed = Notification.Name("closed")
        }
        struct Text {
            func onReceive(_ publisher: NotificationCenter.Publisher, perform: @escaping (Notification) -> Void) -> Text {
                self
            }
        }
        let center = NotificationCenter.default
        func send() {
            center.post(name: .opened, object: 1, userInfo: ["mode": 1])
            center.post(name: .closed, object: 1, userInfo: ["mode": 1])
        }

        """

    /// The observers, each with the handler, the keys that it reads, and how many removals end it.
    private func observers(in code: String) throws -> (texts: [String], notes: [String]) {
        let found = try AppleIndex.notifications(in: Self.declarations + code)
        let texts = found.report.channels.flatMap { channel in
            channel.observers.map { use in
                let own = use.notification!
                let parts = [own.handler?.wrappedValue] + (own.reads ?? []) + [own.removals.map { "\($0)" }]
                return "\(channel.name): \(parts.compactMap { $0 }.joined(separator: ", "))"
            }
        }
        return (texts.sorted(), found.notes.filter { $0.contains("reads the object") })
    }

    @Test("a closure, a trailing closure and a method that a view receives with are read")
    func onReceive() throws {
        let found = try observers(
            in: """
                struct Bar {
                    let shared = center.publisher(for: .closed)
                    var body: Text {
                        Text().onReceive(center.publisher(for: .opened)) { note in print(note.userInfo?["mode"] ?? 0, note.object!) }
                    }
                    var other: Text { Text().onReceive(center.publisher(for: .opened), perform: focused) }
                    var third: Text {
                        let local = center.publisher(for: .closed).receive(on: DispatchQueue.main)
                        return Text().onReceive(local) { print($0.userInfo?["mode"] ?? 0) }
                    }
                    var fourth: Text { Text().onReceive(shared, perform: { note in print(note.object!) }) }
                    func focused(_ note: Notification) { print(note.object!, note.userInfo?["mode"] ?? 0) }
                }
                """)
        #expect(
            found.texts == [
                "Notification.Name.closed: \"mode\", 0", "Notification.Name.closed: 0",
                "Notification.Name.opened: \"mode\", 0", "Notification.Name.opened: focused(_:), \"mode\", 0",
            ])
        #expect(
            found.notes == [
                "Notification.Name.closed: a closure in Bar.fourth reads the object, which becomes a parameter",
                "Notification.Name.opened: Bar.focused(_:) reads the object, which becomes a parameter",
                "Notification.Name.opened: a closure in Bar.body reads the object, which becomes a parameter",
            ])
    }

    @Test("a key that an observer reads, and that no post carries, is a note, unless a post doesn't say its keys")
    func missingKeys() throws {
        let code = """
            class Key { static let mode = "mode"; static let speed = "speed" }
            final class Sender: Key {
                func send() {
                    center.post(name: .opened, object: 1, userInfo: [Self.mode: 1])
                    center.post(name: .opened, object: 1, userInfo: [type(of: self).mode: 1])
                }
            }
            @MainActor func watch() {
                _ = center.addObserver(forName: .opened, object: nil, queue: .main) { note in
                    let info = note.userInfo!
                    print(info[Key.mode]!, info[Key.speed]!)
                }
                _ = center.addObserver(forName: .closed, object: nil, queue: .main) { print($0.userInfo!["speed"]!) }
            }
            func send(_ info: [String: Int]) { center.post(name: .closed, object: 1, userInfo: info) }
            """
        let found = try AppleIndex.notifications(in: Self.declarations + code)
        // Several spellings of a key are one.
        #expect(
            found.notes.filter { $0.contains("keys") || $0.contains("no post carries") }
                == ["Notification.Name.opened: watch() reads Key.speed, which no post carries"])
    }

    @Test("removals are those of the observer: by a selector and its name or any name, or by a token that is kept")
    func removals() throws {
        let found = try observers(
            in: """
                final class Panel: NSObject {
                    var token: Any?
                    func watch() {
                        token = center.publisher(for: .opened).sink { _ in print(1) }
                        center.addObserver(self, selector: #selector(go), name: .opened, object: nil)
                        center.addObserver(self, selector: #selector(go), name: .closed, object: nil)
                        center.addObserver(forName: .opened, object: nil, queue: .main) { _ in print(2) }
                        token = center.addObserver(forName: .closed, object: nil, queue: .main) { _ in print(3) }
                    }
                    @objc func go() {}
                    func pause() { center.removeObserver(self, name: .closed, object: nil) }
                    func stop() { center.removeObserver(token!) }
                    func stop(_ name: Notification.Name) { center.removeObserver(self, name: name, object: nil) }
                    deinit { center.removeObserver(self) }
                }
                """)
        #expect(
            found.texts == [
                "Notification.Name.closed: 1", "Notification.Name.closed: go(), 3", "Notification.Name.opened: 0",
                "Notification.Name.opened: 0", "Notification.Name.opened: go(), 2",
            ])
    }

    @Test("a handler reads what its own code takes of its notification, and not what functions take that it calls")
    func values() throws {
        let found = try observers(
            in: """
                func observe(_ name: Notification.Name, _ handler: @escaping (Notification) -> Void) -> Any {
                    center.addObserver(forName: name, object: nil, queue: .main) { note in handler(note) }
                }
                func outer() -> Any { observe(.init("outer")) { note in print(note.userInfo?["outer"] ?? 0) } }
                func changes(_ name: String) -> NotificationCenter.Publisher { center.publisher(for: .init(name)) }
                func first() -> Any { changes("first").sink { print($0.userInfo?["first"] ?? 0) } }
                func second() -> Any { changes("second").sink { print($0.userInfo?["second"] ?? 0) } }
                func loops() async {
                    for await note in center.notifications(named: .init("loop")) { print(note.userInfo?["loop"] ?? 0) }
                }
                final class Screen: NSObject {
                    func watch() { center.addObserver(self, selector: #selector(go), name: .init("renamed"), object: nil) }
                    @objc func go(with received: Notification) {
                        guard let info = received.userInfo as? [String: Int] else { return }
                        print(info["renamed"]!, center.userInfo["other"]!, received.object!)
                        use(info)
                    }
                    func use(_ values: [String: Int]) { print(values["used"]!) }
                }
                extension NotificationCenter { var userInfo: [String: Int] { [:] } }
                """)
        #expect(
            found.texts == [
                "\"first\": \"first\", 0", "\"loop\": \"loop\", 0", "\"outer\": 0",
                "\"renamed\": go(with:), \"renamed\", 0", "\"second\": \"second\", 0",
            ])
        #expect(found.notes == ["\"renamed\": Screen.go(with:) reads the object, which becomes a parameter"])
    }

    @Test("a handler doesn't read what code inside it takes of another notification")
    func otherNotifications() throws {
        let found = try observers(
            in: """
                final class Screen: NSObject {
                    func watch(_ earlier: Notification) -> Any {
                        center.addObserver(self, selector: #selector(go(_:)), name: .opened, object: nil)
                        return center.addObserver(forName: .closed, object: nil, queue: .main) { note in
                            print(earlier.userInfo!["earlier"]!, note.userInfo!["mode"]!)
                        }
                    }
                    @objc func go(_ note: Notification) {
                        func compare(_ other: Notification) { print(other.userInfo!["other"]!, other.object!) }
                        compare(Notification(name: .closed, userInfo: ["other": 1]))
                        print(note.userInfo!["mode"]!)
                    }
                }
                """)
        #expect(
            found.texts == [
                "Notification.Name.closed: \"mode\", 0", "Notification.Name.opened: go(_:), \"mode\", 0",
            ])
        #expect(found.notes == [])
    }

    @Test("a handler that reads the name may read a key that only another name carries")
    func keyOfAnotherName() throws {
        let found = try AppleIndex.notifications(
            in: Self.declarations + """
                final class Model: NSObject {
                    func watch() {
                        for name in [Notification.Name.opened, .init("failed")] {
                            center.addObserver(self, selector: #selector(handle(_:)), name: name, object: nil)
                        }
                        center.addObserver(self, selector: #selector(read(_:)), name: .closed, object: nil)
                    }
                    @objc func handle(_ note: Notification) {
                        if note.name == .opened { return }
                        print(note.userInfo?["error"] ?? 0)
                    }
                    @objc func read(_ note: Notification) { print(note.userInfo?["error"] ?? 0) }
                }
                func fail() { center.post(name: .init("failed"), object: nil, userInfo: ["error": 1]) }
                """)
        #expect(
            found.notes.filter { $0.contains("which no post carries") } == [
                "Notification.Name.closed: Model reads \"error\", which no post carries"
            ])
    }

    @Test("what a center in a variable posts outside of this build is mentioned, though no label says that it's a name")
    func inactiveCenter() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func send(_ note: Notification, to center: NotificationCenter) {
                    #if NEVER
                    center.post(note)
                    #endif
                }
                """)
        #expect(found.report.notInThisBuild.count == 1)
    }

    @Test("a name that code outside of this build names as a member of self is mentioned there")
    func inactive() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                final class Store {
                    static let loaded = Notification.Name("loaded")
                    class func load() { NotificationCenter.default.post(name: loaded, object: nil) }
                    class func watch() {
                        #if NEVER
                        _ = NotificationCenter.default.publisher(for: self.loaded)
                        #endif
                    }
                }
                """)
        #expect(found.problems.count == 1)
        #expect(found.problems.first?.contains("not in this build: ") == true)
    }
}
