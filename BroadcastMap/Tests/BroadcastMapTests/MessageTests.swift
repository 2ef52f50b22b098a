import Testing

@testable import ChannelMap

/// Code that sends messages and types that it names elsewhere.
@Suite("The map of messages", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct MessageTests {
    private static let declarations = """
        import Broadcaster
        protocol InboxObserver { func arrived(); func cleared(); func opened(_ number: Int) }
        protocol Theme { func changed() }
        enum InboxMessage: Broadcaster.Message {
            case arrived, cleared, opened(Int)
            func send(to observer: any InboxObserver) {
                switch self {
                case .arrived: observer.arrived()
                case .cleared: observer.cleared()
                case .opened(let number): observer.opened(number)
                }
            }
        }
        var isOn = false

        """

    struct Shape: CustomTestStringConvertible {
        let testDescription: String
        let code: String
        /// Each sender with the messages that it sends, `any` for one that isn't known.
        let senders: [String]
        let unresolved: [String]

        init(_ title: String, _ code: String, _ senders: [String], unresolved: [String] = []) {
            testDescription = title
            self.code = code
            self.senders = senders
            self.unresolved = unresolved
        }
    }

    @Test("finds what is sent", arguments: values + helpers + unknown)
    func senders(_ shape: Shape) throws {
        let found = try AppleIndex.channels(in: Self.declarations + shape.code)
        let senders = found.report.channels.flatMap { channel in
            channel.senders.map { sender in
                let messages = sender.broadcast?.methods?.joined(separator: ", ") ?? ""
                return "\(sender.name): \(channel.name) \(messages.isEmpty ? "any" : messages)"
            }
        }
        #expect(senders.sorted() == shape.senders)
        #expect(found.unresolved == shape.unresolved)
    }

    private static let values = [
        Shape(
            "in a loop over messages",
            "func run() { for message in [InboxMessage.arrived, .opened(1)] { Broadcaster.notify(message) } }",
            ["run(): App.InboxObserver arrived(), opened(_:)"]),
        Shape(
            "in a closure of a sequence of types, and in a loop over them",
            """
            func run() { [(any Theme).self].forEach { type in Broadcaster.notify(type) { $0.changed() } } }
            func loop() { for type in [(any Theme).self] { Broadcaster.notify(type) { $0.changed() } } }
            """,
            ["loop(): App.Theme changed()", "run(): App.Theme changed()"]),
        Shape(
            "in stored properties, of an object, a type, and a file",
            """
            let shared = InboxMessage.cleared
            struct Sender {
                let message: InboxMessage
                static let first = InboxMessage.arrived
                func send() { Broadcaster.notify(message) }
                static func begin() { Broadcaster.notify(first) }
            }
            func run() { Sender(message: .arrived).send() }
            func stop() { Broadcaster.notify(shared) }
            """,
            [
                "Sender.begin(): App.InboxObserver arrived()", "run(): App.InboxObserver arrived()",
                "stop(): App.InboxObserver cleared()",
            ]),
        Shape(
            "as each part of a conditional expression, of an operator, and of a switch",
            """
            func run() { Broadcaster.notify(isOn ? InboxMessage.arrived : .cleared) }
            func chosen(_ number: Int) -> InboxMessage {
                switch number {
                case 0: .arrived
                default: .cleared
                }
            }
            func choose() { Broadcaster.notify(chosen(1)) }
            func stop(_ messages: [String: InboxMessage]) {
                let message = isOn ? nil as InboxMessage? : .opened(1)
                Broadcaster.notify(message ?? .cleared)
            }
            """,
            [
                "choose(): App.InboxObserver arrived(), cleared()", "run(): App.InboxObserver arrived(), cleared()",
                "stop(_:): App.InboxObserver cleared(), opened(_:)",
            ]),
    ]

    private static let helpers = [
        Shape(
            "at the callers of a helper, with the message of each",
            """
            func send(_ message: InboxMessage) { Broadcaster.notify(message) }
            func run() { send(.arrived); send(isOn ? .arrived : .cleared) }
            func loop() { for message in [InboxMessage.opened(1)] { send(message) } }
            """,
            [
                "loop(): App.InboxObserver opened(_:)", "run(): App.InboxObserver arrived()",
                "run(): App.InboxObserver arrived(), cleared()",
            ]),
        Shape(
            "at the callers of an enumeration's method, and of a helper with several types",
            """
            extension InboxMessage { func post() { Broadcaster.notify(self) } }
            func run() { InboxMessage.cleared.post() }
            func send<T>(_ types: [T.Type], _ block: (T) -> Void) {
                for type in types { Broadcaster.notify(type, block: block) }
            }
            func theme() { send([(any Theme).self]) { $0.changed() } }
            """,
            ["run(): App.InboxObserver cleared()", "theme(): App.Theme changed()"]),
    ]

    private static let unknown = [
        Shape(
            "as any message of its type, if nothing says which",
            """
            var current = InboxMessage.arrived
            func change() { current = .cleared }
            func run() { Broadcaster.notify(current) }
            func uncalled(_ message: InboxMessage) { Broadcaster.notify(message) }
            func either(_ message: InboxMessage) { Broadcaster.notify(isOn ? message : .arrived) }
            """,
            [
                "either(_:): App.InboxObserver any", "either(_:): App.InboxObserver arrived()",
                "run(): App.InboxObserver any", "uncalled(_:): App.InboxObserver any",
            ]),
        Shape(
            "as unresolved, if the type isn't known",
            """
            struct Sender<Element> { func run() { Broadcaster.notify(Element.self) { _ in } } }
            func uncalled<T>(_ type: T.Type) { Broadcaster.notify(type) { _ in } }
            """,
            [],
            unresolved: ["Sender.run(): the type is a generic parameter", "uncalled(_:): no caller passes a channel"]),
    ]

    @Test("an observer with a key that each sender of a message lacks isn't reached by it")
    func unreachable() throws {
        let found = try AppleIndex.channels(
            in: Self.declarations + """
                final class Row: InboxObserver {
                    func arrived() {}
                    func cleared() {}
                    func opened(_ number: Int) {}
                    init() { Broadcaster.register((any InboxObserver).self, for: 1, observer: self) }
                }
                final class Badge: InboxObserver {
                    func arrived() {}
                    func cleared() {}
                    func opened(_ number: Int) {}
                    init() { Broadcaster.register((any InboxObserver).self, observer: self) }
                }
                func arrive() { Broadcaster.notify((any InboxObserver).self, for: 1) { $0.arrived() } }
                func arriveAgain() { Broadcaster.notify((any InboxObserver).self) { $0.arrived() } }
                func clear() { Broadcaster.notify((any InboxObserver).self) { $0.cleared() } }
                func open() { Broadcaster.notify((any InboxObserver).self, for: 1) { $0.opened(1) } }
                """)
        #expect(found.report.problems.map(\.kind) == [.unreachable])
        #expect(
            found.problems == [
                "App.InboxObserver.cleared() can't reach Row: each sender lacks a key, and the observer has one"
            ])
    }
}
