#if Macros
    import Broadcaster
    import Foundation
    import Testing

    /// Real protocols, whose forwarders are compiled and called.
    @Suite("Forwarders", .timeLimit(.minutes(1)))
    struct ShapeTests {
        /// What the delegates heard, in order; not for more than one thread.
        final class Log {
            var entries: [String] = []
        }

        /// A delegate that writes down what it hears.
        class Listener {
            let name: String
            let log: Log

            init(_ name: String, _ log: Log) {
                self.name = name
                self.log = log
            }

            func hear(_ words: Any...) {
                log.entries.append("\(name) " + words.map { "\($0)" }.joined(separator: " "))
            }
        }

        struct Stop: Error, Equatable { let name: String }

        // MARK: Parameters

        @Multicast
        protocol Parameters: AnyObject {
            func none()
            func one(_ value: Int)
            func many(first: Int, second value: Int, _ third: String)
            func `default`(`in` place: Int)
            func words(in: Int, self: Int, `for`: Int, _: Int, label _: Int, _ `where`: Int, `inout`: Int)
            func names(invoke: Int, delegate: Int, delegates: Int)
            func change(_ value: inout Int, by: Int)
            func borrow(_ text: borrowing String)
            func optional(_ value: Int!, _ other: Int?)
            func void() -> Void
            func unit() -> ()
        }

        final class ParametersStandIn: MulticastDelegate<any Parameters>, Parameters {}

        final class ParametersListener: Listener, Parameters {
            func none() { hear("none") }
            func one(_ value: Int) { hear("one", value) }
            func many(first: Int, second value: Int, _ third: String) { hear("many", first, value, third) }
            func `default`(`in` place: Int) { hear("default", place) }
            func words(in a: Int, self b: Int, `for` c: Int, _ d: Int, label e: Int, _ f: Int, `inout` g: Int) {
                hear("words", a, b, c, d, e, f, g)
            }
            func names(invoke: Int, delegate: Int, delegates: Int) { hear("names", invoke, delegate, delegates) }
            func change(_ value: inout Int, by: Int) { value += by }
            func borrow(_ text: borrowing String) { hear("borrow", copy text) }
            func optional(_ value: Int!, _ other: Int?) { hear("optional", value == nil, other == nil) }
            func void() { hear("void") }
            func unit() { hear("unit") }
        }

        @Test("no, one, many and unlabelled parameters, and names that need backticks, reach every delegate in order")
        func parameters() {
            let log = Log()
            let listeners = [ParametersListener("a", log), ParametersListener("b", log)]
            let standIn: any Parameters = ParametersStandIn(listeners)
            standIn.none()
            standIn.one(1)
            standIn.many(first: 1, second: 2, "3")
            standIn.default(in: 1)
            standIn.words(in: 1, self: 2, for: 3, 4, label: 5, 6, `inout`: 7)
            standIn.names(invoke: 1, delegate: 2, delegates: 3)
            standIn.borrow("lent")
            standIn.optional(nil, 1)
            standIn.void()
            standIn.unit()
            let said = [
                "none", "one 1", "many 1 2 3", "default 1", "words 1 2 3 4 5 6 7", "names 1 2 3", "borrow lent",
                "optional true false", "void", "unit",
            ]
            #expect(log.entries == said.flatMap { ["a \($0)", "b \($0)"] })
            withExtendedLifetime(listeners) {}
        }

        @Test("an inout parameter is changed by one delegate after another")
        func inoutParameter() {
            let listeners = [ParametersListener("a", Log()), ParametersListener("b", Log())]
            var value = 1
            ParametersStandIn(listeners).change(&value, by: 2)
            #expect(value == 5)
            withExtendedLifetime(listeners) {}
        }

        // MARK: Closures

        @Multicast
        protocol Closures: AnyObject {
            func plain(_ body: () -> Void)
            func escaping(_ body: @escaping (Int) -> Void)
            func optional(_ body: (() -> Void)?)
            func sendable(_ body: @escaping @Sendable () -> Void)
            func main(_ body: @escaping @MainActor () -> Void)
            func isolated(_ body: @escaping @isolated(any) () -> Void)
            func automatic(_ value: @autoclosure () -> Int)
            func failing(_ value: @autoclosure () throws -> Int) throws
            func again(_ body: () throws -> Void) rethrows
        }

        final class ClosuresStandIn: MulticastDelegate<any Closures>, Closures {}

        final class ClosuresListener: Listener, Closures {
            func plain(_ body: () -> Void) { body() }
            func escaping(_ body: @escaping (Int) -> Void) { body(2) }
            func optional(_ body: (() -> Void)?) { body?() }
            func sendable(_ body: @escaping @Sendable () -> Void) { body() }
            func main(_ body: @escaping @MainActor () -> Void) { MainActor.assumeIsolated { body() } }
            func isolated(_ body: @escaping @isolated(any) () -> Void) { hear(body.isolation == nil) }
            func automatic(_ value: @autoclosure () -> Int) { hear(value()) }
            func failing(_ value: @autoclosure () throws -> Int) throws { hear(try value()) }
            func again(_ body: () throws -> Void) rethrows { try body() }
        }

        @Test("closures of every kind are handed to each delegate")
        @MainActor
        func closures() throws {
            let log = Log()
            let listeners = [ClosuresListener("a", log), ClosuresListener("b", log)]
            let standIn: any Closures = ClosuresStandIn(listeners)
            var calls = 0
            standIn.plain { calls += 1 }
            standIn.escaping { calls += $0 }
            standIn.optional { calls += 1 }
            #expect(calls == 8)
            let lock = NSLock()
            nonisolated(unsafe) var sendableCalls = 0
            standIn.sendable { lock.withLock { sendableCalls += 1 } }
            standIn.main { sendableCalls += 1 }
            #expect(sendableCalls == 4)
            standIn.isolated { @MainActor in }
            let free: @Sendable () -> Void = {}
            standIn.isolated(free)
            #expect(log.entries == ["a false", "b false", "a true", "b true"])
            func next() throws -> Int {
                calls += 1
                return calls
            }
            standIn.automatic(calls)
            try standIn.failing(try next())
            #expect(log.entries.suffix(4) == ["a 8", "b 8", "a 9", "b 10"])
            standIn.again { calls += 1 }
            #expect(calls == 12)
            #expect(throws: Stop(name: "again")) { try standIn.again { throw Stop(name: "again") } }
            withExtendedLifetime(listeners) {}
        }

        // MARK: Generics

        @Multicast
        protocol Generics: AnyObject {
            func show<Value: CustomStringConvertible>(_ value: Value)
            func join<Left, Right>(_ left: Left, with right: [Right]) where Left: Sequence, Left.Element == Right
            func take(_ value: some CustomStringConvertible)
            func all<each Value>(_ values: repeat each Value)
            func raise<Failure: Error>(_ error: Failure) throws(Failure)
        }

        final class GenericsStandIn: MulticastDelegate<any Generics>, Generics {}

        final class GenericsListener: Listener, Generics {
            func show<Value: CustomStringConvertible>(_ value: Value) { hear(value, Value.self) }
            func join<Left, Right>(_ left: Left, with right: [Right]) where Left: Sequence, Left.Element == Right {
                hear(Array(left) + right)
            }
            func take(_ value: some CustomStringConvertible) { hear(value.description) }
            func all<each Value>(_ values: repeat each Value) {
                for value in repeat each values { hear(value) }
            }
            func raise<Failure: Error>(_ error: Failure) throws(Failure) { throw error }
        }

        @Test("generic methods, their where clauses, some types and parameter packs are forwarded")
        func generics() {
            let log = Log()
            let listeners = [GenericsListener("a", log), GenericsListener("b", log)]
            let standIn: any Generics = GenericsStandIn(listeners)
            standIn.show(1)
            standIn.join(0..<2, with: [7])
            standIn.take("some")
            standIn.all(1, "two")
            #expect(
                log.entries == [
                    "a 1 Int", "b 1 Int", "a [0, 1, 7]", "b [0, 1, 7]", "a some", "b some", "a 1", "a two", "b 1",
                    "b two",
                ])
            #expect(throws: Stop(name: "generic")) { try standIn.raise(Stop(name: "generic")) }
            withExtendedLifetime(listeners) {}
        }

        // MARK: Effects

        @Multicast
        protocol Effects: AnyObject {
            func fail() throws
            func failTyped() throws(ShapeTests.Stop)
            func wait() async
            func waitAndFail() async throws
            func waitAndFailTyped(_ delegate: Int) async throws(ShapeTests.Stop)
            func change(_ value: inout Int) async
            func on(_ actor: isolated (any Actor)?) async
            func onNow(_ actor: isolated (any Actor)?)
        }

        final class EffectsStandIn: MulticastDelegate<any Effects>, Effects {}

        final class EffectsListener: Listener, Effects {
            var fails = false

            private func hearOrFail(_ word: String) throws(Stop) {
                hear(word)
                if fails { throw Stop(name: name) }
            }
            func fail() throws { try hearOrFail("fail") }
            func failTyped() throws(Stop) { try hearOrFail("typed") }
            func wait() async {
                hear("begins")
                await Task.yield()
                hear("ends")
            }
            func waitAndFail() async throws { try hearOrFail("async") }
            func waitAndFailTyped(_ delegate: Int) async throws(Stop) { try hearOrFail("async typed") }
            func change(_ value: inout Int) async { value += 1 }
            func on(_ actor: isolated (any Actor)?) async { hear(actor === MainActor.shared) }
            func onNow(_ actor: isolated (any Actor)?) { hear("now", actor === MainActor.shared) }
        }

        @Test("the first error stops, and nobody after the one who threw it is called")
        func errors() async {
            let log = Log()
            let listeners = [EffectsListener("a", log), EffectsListener("b", log), EffectsListener("c", log)]
            listeners[1].fails = true
            let standIn: any Effects = EffectsStandIn(listeners)
            #expect(throws: Stop(name: "b")) { try standIn.fail() }
            do throws(Stop) {
                try standIn.failTyped()
            } catch {
                #expect(error.name == "b")
            }
            await #expect(throws: Stop(name: "b")) { try await standIn.waitAndFail() }
            do throws(Stop) {
                try await standIn.waitAndFailTyped(1)
            } catch {
                #expect(error.name == "b")
            }
            #expect(
                log.entries == ["fail", "typed", "async", "async typed"].flatMap { ["a \($0)", "b \($0)"] })
            withExtendedLifetime(listeners) {}
        }

        @Test("who waits is awaited before the next is called")
        func inTurn() async {
            let log = Log()
            let listeners = [EffectsListener("a", log), EffectsListener("b", log)]
            let standIn: any Effects = EffectsStandIn(listeners)
            await standIn.wait()
            var value = 1
            await standIn.change(&value)
            #expect(value == 3)
            #expect(log.entries == ["a begins", "a ends", "b begins", "b ends"])
            withExtendedLifetime(listeners) {}
        }

        @Test("an isolated parameter isolates the forwarder")
        @MainActor
        func isolatedParameter() async {
            let log = Log()
            let listeners = [EffectsListener("a", log)]
            let standIn = EffectsStandIn(listeners)
            await standIn.on(MainActor.shared)
            standIn.onNow(MainActor.shared)
            #expect(log.entries == ["a true", "a now true"])
            withExtendedLifetime(listeners) {}
        }

        // MARK: Isolation

        @MainActor
        @Multicast
        protocol OnMain: AnyObject {
            func show(_ screen: String)
            func load() async
            nonisolated func anywhere()
            nonisolated func anywhereLater() async
        }

        @MainActor
        final class OnMainStandIn: MulticastDelegate<any OnMain>, OnMain {}

        @MainActor
        final class Screen: OnMain {
            var shown: [String] = []
            nonisolated let calls = Counter()

            func show(_ screen: String) { shown.append(screen) }
            func load() async { shown.append("loaded") }
            nonisolated func anywhere() { calls.count() }
            nonisolated func anywhereLater() async { calls.count() }
        }

        final class Counter: @unchecked Sendable {
            private let lock = NSLock()
            private var counted = 0

            var value: Int { lock.withLock { counted } }

            func count() { lock.withLock { counted += 1 } }
        }

        @Test("a protocol on the main actor is stood in for on the main actor")
        @MainActor
        func mainActor() async {
            let screens = [Screen(), Screen()]
            let standIn: any OnMain = OnMainStandIn(screens)
            standIn.show("inbox")
            await standIn.load()
            standIn.anywhere()
            await standIn.anywhereLater()
            #expect(screens.allSatisfy { $0.shown == ["inbox", "loaded"] && $0.calls.value == 2 })
        }

        @Multicast
        protocol PartlyOnMain: AnyObject {
            @MainActor func show(_ screen: String)
            @MainActor func load() async throws
            @preconcurrency @MainActor func refresh()
            nonisolated func anywhere()
        }

        final class PartlyOnMainStandIn: MulticastDelegate<any PartlyOnMain>, PartlyOnMain {}

        final class PartScreen: Listener, PartlyOnMain {
            @MainActor func show(_ screen: String) { hear(screen) }
            @MainActor func load() async throws { hear("loaded") }
            @MainActor func refresh() { hear("refreshed") }
            func anywhere() { hear("anywhere") }
        }

        @Test("single requirements on the main actor keep their isolation")
        @MainActor
        func partlyOnMain() async throws {
            let log = Log()
            let screens = [PartScreen("a", log)]
            let standIn = PartlyOnMainStandIn(screens)
            standIn.show("inbox")
            try await standIn.load()
            standIn.refresh()
            standIn.anywhere()
            #expect(log.entries == ["a inbox", "a loaded", "a refreshed", "a anywhere"])
            withExtendedLifetime(screens) {}
        }

        // MARK: Availability

        @available(macOS 11, iOS 14, *)
        struct New {}

        @Multicast
        protocol Ages: AnyObject {
            @available(macOS 11, iOS 14, *)
            func new(_ new: ShapeTests.New)
            @available(*, deprecated, message: "Say new.")
            func old()
        }

        final class AgesStandIn: MulticastDelegate<any Ages>, Ages {}

        final class AgesListener: Listener, Ages {
            @available(macOS 11, iOS 14, *)
            func new(_ new: New) { hear("new") }
            func old() { hear("old") }
        }

        @available(macOS 11, iOS 14, *)
        @Multicast
        protocol NewOnly: AnyObject {
            func new(_ new: ShapeTests.New)
        }

        @Test("what is available only here and there is forwarded there")
        func availability() {
            let log = Log()
            let listeners = [AgesListener("a", log)]
            let standIn = AgesStandIn(listeners)
            if #available(macOS 11, iOS 14, *) { standIn.new(New()) }
            #expect(log.entries == ["a new"])
            withExtendedLifetime(listeners) {}
        }

        // MARK: Overloads

        @Multicast
        protocol Overloads: AnyObject {
            func move(to place: Int)
            func move(by distance: Int)
            func move(_ name: String)
            func move(_ number: Double)
            func move<Value>(_ value: Value)
            func move(to place: Int) async
            func answer(_ number: Int)
            func answer(_ number: Int) -> String
        }

        final class OverloadsStandIn: MulticastDelegate<any Overloads>, Overloads {
            func answer(_ number: Int) -> String { map { $0.answer(number) as String }.joined(separator: " ") }
        }

        final class OverloadsListener: Listener, Overloads {
            func move(to place: Int) { hear("to", place) }
            func move(by distance: Int) { hear("by", distance) }
            func move(_ name: String) { hear("name", name) }
            func move(_ number: Double) { hear("number", number) }
            func move<Value>(_ value: Value) { hear("generic", value) }
            func move(to place: Int) async { hear("later to", place) }
            func answer(_ number: Int) { hear("answer", number) }
            func answer(_ number: Int) -> String { "\(name)\(number)" }
        }

        @Test("overloads that differ in labels, types and effects each have a forwarder of their own")
        func overloads() async {
            let log = Log()
            let listeners = [OverloadsListener("a", log)]
            let standIn = OverloadsStandIn(listeners)
            func now() {
                standIn.move(to: 1)
                standIn.move(by: 2)
                standIn.move("three")
                standIn.move(4.5)
                standIn.move([6])
                let answer: (Int) -> Void = standIn.answer
                answer(7)
            }
            now()
            await standIn.move(to: 8)
            #expect(
                log.entries == [
                    "a to 1", "a by 2", "a name three", "a number 4.5", "a generic [6]", "a answer 7", "a later to 8",
                ])
            #expect(standIn.answer(9) == "a9")
            withExtendedLifetime(listeners) {}
        }

        // MARK: Protocols

        @Multicast
        protocol Base: AnyObject {
            func base()
        }

        @Multicast
        protocol Refined: Base {
            func refined()
            #if Macros
                func here()
            #elseif NeverSet
                func nowhere(_ unknown: Unknown)
            #else
                func elsewhere()
            #endif
        }

        final class RefinedStandIn: MulticastDelegate<any Refined>, Refined {
            func base() { invoke { $0.base() } }
        }

        final class RefinedListener: Listener, Refined {
            func base() { hear("base") }
            func refined() { hear("refined") }
            func here() { hear("here") }
        }

        @Test("inherited requirements are left to their own protocol, and conditions are kept")
        func inheritance() {
            let log = Log()
            let listeners = [RefinedListener("a", log)]
            let standIn: any Refined = RefinedStandIn(listeners)
            standIn.base()
            standIn.refined()
            standIn.here()
            #expect(log.entries == ["a base", "a refined", "a here"])
            withExtendedLifetime(listeners) {}
        }

        @Multicast
        protocol Loader<Item>: AnyObject {
            associatedtype Item
            func loads(_ url: String)
            func convert<Item>(_ item: Item)
            func loaded() -> [Item]
        }

        final class LoaderStandIn: MulticastDelegate<any Loader>, Loader {
            func loaded() -> [Any] { flatMap { $0.loaded() as [Any] } }
        }

        final class LoaderListener: Listener, Loader {
            func loads(_ url: String) { hear("loads", url) }
            func convert<Item>(_ item: Item) { hear("convert", item) }
            func loaded() -> [Int] { [1] }
        }

        @Test("a protocol with a primary associated type is stood in for where the type is not asked for")
        func primaryAssociatedTypes() {
            let log = Log()
            let listeners = [LoaderListener("a", log), LoaderListener("b", log)]
            let standIn = LoaderStandIn(listeners)
            standIn.loads("url")
            standIn.convert(2)
            #expect(log.entries == ["a loads url", "b loads url", "a convert 2", "b convert 2"])
            #expect(standIn.loaded().count == 2)
            withExtendedLifetime(listeners) {}
        }

        @Multicast
        protocol WithDefaults: AnyObject {
            func first()
            func second()
        }

        final class WithDefaultsStandIn: MulticastDelegate<any WithDefaults>, WithDefaults {
            var seconds = 0
            func second() { seconds += 1 }
        }

        final class WithDefaultsListener: Listener, WithDefaults {
            func first() { hear("first") }
        }

        @Test("forwarders go before the defaults of the protocol, and methods of the class before forwarders")
        func precedence() {
            let log = Log()
            let listeners = [WithDefaultsListener("a", log)]
            let standIn = WithDefaultsStandIn(listeners)
            let delegate: any WithDefaults = standIn
            delegate.first()
            delegate.second()
            #expect(log.entries == ["a first"])
            #expect(standIn.seconds == 1)
            withExtendedLifetime(listeners) {}
        }

        // MARK: The contract

        @Test("forwarders keep to order, membership, lifetimes and re-entrancy as invoke does")
        func contract() {
            let log = Log()
            let standIn = ReactingStandIn()
            let a = Reacting("a", log)
            let b = Reacting("b", log)
            let late = Reacting("late", log)
            var dying: Reacting? = Reacting("dying", log)
            standIn.add([a, b])
            standIn.add(dying!)
            a.onHearing = { depth in
                standIn.remove(b)
                standIn.add(late)
                dying = nil
                if depth < 3 { standIn.heard(depth + 1) }
            }
            standIn.heard(1)
            #expect(log.entries == ["a 1", "a 2", "a 3", "late 3", "late 2"])
            #expect(standIn.count == 2)
            withExtendedLifetime((a, b, late)) {}
        }

        @Multicast
        protocol Reaction: AnyObject {
            func heard(_ depth: Int)
        }

        final class ReactingStandIn: MulticastDelegate<any Reaction>, Reaction {
            func add(_ delegates: [any Reaction]) { for delegate in delegates { add(delegate) } }
        }

        final class Reacting: Listener, Reaction {
            var onHearing: ((Int) -> Void)?

            func heard(_ depth: Int) {
                hear(depth)
                onHearing?(depth)
            }
        }
    }

    extension ShapeTests.WithDefaults {
        func first() {}
        func second() {}
    }

    // MARK: Access levels

    /// A protocol that everybody sees.
    @Multicast
    public protocol PublicDelegate: AnyObject { func f() }
    /// What everybody sees.
    public final class PublicStandIn: MulticastDelegate<any PublicDelegate>, PublicDelegate {}

    @Multicast
    package protocol PackageDelegate: AnyObject { func f() }
    package final class PackageStandIn: MulticastDelegate<any PackageDelegate>, PackageDelegate {}

    @Multicast
    internal protocol InternalDelegate: AnyObject { func f() }
    final class InternalStandIn: MulticastDelegate<any InternalDelegate>, InternalDelegate {}

    @Multicast
    fileprivate protocol FilePrivateDelegate: AnyObject { func f() }
    private final class FilePrivateStandIn: MulticastDelegate<any FilePrivateDelegate>, FilePrivateDelegate {}

    @Multicast
    private protocol PrivateDelegate: AnyObject { func f() }
    private final class PrivateStandIn: MulticastDelegate<any PrivateDelegate>, PrivateDelegate {}

    /// What everybody sees.
    public enum PublicOuter {
        /// A protocol that everybody sees.
        @Multicast
        public protocol Delegate: AnyObject { func f() }
        /// What everybody sees.
        public final class StandIn: MulticastDelegate<any Delegate>, Delegate {}

        @Multicast
        fileprivate protocol Hidden: AnyObject { func f() }
        fileprivate final class HiddenStandIn: MulticastDelegate<any Hidden>, Hidden {}
    }

    public extension PublicOuter {
        @Multicast
        protocol Extended: AnyObject { func f() }
        final class ExtendedStandIn: MulticastDelegate<any Extended>, Extended {}
    }

    private enum PrivateOuter {
        /// A protocol that nobody else sees.
        @Multicast
        public protocol Delegate: AnyObject { func f() }
        final class StandIn: MulticastDelegate<any Delegate>, Delegate {}
    }
#endif
