import Testing

@testable import ChannelMap

/// Code that registers objects whose class a loop, a pattern, or a closure names.
@Suite("The map of channels", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct ChannelTests {
    private let declarations = """
        import Broadcaster
        protocol Theme { func changed() }
        class Screen: Theme { func changed() {} }
        final class List: Screen {}
        final class Grid: Screen {}
        class Panel: Theme {
            convenience init(title: Int) { self.init() }
            func changed() {}
        }
        final class Tab: Panel {}
        struct Store {
            var lists: [List] = []
            var grids = [Grid]()
            var named: [String: Grid]? = nil
            var counts: [List: Int] = [:]
            func made() -> Set<List> { [] }
        }
        protocol Drawer { var keys: [List] { get } }
        extension ManagedBuffer: Theme { func changed() {} }
        extension List: Hashable {
            static func == (left: List, right: List) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }

        """

    /// Returns the classes that the code registers, in the order of their names.
    private func observers(_ code: String) throws -> [String] {
        let found = try AppleIndex.channels(in: declarations + "func run(_ store: Store, _ any: Any) {\n\(code)\n}")
        #expect(found.unresolved.isEmpty)
        let observers = found.report.channels.flatMap(\.observers)
        return observers.map { $0.type?.wrappedValue ?? "an object" }.sorted()
    }

    @Test("a sender has the values that its key can be, if all of them are known")
    func keyValues() throws {
        let found = try AppleIndex.channels(
            in: declarations + """
                let kitchen = 2
                func send(_ isOn: Bool, _ key: Int) {
                    Broadcaster.notify(Theme.self, for: kitchen) { $0.changed() }
                    Broadcaster.notify(Theme.self, for: isOn ? 1 : kitchen) { $0.changed() }
                    Broadcaster.notify(Theme.self, for: key) { $0.changed() }
                    Broadcaster.notify(Theme.self) { $0.changed() }
                }
                """)
        let senders = found.report.channels.flatMap(\.senders)
        #expect(senders.map { $0.broadcast?.key } == ["kitchen", "isOn ? 1 : kitchen", "key", nil])
        #expect(senders.map(\.broadcast?.keyValues) == [["2"], ["1", "2"], nil, nil])
    }

    @Test("a key of any type is that of each caller, and a key of one type leaves the sender in the function")
    func keysOfHelpers() throws {
        let found = try AppleIndex.channels(
            in: declarations + """
                func generic<K: Hashable>(_ key: K) { Broadcaster.notify(Theme.self, for: key) { $0.changed() } }
                func opaque(_ key: some Hashable) { Broadcaster.notify(Theme.self, for: key) { $0.changed() } }
                func own<T>(_ key: Int, _ other: T) { Broadcaster.notify(Theme.self, for: key) { $0.changed() } }
                func send() { generic(1); opaque(2); own(3, 4) }
                """)
        let senders = found.report.channels.flatMap(\.senders)
        let keys = senders.map { "\($0.name): \($0.broadcast?.key ?? "no key")" }
        #expect(keys.sorted() == ["own(_:_:): key", "send(): 1", "send(): 2"])
    }

    @Test("a sender through a helper has the key that its caller passes, where the helper keeps it in a constant")
    func keyInConstant() throws {
        let found = try AppleIndex.channels(
            in: declarations + """
                func send<C>(_ channel: C.Type, _ room: Int, _ block: (C) -> Void) {
                    let key: Int = room
                    Broadcaster.notify(channel, for: key, block: block)
                }
                func open() { send(Theme.self, 5) { $0.changed() } }
                func close() { send(Theme.self, 6) { $0.changed() } }
                """)
        let senders = found.report.channels.flatMap(\.senders)
        #expect(senders.map(\.broadcast?.key) == ["5", "6"])
        #expect(senders.map(\.broadcast?.keyValues) == [["5"], ["6"]])
    }

    @Test(
        "a loop gives its name the type of the elements",
        arguments: [
            "for x in store.lists { REGISTER }",
            "for x in store.lists.reversed() where x === x { REGISTER }",
            "let all = store.lists; for x in all { REGISTER }",
            "for x in [List(), List()] { REGISTER }",
            "for x: List in store.lists { REGISTER }",
            "func load<T>() -> [T] { [] }; for x: List in load() { REGISTER }",
            "func local(_ drawer: any Drawer) { for x in drawer.keys { REGISTER } }",
            "for case let x as List in store.grids as [Screen] { REGISTER }",
            "for x in any as! [List] { REGISTER }",
            "func local(_ all: Set<List>) { for x in all { REGISTER } }",
        ])
    func loops(_ code: String) throws {
        #expect(try observers(code.replacing("REGISTER", with: register)) == ["App.List"])
    }

    @Test(
        "a collection that an initial value creates, and a dictionary, have the type of their elements",
        arguments: [
            "for x in store.grids { REGISTER }",
            "for (_, x) in Store().named! { REGISTER }",
            #"var all: [String: Grid] = [:]; all["a"] = Grid(); for pair in all { REGISTER_VALUE }"#,
            "let own = Store(); for pair in own.named! { let x = pair.value; REGISTER }",
            "let grids = Set<Grid>(); for x in grids { REGISTER }",
        ])
    func collections(_ code: String) throws {
        let ofPair = register.replacing("observer: x", with: "observer: pair.value")
        let second = register.replacing("observer: x", with: "observer: $1")
        let code = code.replacing("REGISTER_VALUE", with: ofPair).replacing("REGISTER_1", with: second)
            .replacing("REGISTER", with: register).replacing("let grids = Set", with: "let grids = Array")
        #expect(try observers(code) == ["App.Grid"])
    }

    @Test(
        "a pattern gives its name the type of its conversion",
        arguments: [
            "if case let x as List = any { REGISTER }",
            "guard case let x as List = any else { return }; REGISTER",
            "switch any { case let x as List: REGISTER\n default: break }",
            "switch any { case let x as List where true: REGISTER\n default: break }",
        ])
    func patterns(_ code: String) throws {
        #expect(try observers(code.replacing("REGISTER", with: register)) == ["App.List"])
    }

    @Test(
        "the parameter of a closure has the type that is written, or that of the elements",
        arguments: [
            "store.lists.forEach { x in REGISTER }",
            "store.lists.forEach { REGISTER_0 }",
            "let add = { (x: List) in REGISTER }; store.lists.forEach(add)",
            "let add: (Int, List) -> Void = { (n: Int, x: List) -> Void in REGISTER }; add(0, store.lists[0])",
        ])
    func closures(_ code: String) throws {
        let shorthand = register.replacing("observer: x", with: "observer: $0")
        let code = code.replacing("REGISTER_0", with: shorthand).replacing("REGISTER", with: register)
        #expect(try observers(code) == ["App.List"])
    }

    @Test("the elements of an array that is filled later have no class")
    func unknown() throws {
        let code = "let all: [any Theme & AnyObject] = []; for x in all { REGISTER }"
        #expect(try observers(code.replacing("REGISTER", with: register)) == ["an object"])
    }

    @Test("an array of objects has the class of each, and so have tuples")
    func several() throws {
        let several = "for x in [List(), Grid()] { REGISTER }"
        #expect(try observers(several.replacing("REGISTER", with: register)) == ["App.Grid", "App.List"])
        let tuples = "for (x, _) in [(List(), 0), (List(), 1)] { REGISTER }"
        #expect(try observers(tuples.replacing("REGISTER", with: register)) == ["App.List"])
    }

    @Test(
        "an object whose class inherits the initializer is of the class that the code names",
        arguments: ["let x = Tab(title: 1); REGISTER", "let x = Tab.init(title: 1); REGISTER"])
    func inheritedInitializer(_ code: String) throws {
        #expect(try observers(code.replacing("REGISTER", with: register)) == ["App.Tab"])
    }

    struct StoredObjects: CustomTestStringConvertible {
        let testDescription: String
        /// The code of the class `Rules`.
        let code: String
        var creation = "Rules()"
        /// The observers with the functions that register them.
        let observers: [String]
    }

    @Test(
        "objects that an object stores are registered where it registers them, unless a caller passes them",
        arguments: [
            StoredObjects(
                testDescription: "in a local constant",
                code: "init() { let all: [any Theme & AnyObject] = [List(), Grid()]; for x in all { REGISTER } }",
                observers: ["App.Grid in Rules.init()", "App.List in Rules.init()"]),
            StoredObjects(
                testDescription: "in the declaration",
                code: "let all: [any Theme & AnyObject] = [List(), Grid()]; init() { for x in all { REGISTER } }",
                observers: ["App.Grid in Rules.init()", "App.List in Rules.init()"]),
            StoredObjects(
                testDescription: "passed to one of two initializers",
                code: """
                    let one: any Theme & AnyObject
                    init(_ one: any Theme & AnyObject) { self.one = one }
                    init() { one = List() }
                    func start() { let x = one; REGISTER }
                    """,
                creation: "Rules(Grid()).start()", observers: ["App.Grid in create()"]),
        ])
    func storedObjects(_ objects: StoredObjects) throws {
        let code = objects.code.replacing("REGISTER", with: register)
        let found = try AppleIndex.channels(
            in: declarations + "final class Rules {\n\(code)\n}\nfunc create() { _ = \(objects.creation) }")
        #expect(found.unresolved.isEmpty)
        let observers = found.report.channels.flatMap(\.observers)
        #expect(observers.map { "\($0.type?.wrappedValue ?? "an object") in \($0.name)" }.sorted() == objects.observers)
    }

    private var register: String { "Broadcaster.register(Theme.self, observer: x)" }
}
