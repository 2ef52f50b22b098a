import Testing

@testable import ChannelMap

/// What the map follows to a use, and why it doesn't follow the rest.
@Suite("What the map follows", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(5)))
struct FollowingTests {
    private static let declarations = """
        import Broadcaster
        protocol Question {
            var mayClose: Bool { get }
            func count(_ number: Int) -> Int
        }
        extension Question {
            func both() { _ = count(1); more() }
            func more() { _ = isBusy }
            var isBusy: Bool { !mayClose }
        }
        protocol Theme { func changed() }
        func own<T>(_ all: Broadcaster.Observers<T>, _ body: (T) -> Bool) -> Bool { all.contains(where: body) }
        func keep<T>(_ all: Broadcaster.Observers<T>) {}

        """

    @Test(
        "a closure, a key path or a loop over the observers sends what it calls, whatever calls it",
        arguments: [
            "_ = set.allSatisfy { $0.mayClose }", #"_ = set.allSatisfy(\.mayClose)"#,
            "_ = set.contains { !$0.mayClose }", "_ = set.reduce(true) { $0 && $1.mayClose }",
            "_ = set.first(where: { $0.mayClose }) != nil", "_ = set.lazy.map { $0.mayClose }.contains(true)",
            #"_ = set.map(\.mayClose).contains(true)"#, "_ = set.sorted { first, _ in first.mayClose }.isEmpty",
            "_ = set.min { _, _ in true }?.mayClose", "for x in set where x.mayClose { print(x) }",
            "let kept = set; print(kept.allSatisfy { $0.mayClose })", "_ = Array(set).allSatisfy { $0.mayClose }",
            "for (x, _) in zip(set, [1]) { print(x.mayClose) }", "_ = own(set) { $0.mayClose }",
        ])
    func sets(_ code: String) throws {
        let code = code.replacing("set", with: "Broadcaster.observers(of: Question.self)")
        let found = try AppleIndex.channels(in: Self.declarations + "func run() { \(code) }")
        #expect(found.unresolved == [])
        #expect(found.report.channels.flatMap(\.senders).map(\.broadcast?.methods) == [["mayClose"]])
    }

    @Test("code that asks a set for a number or a Boolean sends nothing, and one that passes it on is unresolved")
    func queries() throws {
        let found = try AppleIndex.channels(
            in: Self.declarations + """
                func ask() -> Bool { Broadcaster.observers(of: Question.self).isEmpty }
                func count() -> Bool { Broadcaster.observers(of: Question.self).contains { _ in true } }
                func pass() { keep(Broadcaster.observers(of: Question.self)) }
                """)
        #expect(found.uses == [])
        #expect(found.unresolved == ["pass(): the set is passed on"])
    }

    @Test("a method of the protocol's extension sends what it calls on its own object, through others as well")
    func extensions() throws {
        let found = try AppleIndex.channels(
            in: Self.declarations + "func run() { Broadcaster.notify(Question.self) { $0.both() } }")
        #expect(found.report.channels.flatMap(\.senders).map(\.broadcast?.methods) == [["mayClose", "count(_:)"]])
    }

    @Test("each type that a caller passes in a parameter pack is a channel")
    func packs() throws {
        let found = try AppleIndex.channels(
            in: Self.declarations + """
                func add<each C>(_ types: repeat (each C).Type, observer: AnyObject) {
                    repeat Broadcaster.register((each C).self, observer: observer)
                }
                final class Screen: Theme, Question {
                    var mayClose: Bool { true }
                    func count(_ number: Int) -> Int { number }
                    func changed() {}
                    init() { add(Theme.self, Question.self, observer: self) }
                }
                """)
        #expect(found.unresolved == [])
        #expect(
            found.report.channels.map { "\($0.name): \($0.observers.map(\.name))" } == [
                #"App.Question: ["Screen.init()"]"#, #"App.Theme: ["Screen.init()"]"#,
            ])
    }

    @Test(
        "an initializer registers the objects that it stores or that its caller passes, or unknown ones",
        arguments: [
            ("init() { all = [Dark(), Light()]; ADD }", "", ["Dark in init()", "Light in init()"]),
            ("init() { all = [Dark()]; start() }; func start() { ADD }", "", ["Dark in init()"]),
            ("init(_ one: Dark) { all = [one]; ADD }", "Dark()", ["Dark in init(_:)"]),
            ("init(_ all: [any Tint]) { self.all = all; ADD }", "[Dark()]", ["Dark in begin()"]),
            ("init() { all = []; all.append(Dark()); ADD }", "", ["an object in begin()"]),
            ("init() { all = []; ADD }; func fill() { all = [] }", "", ["an object in init()"]),
        ])
    func initializers(members: String, arguments: String, observers: [String]) throws {
        let registering = "for one in all { Broadcaster.register(Tint.self, observer: one) }"
        let members = members.replacing("ADD", with: registering)
        let found = try AppleIndex.channels(
            in: """
                import Broadcaster
                protocol Tint: AnyObject { func changed() }
                final class Dark: Tint { func changed() {} }
                final class Light: Tint { func changed() {} }
                final class Tints {
                    var all: [any Tint]
                    \(members)
                }
                func begin() -> Tints { Tints(\(arguments)) }
                """)
        #expect(found.unresolved == [])
        #expect(
            found.report.channels.flatMap(\.observers).map {
                "\($0.type?.wrappedValue?.dropFirst(4) ?? "an object") in \($0.name.replacing("Tints.", with: ""))"
            } == observers)
    }

    // MARK: Reasons

    @Test("a chain of calls, and one of clauses, take as many steps as they have links where nothing compiles them")
    func chains() throws {
        let calls = (0..<60).map { ".padding(\($0))" }.joined(separator: "\n")
        let clauses = (0..<60).map { "#if A\n.padding(\($0))\n#else\n.margin(\($0))\n#endif" }.joined(separator: "\n")
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                struct Panel {
                    func open() { NotificationCenter.default.post(name: .init("opened"), object: nil) }
                    #if NEVER
                    func calls() -> Any { Text("a")\n\(calls)\n}
                    func clauses() -> Any { Text("a")\n\(clauses)\n}
                    #endif
                }
                """)
        #expect(found.uses == [#""opened": posted by Panel.open()"#])
    }

    @Test("a name that a property wrapper stores is one that an expression chooses")
    func wrapper() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                @propertyWrapper struct Posting {
                    private var value: Int
                    private let name: Notification.Name
                    init(wrappedValue: Int, _ name: String) { value = wrappedValue; self.name = Notification.Name(name) }
                    var wrappedValue: Int {
                        get { value }
                        set { value = newValue; NotificationCenter.default.post(name: name, object: nil) }
                    }
                }
                final class Settings {
                    @Posting("theme") var theme = 1
                    func change() { theme = 3 }
                }
                """)
        #expect(found.report.unresolved.map(\.reason) == [.computed])
        #expect(found.unresolved == ["Posting.wrappedValue: name"])
    }

    @Test("a call in a clause in the middle of an expression is a call of what precedes the clause")
    func postfixClauses() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                let other = NotificationCenter()
                func post() {
                    let name = Notification.Name("here")
                    other
                        #if NEVER
                        .post(name: .init("there"), object: nil)
                        #else
                        .post(name: name, object: nil)
                        #endif
                }
                """)
        #expect(found.uses == [#""here": posted by post()"#])
        #expect(found.unresolved == [])
        #expect(found.report.channels.flatMap(\.senders).map(\.center) == ["other"])
    }

    // MARK: Handlers

    @Test("the keys are those that code reads of what a sequence returns, and that the class has for a requirement")
    func keysRead() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                @objc protocol Reloading { func reload(_ note: Notification) }
                final class Table: NSObject, Reloading {
                    func reload(_ note: Notification) { print(note.userInfo?["row"] ?? 0) }
                }
                final class Screen: NSObject {
                    let table = Table()
                    func watch() {
                        let center = NotificationCenter.default
                        center.addObserver(
                            table, selector: #selector(Reloading.reload(_:)), name: .init("a"), object: nil)
                        center.addObserver(self, selector: Selector(("later:")), name: .init("b"), object: nil)
                    }
                    @objc func later(_ note: Notification) { print(note.userInfo?["time"] ?? 0) }
                    func first() async {
                        let note = await NotificationCenter.default.notifications(named: .init("c")).first { _ in true }
                        print(note?.userInfo?["x"] ?? 0)
                    }
                }
                """)
        let observers = found.report.channels.flatMap { channel in
            channel.observers.compactMap(\.notification).map {
                "\(channel.name): \($0.handler?.wrappedValue ?? "") \($0.reads ?? [])"
            }
        }
        #expect(
            observers.sorted() == [
                #""a": reload(_:) ["\"row\""]"#, #""b": later(_:) ["\"time\""]"#, #""c":  ["\"x\""]"#,
            ])
    }

    @Test("a removal ends observers of its own center only")
    func removals() throws {
        let found = try AppleIndex.notifications(
            in: """
                import UIKit
                final class Fan: NSObject {
                    let own = NSWorkspace.shared.notificationCenter
                    func start() {
                        own.addObserver(self, selector: #selector(woke), name: .init("woke"), object: nil)
                        NotificationCenter.default.addObserver(self, selector: #selector(woke), name: .init("one"), object: nil)
                        NotificationCenter.default.addObserver(self, selector: #selector(woke), name: .init("two"), object: nil)
                    }
                    @objc func woke() {}
                    deinit {
                        NSWorkspace.shared.notificationCenter.removeObserver(self)
                        NotificationCenter.default.removeObserver(self, name: .init("one"), object: nil)
                    }
                }
                """)
        let removals = found.report.channels.map { channel in
            "\(channel.name): \(channel.observers.compactMap(\.notification?.removals))"
        }
        #expect(removals.sorted() == ["\"one\": [1]", "\"two\": [0]", "\"woke\": [1]"])
    }
}
