@testable import ChannelMap

/// What apps write around notification centers.
extension AppShapeTests {
    static let wrappers = [
        Shape(
            "names in typed descriptors, which methods of the center take",
            """
            struct Descriptor<Value> {
                let name: Notification.Name
                let convert: (Notification) -> Value
            }
            extension NotificationCenter {
                func observe<Value>(_ descriptor: Descriptor<Value>, using block: @escaping (Value) -> Void) -> Any {
                    addObserver(forName: descriptor.name, object: nil, queue: nil) { block(descriptor.convert($0)) }
                }
                func post<Value>(_ descriptor: Descriptor<Value>, value: Value) {
                    post(name: descriptor.name, object: value)
                }
            }
            extension Descriptor where Value == Int {
                static let page = Descriptor(name: .paused, convert: { $0.object as! Int })
            }
            let other = Descriptor<String>(name: Notification.Name("other"), convert: { _ in "" })
            func watch() {
                _ = center.observe(Descriptor.page) { _ in }
                _ = center.observe(other) { _ in }
            }
            func run() {
                center.post(Descriptor.page, value: 1)
                center.post(other, value: "")
            }
            """,
            uses: [
                "\"other\": observed by a closure in watch()", "\"other\": posted by run()",
                "Notification.Name.paused: observed by a closure in watch()",
                "Notification.Name.paused: posted by run()",
            ]),
        Shape(
            "the names of payloads, through a protocol that posts and observes them",
            """
            protocol Payload { static var name: Notification.Name { get } }
            extension Payload {
                static func observe(_ block: @escaping (Self) -> Void) -> Any {
                    center.addObserver(forName: name, object: nil, queue: nil) { block($0.userInfo!["payload"] as! Self) }
                }
                func post() { center.post(name: Self.name, object: nil, userInfo: ["payload": self]) }
            }
            struct Saved: Payload { static var name: Notification.Name { .paused } }
            func watch() { _ = Saved.observe { _ in } }
            func run() { Saved().post() }
            """,
            uses: [
                "Notification.Name.paused: observed by a closure in watch()",
                "Notification.Name.paused: posted by run()",
            ]),
        Shape(
            "the caller of a wrapper that a property of the center gives, as of reactive libraries",
            """
            struct Observable {
                static func create(_ make: @escaping () -> Any) -> Observable { Observable() }
                func subscribe(_ block: @escaping (Notification) -> Void) {}
            }
            struct Reactive { let base: NotificationCenter }
            extension NotificationCenter { var rx: Reactive { Reactive(base: self) } }
            extension Reactive {
                func notification(_ name: Notification.Name?) -> Observable {
                    Observable.create { self.base.addObserver(forName: name, object: nil, queue: nil) { _ in } }
                }
            }
            final class Screen { func start() { center.rx.notification(.paused).subscribe { _ in } } }
            """,
            uses: ["Notification.Name.paused: observed by a closure in Screen.start()"]),
        Shape(
            "notifications that static members make",
            """
            extension Notification {
                static func saved(_ id: Int) -> Notification { Notification(name: .paused, userInfo: ["id": id]) }
                static var loaded: Notification { .init(name: .resumed) }
            }
            func save() { center.post(.saved(3)) }
            func load() { center.post(.loaded) }
            """,
            uses: ["Notification.Name.paused: posted by save()", "Notification.Name.resumed: posted by load()"]),
        Shape(
            "a selector in an extension, and a stream around an observer",
            """
            extension Selector { static let pause = #selector(Screen.pause) }
            final class Screen: NSObject {
                func start() { center.addObserver(self, selector: .pause, name: .paused, object: nil) }
                @objc func pause() {}
            }
            extension NotificationCenter {
                func stream(_ name: Notification.Name) -> AsyncStream<Int> {
                    AsyncStream { stream in
                        _ = self.addObserver(forName: name, object: nil, queue: nil) { _ in stream.yield(1) }
                    }
                }
            }
            func iterate() async { for await _ in center.stream(.resumed) {} }
            """,
            uses: [
                "Notification.Name.paused: observed by Screen (a selector)",
                "Notification.Name.resumed: observed by a closure in iterate()",
            ]),
        Shape(
            "no post in what only removes an observer, or compares a name",
            """
            final class Screen: NSObject {
                func stop() { center.removeObserver(self, name: .paused, object: nil) }
                func start() { center.addObserver(self, selector: #selector(heard(_:)), name: .resumed, object: nil) }
                @objc func heard(_ note: Notification) { if note.name == .paused { stop() } }
            }
            """,
            uses: ["Notification.Name.resumed: observed by Screen (a selector)"]),
    ]
}
