import Testing

@testable import ChannelMap

/// Code as apps write it, with what the map must find beside it.
@Suite("The map of notifications", .enabled(if: AppleIndex.isPossible), .timeLimit(.minutes(30)))
struct NotificationTests {
    @Test("follows the raw value of an enumeration to its case, through a computed name and a method")
    func rawValues() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                enum Event: String {
                    case opened, closed = "did.close"
                    var name: Notification.Name { .init(rawValue: "app." + rawValue) }
                    func send() { NotificationCenter.default.post(name: name, object: nil) }
                }
                func run() {
                    Event.opened.send()
                    NotificationCenter.default.post(name: .init(Event.closed.rawValue), object: nil)
                }
                """)
        #expect(found.uses == ["\"app.opened\": posted by run()", "\"did.close\": posted by run()"])
        #expect(found.unresolved.isEmpty)
    }

    @Test("follows names through a loop, a loop over tuples, and a closure of a sequence, but not to all cases")
    func loops() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                extension Notification.Name {
                    static let a = Notification.Name("a")
                    static let b = Notification.Name("b")
                }
                enum Kind: String, CaseIterable { case c, d }
                func run() {
                    for name in [Notification.Name.a, .b] {
                        NotificationCenter.default.post(name: name, object: nil)
                    }
                }
                func tuples() {
                    for (name, number) in [(Notification.Name.a, 1), (.b, 2)] {
                        NotificationCenter.default.post(name: name, object: number)
                    }
                }
                func closures() {
                    [Notification.Name.a].forEach { NotificationCenter.default.post(name: $0, object: nil) }
                }
                func cases() {
                    for kind in Kind.allCases {
                        NotificationCenter.default.post(name: Notification.Name(kind.rawValue), object: nil)
                    }
                }
                """)
        #expect(
            found.uses == [
                "Notification.Name.a: posted by closures()", "Notification.Name.a: posted by run()",
                "Notification.Name.a: posted by tuples()", "Notification.Name.b: posted by run()",
                "Notification.Name.b: posted by tuples()",
            ])
        #expect(found.unresolved == ["cases(): Notification.Name(kind.rawValue)"])
    }

    @Test("follows the static name of a generic parameter to the type that is passed")
    func generics() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                protocol Event { static var name: Notification.Name { get } }
                struct Saved: Event { static let name = Notification.Name("saved") }
                struct Loaded: Event { static var name: Notification.Name { .init("loaded") } }
                func send<E: Event>(_ event: E) { NotificationCenter.default.post(name: E.name, object: nil) }
                func send<E: Event>(type: E.Type) { NotificationCenter.default.post(name: type.name, object: nil) }
                func run() {
                    send(Saved())
                    send(type: Loaded.self)
                }
                """)
        #expect(found.uses == ["Loaded.name: posted by run()", "Saved.name: posted by run()"])
        #expect(found.unresolved.isEmpty)
    }

    @Test(
        "follows a generic argument of what callers pass: written, declared, or that of a result, but not an inferred one"
    )
    func genericArguments() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                protocol Event { static var name: Notification.Name { get } }
                struct Box<T: Event> { init(_ t: T) {}; init() {} }
                func send<T: Event>(_ box: Box<T>) { NotificationCenter.default.post(name: T.name, object: nil) }
                struct A: Event { static let name = Notification.Name("A") }
                struct B: Event { static let name = Notification.Name("B") }
                struct C: Event { static let name = Notification.Name("C") }
                struct D: Event { static let name = Notification.Name("D") }
                struct E: Event { static let name = Notification.Name("E") }
                extension Box {
                    static var d: Box<D> { Box<D>() }
                    static func e(_ i: Int) -> Box<E> { .init(.init()) }
                }
                func a() { let box: Box<A> = Box(A()); send(box) }
                func b() { send(Box(B())) }
                func c() { send(Box<C>()) }
                func d() { send(.d) }
                func e() { send(.e(1)) }
                """)
        #expect(found.uses == ["a", "c", "d", "e"].map { "\($0.uppercased()).name: posted by \($0)()" })
        #expect(found.unresolved == ["b(): T.name"])
    }

    @Test("follows the generic parameter of a type, and the type that a static method is called on")
    func typesOfReceivers() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                protocol Event { static var name: Notification.Name { get } }
                extension Event {
                    static func send() { NotificationCenter.default.post(name: name, object: nil) }
                }
                enum Saved: Event { static let name = Notification.Name("saved") }
                struct Sender<E: Event> {
                    func send() { NotificationCenter.default.post(name: E.name, object: nil) }
                }
                func statically() { Saved.send() }
                func generically() { Sender<Saved>().send() }
                """)
        #expect(found.uses == ["Saved.name: posted by generically()", "Saved.name: posted by statically()"])
        #expect(found.unresolved.isEmpty)
    }

    @Test("follows a stored name through initializers and their defaults, but not to a superclass")
    func storedNames() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                class Sender {
                    let name: Notification.Name
                    init(_ name: Notification.Name = .init("default")) { self.name = name }
                    func send() { NotificationCenter.default.post(name: name, object: nil) }
                }
                final class Heir: Sender { init() { super.init(.init("heir")) } }
                struct Plain { let name: Notification.Name }
                func run() {
                    Sender().send()
                    let sender = Sender(.init("given"))
                    sender.send()
                    let plain = Plain(name: .init("plain"))
                    NotificationCenter.default.post(name: plain.name, object: nil)
                }
                final class Owner {
                    private let heir = Heir()
                    func run() { heir.send() }
                }
                """)
        #expect(
            found.uses == [
                "\"default\": posted by run()", "\"given\": posted by run()", "\"plain\": posted by run()",
            ])
        #expect(found.unresolved == ["Owner.run(): name"])
    }

    @Test("names what subclasses override, because any of them may be posted")
    func overrides() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                class Store {
                    class var name: Notification.Name { .init("store") }
                    func save() { NotificationCenter.default.post(name: type(of: self).name, object: nil) }
                }
                class Cache: Store { override class var name: Notification.Name { .init("cache") } }
                """)
        #expect(found.uses == ["Cache.name: posted by Store.save()", "Store.name: posted by Store.save()"])
    }

    @Test("shows the expression of a variable that is assigned again, and how many calls are behind it")
    func assignedVariables() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                final class Sender {
                    var name = Notification.Name("first")
                    func send() { NotificationCenter.default.post(name: name, object: nil) }
                }
                func run(_ sender: Sender) {
                    sender.name = Notification.Name("second")
                    sender.send()
                    sender.send()
                }
                protocol Sending { func send() }
                extension Sender: Sending {}
                func run(any sender: any Sending) { sender.send() }
                """)
        #expect(found.uses.isEmpty)
        #expect(found.unresolved == ["Sender.send(): name"])
        // One of them calls the requirement that it witnesses.
        #expect(found.report.unresolved.map { $0.callers?.map(\.line) } == [[8, 9, 13]])
    }

    @Test("says which center, that two centers never meet, and what a broadcast doesn't do that a distributed one does")
    func centers() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                final class Bus: NSObject {
                    let own = NotificationCenter()
                    func send() { own.post(name: .init("bus"), object: nil) }
                    func send(_ isOwn: Bool) {
                        let either = isOwn ? own : NotificationCenter.default
                        either.post(name: .init("either"), object: nil)
                        DistributedNotificationCenter.default().postNotificationName(
                            .init("peer"), object: nil, userInfo: nil, deliverImmediately: true)
                    }
                    func watch() {
                        let center = NotificationCenter.default
                        _ = center.addObserver(forName: .init("bus"), object: nil, queue: .main) { _ in }
                        DistributedNotificationCenter.default().addObserver(
                            self, selector: #selector(heard), name: .init("peer"), object: nil)
                    }
                    @objc func heard() {}
                }
                """)
        let peer = "DistributedNotificationCenter.default()"
        // A distributed center delivers later, and on the main thread.
        #expect(
            found.notes == [
                "\"bus\": posted to own, but observed at NotificationCenter.default: these centers never meet",
                "\"peer\": a distributed center reaches other processes, which a broadcast doesn't",
            ])
        #expect(found.report.channels.flatMap(\.senders).compactMap(\.center).sorted() == [peer, "either", "own"])
        #expect(found.report.channels.flatMap(\.observers).map(\.center) == [nil, peer])
    }

    @Test("finds a publisher that is created, and expectations of a test by the names of Apple's XCTest")
    func publishersAndExpectations() throws {
        let found = try AppleIndex.notifications(
            in: """
                import XCTest
                func watch() { _ = NotificationCenter.Publisher(center: .default, name: .init("made")).sink { _ in } }
                final class Tests: XCTestCase {
                    func testIt() {
                        expectation(forNotification: .init("awaited"), object: nil)
                        expectation(forNotification: .init("elsewhere"), object: nil, notificationCenter: NotificationCenter())
                    }
                    func testObjects() {
                        _ = XCTNSNotificationExpectation(name: .init("first"))
                        _ = XCTNSNotificationExpectation(name: .init("second"), object: self)
                        _ = XCTNSNotificationExpectation(
                            name: .init("third"), object: nil, notificationCenter: .default)
                    }
                }
                """)
        #expect(
            found.uses == [
                "\"awaited\": observed by an expectation in Tests.testIt()",
                "\"elsewhere\": observed by an expectation in Tests.testIt()",
                "\"first\": observed by an expectation in Tests.testObjects()",
                "\"made\": observed by a publisher in watch()",
                "\"second\": observed by an expectation in Tests.testObjects()",
                "\"third\": observed by an expectation in Tests.testObjects()",
            ])
        let centers = found.report.channels.flatMap { channel in channel.observers.compactMap(\.center) }
        #expect(centers == ["NotificationCenter()"])
    }

    @Test("a call has the object and the keys that any branch of its helper posts")
    func joinedArguments() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func fire(_ name: Notification.Name, _ object: Any? = nil, _ info: [AnyHashable: Any]? = nil) {
                    if let object { NotificationCenter.default.post(name: name, object: object, userInfo: info) }
                    NotificationCenter.default.post(name: name, object: nil)
                }
                func split(_ name: Notification.Name) {
                    NotificationCenter.default.post(name: name, object: 1)
                    NotificationCenter.default.post(name: name, object: 2)
                }
                func wrap(_ name: Notification.Name, _ object: Any? = 3) {
                    NotificationCenter.default.post(Notification(name: name, object: object))
                }
                func run() {
                    wrap(.init("wrapped"), 4)
                    wrap(.init("default"))
                    fire(.init("given"), 1, ["key": 2])
                    fire(.init("left"))
                    split(.init("both"))
                }
                """)
        let posts = found.report.channels.flatMap { channel in
            channel.senders.map { sender in
                let object = sender.notification?.object ?? "nothing"
                return "\(channel.name) \(object) \(sender.notification?.userInfo?.wrappedValue ?? [])"
            }
        }
        #expect(
            posts == [
                "\"both\" 1 []", "\"both\" 2 []", "\"default\" 3 []", #""given" 1 ["\"key\""]"#,
                "\"left\" nil []", "\"wrapped\" 4 []",
            ])
    }

    @Test("a literal with the name of a framework's notification has senders and observers of its own")
    func literalsOfFrameworks() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func watch() {
                    for name in [
                        "NSApplicationDidBecomeActiveNotification", "UIKeyboardWillShowNotification",
                        "com.apple.screenIsLocked", "AppleInterfaceThemeChangedNotification", "NStuffNotification",
                        "Notification", "NSApplicationDidBecomeActive", "XYApplicationDidBecomeActiveNotification",
                    ] {
                        _ = NotificationCenter.default.addObserver(forName: .init(name), object: nil, queue: .main) { _ in }
                    }
                }
                """)
        let frameworks = found.report.channels.filter { $0.kind == .framework }.map(\.name)
        #expect(
            frameworks.sorted() == [
                "\"AppleInterfaceThemeChangedNotification\"", "\"NSApplicationDidBecomeActiveNotification\"",
                "\"UIKeyboardWillShowNotification\"", "\"com.apple.screenIsLocked\"",
            ])
        #expect(
            found.problems == [
                "\"NSApplicationDidBecomeActive\" is observed, but never posted",
                "\"NStuffNotification\" is observed, but never posted",
                "\"Notification\" is observed, but never posted",
                "\"XYApplicationDidBecomeActiveNotification\" is observed, but never posted",
            ])
    }

    @Test("the notifications of frameworks are counted, and listed if a filter names one")
    func frameworkRows() throws {
        let report = try AppleIndex.notifications(
            in: """
                import Foundation
                func watch() {
                    _ = NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)
                    _ = NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)
                }
                func send() { NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil) }
                """
        ).report
        let heading = "Of frameworks, which stay notifications:\n"
        #expect(report.text.hasPrefix("\(heading)  UserDefaults.didChangeNotification (posts: 1, observers: 2)\n"))
        let listed = report.showing(Filter(words: ["didChange"])).text(listingFrameworks: true)
        #expect(!listed.contains(heading))
        #expect(listed.hasPrefix("UserDefaults.didChangeNotification\n  posted by      send()"))
        #expect(listed.components(separatedBy: "\n  observed by    a publisher in watch()").count == 3)
    }

    @Test("a name with fewer notes comes first, because it needs less work")
    func order() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                func run() {
                    NotificationCenter.default.post(name: .init("a"), object: nil)
                    NotificationCenter.default.post(name: .init("b"), object: nil)
                    NotificationCenter.default.post(name: .init("c"), object: nil)
                    _ = NotificationCenter.default.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in }
                }
                """)
        #expect(found.report.channels.map(\.name) == ["\"b\"", "\"c\"", "\"a\""])
    }

    @Test("names the class that calls a helper of its base class, and the function with the closure that observes")
    func helpers() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                class Base: NSObject {
                    func listen(_ name: Notification.Name, _ selector: Selector) {
                        NotificationCenter.default.addObserver(self, selector: selector, name: name, object: nil)
                    }
                }
                final class Screen: Base {
                    func show() { listen(.init("base"), #selector(heard)) }
                    @objc func heard() {}
                }
                enum Launch {
                    static func onLaunch(_ handler: @escaping (String) -> Void) -> Any {
                        NotificationCenter.default.addObserver(forName: .init("launch"), object: nil, queue: .main) { _ in
                            handler("")
                        }
                    }
                }
                final class Delegate { func start() { _ = Launch.onLaunch { _ in } } }
                """)
        #expect(
            found.uses == [
                "\"base\": observed by Screen (a selector)",
                "\"launch\": observed by a closure in Launch.onLaunch(_:)",
            ])
    }

    @Test("takes a conformance for no use, and a publisher with a scheduler for one that delivers later")
    func conformancesAndSchedulers() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                enum Publishers {
                    static func Merge(
                        _ first: NotificationCenter.Publisher, _ second: NotificationCenter.Publisher
                    ) -> NotificationCenter.Publisher { first }
                }
                extension NotificationCenter.Publisher {
                    func merge(with other: NotificationCenter.Publisher) -> NotificationCenter.Publisher { self }
                }
                protocol Posting { func post(name: Notification.Name, object: Any?) }
                extension NotificationCenter: Posting {}
                final class Relay {
                    func run(_ center: any Posting) {
                        for name in ["main", "merged", "other"] { center.post(name: .init(name), object: nil) }
                    }
                    func watch() {
                        _ = NotificationCenter.default.publisher(for: .init("main"))
                            .debounce(for: 1, scheduler: DispatchQueue.main).sink { _ in }
                        _ = Publishers.Merge(
                            NotificationCenter.default.publisher(for: .init("merged")),
                            NotificationCenter.default.publisher(for: .init("merged"))
                        ).receive(on: DispatchQueue.main).sink { _ in }
                        _ = NotificationCenter.Publisher()
                            .merge(with: NotificationCenter.default.publisher(for: .init("merged")))
                            .receive(on: DispatchQueue.main).sink { _ in }
                        _ = NotificationCenter.default.publisher(for: .init("other")).sink { _ in }
                    }
                }
                """)
        #expect(found.unresolved.isEmpty)
        let note = "Relay posts and observes it: it will be called later, and after its own posts"
        #expect(found.notes == ["\"other\": \(note)"])
    }

    @Test("names a framework's constant on the type on which most code names it")
    func mostFrequentType() throws {
        let found = try AppleIndex.notifications(
            in: """
                import UIKit
                final class App: UIApplication {}
                let center = NotificationCenter.default
                func a() { center.post(name: App.didBecomeActiveNotification, object: nil) }
                func b() { center.post(name: UIApplication.didBecomeActiveNotification, object: nil) }
                func c() { center.post(name: UIApplication.didBecomeActiveNotification, object: nil) }
                """)
        #expect(found.report.channels.map(\.name) == ["UIApplication.didBecomeActiveNotification"])
    }

    @Test("lists what inactive code passes to a helper, and cites it in a warning")
    func inactiveHelper() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                extension Notification.Name {
                    static let told = Notification.Name("told")
                    static let watched = Notification.Name("watched")
                }
                func tell(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }
                func run() { tell(.told) }
                func watch() { _ = NotificationCenter.default.publisher(for: .told) }
                func watchAgain() { _ = NotificationCenter.default.publisher(for: .watched) }
                #if NEVER
                func other() { tell(.watched); print("tell") }
                #endif
                """)
        #expect(found.report.notInThisBuild.map(\.text) == ["tell(.watched)"])
        #expect(found.problems.map { $0.contains("never posted; not in this build: ") } == [true])
    }

    @Test("has one name for a constant, and cites inactive code only for the type that it names")
    func namesOfTypes() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                enum A { static let changed = Notification.Name("a") }
                enum B { static let changed = Notification.Name("b") }
                func watch(_ names: (Any) -> Void) {
                    #if RELEASE
                        NotificationCenter.default.post(name: A.changed, object: nil)
                    #endif
                    for name in [A.changed, B.changed] {
                        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in }
                    }
                    names(B.changed)
                }
                func frameworks() {
                    _ = NotificationCenter.default.publisher(for: .NSManagedObjectContextDidSave)
                    _ = NotificationCenter.default.publisher(for: NSNotification.Name.NSManagedObjectContextDidSave)
                }
                """)
        #expect(found.problems.count == 2)
        #expect(found.problems[0].hasPrefix("A.changed is observed, but never posted; not in this build: "))
        #expect(found.problems[1] == "B.changed is observed, but never posted")
        let frameworks = found.report.channels.filter { $0.kind == .framework }
        #expect(frameworks.map(\.name) == ["Notification.Name.NSManagedObjectContextDidSave"])
    }

    @Test("a note names each closure whose token nothing keeps, where code drops it, or a helper that returns it")
    func tokens() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                let center = NotificationCenter.default
                final class Screen {
                    var tokens: [Any] = []
                    init() { center.addObserver(forName: .init("a"), object: nil, queue: .main) { _ in } }
                    func dropped() { _ = center.addObserver(forName: .init("a"), object: nil, queue: .main) { _ in } }
                    func perhaps() {
                        if tokens.isEmpty { center.addObserver(forName: .init("a"), object: nil, queue: .main) { _ in } }
                    }
                    func kept() { tokens.append(center.addObserver(forName: .init("a"), object: nil, queue: .main) { _ in }) }
                    func stored() {
                        let token = center.addObserver(forName: .init("a"), object: nil, queue: .main) { _ in }
                        tokens.append(token)
                    }
                    func returned() -> Any { center.addObserver(forName: .init("a"), object: nil, queue: .main) { _ in } }
                    func post() { center.post(name: .init("a"), object: nil) }
                }
                var tokens: [Any] = []
                func observe(_ name: String, _ block: @escaping (Notification) -> Void) -> NSObjectProtocol {
                    center.addObserver(forName: .init(name), object: nil, queue: .main, using: block)
                }
                func again(_ name: String, _ block: @escaping (Notification) -> Void) -> Any {
                    return observe(name, block) as Any
                }
                func keep(_ name: String, _ block: @escaping (Notification) -> Void) -> Any {
                    let token = observe(name, block)
                    tokens.append(token)
                    return token
                }
                func drop(_ name: String) { _ = center.addObserver(forName: .init(name), object: nil, queue: .main) { _ in } }
                func returned() { _ = observe("a") { _ in } }
                func returnedTwice() { _ = again("a") { _ in } }
                func kept() { _ = keep("a") { _ in } }
                func stored() { tokens.append(again("a") { _ in }) }
                func dropped() { drop("a") }
                """)
        let functions = found.notes.filter { $0.contains("nothing keeps the token") }.map { note in
            note.components(separatedBy: "closure in ")[1].prefix { $0 != ":" }
        }
        let own: [Substring] = ["Screen.dropped()", "Screen.init()", "Screen.perhaps()"]
        #expect(functions == own + ["dropped()", "returned()", "returnedTwice()"])
    }

    @Test("a name has the path of the type that extends or contains it")
    func pathsOfNames() throws {
        let found = try AppleIndex.notifications(
            in: """
                import Foundation
                extension NSNotification { static let opened = Notification.Name("opened") }
                extension NSNotification { enum Window { static let shown = Notification.Name("shown") } }
                extension Notification { static let closed = Notification.Name("closed") }
                extension NSNotification.Name { static let moved = Notification.Name("moved") }
                func post() {
                    for name in [NSNotification.opened, NSNotification.Window.shown, Notification.closed, .moved] {
                        NotificationCenter.default.post(name: name, object: nil)
                    }
                }
                """)
        #expect(
            found.report.channels.map(\.name).sorted() == [
                "NSNotification.Window.shown", "NSNotification.opened", "Notification.Name.moved",
                "Notification.closed",
            ])
    }
}
