#if Macros
    import Broadcaster
    import Testing

    /// Compiles the forwarders of many kinds of protocols, and calls them.
    @Suite("Forwarding", .timeLimit(.minutes(60)))
    struct ForwardingTests {
        /// The calls that delegates received, in order, on one thread.
        final class Log {
            var entries: [String] = []
            /// Those that record here.
            var delegates: [RecordingDelegate] = []
        }

        /// A delegate that records the calls it receives, and that its log retains.
        class RecordingDelegate {
            let name: String
            unowned let log: Log

            init(_ name: String, _ log: Log) {
                self.name = name
                self.log = log
                log.delegates.append(self)
            }

            func record(_ words: Any...) {
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
            func collisions(delegate_: Int, delegate: Int, self: Int, await: Int, argument3: Int, _: Int, _: Int)
            func delegate(argument2: Int, _ `delegate`: Int)
            func change(_ value: inout Int, by: Int)
            func borrow(_ text: borrowing String)
            func optional(_ value: Int!, _ other: Int?)
            func void() -> Void
            func unit() -> ()
        }

        final class ParametersStandIn: MulticastDelegate<any Parameters>, Parameters {}

        final class ParametersRecorder: RecordingDelegate, Parameters {
            func none() { record("none") }
            func one(_ value: Int) { record("one", value) }
            func many(first: Int, second value: Int, _ third: String) { record("many", first, value, third) }
            func `default`(`in` place: Int) { record("default", place) }
            func words(in a: Int, self b: Int, `for` c: Int, _ d: Int, label e: Int, _ f: Int, `inout` g: Int) {
                record("words", a, b, c, d, e, f, g)
            }
            func names(invoke: Int, delegate: Int, delegates: Int) { record("names", invoke, delegate, delegates) }
            func collisions(
                delegate_ a: Int, delegate b: Int, self c: Int, await d: Int, argument3 e: Int, _ f: Int, _ g: Int
            ) {
                record("collisions", a, b, c, d, e, f, g)
            }
            func delegate(argument2: Int, _ delegate: Int) { record("delegate", argument2, delegate) }
            func change(_ value: inout Int, by: Int) { value += by }
            func borrow(_ text: borrowing String) { record("borrow", copy text) }
            func optional(_ value: Int!, _ other: Int?) { record("optional", value == nil, other == nil) }
            func void() { record("void") }
            func unit() { record("unit") }
        }

        @Test("arguments reach every delegate in order, whatever the labels and names of the parameters")
        func parameters() {
            let log = Log()
            let delegates = [ParametersRecorder("a", log), ParametersRecorder("b", log)]
            let standIn: any Parameters = ParametersStandIn(delegates)
            standIn.none()
            standIn.one(1)
            standIn.many(first: 1, second: 2, "3")
            standIn.default(in: 1)
            standIn.words(in: 1, self: 2, for: 3, 4, label: 5, 6, `inout`: 7)
            standIn.names(invoke: 1, delegate: 2, delegates: 3)
            standIn.collisions(delegate_: 1, delegate: 2, self: 3, await: 4, argument3: 5, 6, 7)
            standIn.delegate(argument2: 1, 2)
            standIn.borrow("lent")
            standIn.optional(nil, 1)
            standIn.void()
            standIn.unit()
            let calls = [
                "none", "one 1", "many 1 2 3", "default 1", "words 1 2 3 4 5 6 7", "names 1 2 3",
                "collisions 1 2 3 4 5 6 7", "delegate 1 2", "borrow lent", "optional true false", "void", "unit",
            ]
            #expect(log.entries == calls.flatMap { ["a \($0)", "b \($0)"] })
        }

        @Test("each delegate in turn can change an inout argument")
        func inoutParameter() {
            let log = Log()
            var value = 1
            ParametersStandIn([ParametersRecorder("a", log), ParametersRecorder("b", log)]).change(&value, by: 2)
            #expect(value == 5)
            withExtendedLifetime(log) {}
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
            func caller(_ body: nonisolated(nonsending) @escaping () async -> Void)
        }

        final class ClosuresStandIn: MulticastDelegate<any Closures>, Closures {}

        final class ClosuresRecorder: RecordingDelegate, Closures {
            func plain(_ body: () -> Void) { body() }
            func escaping(_ body: @escaping (Int) -> Void) { body(2) }
            func optional(_ body: (() -> Void)?) { body?() }
            func sendable(_ body: @escaping @Sendable () -> Void) { body() }
            func main(_ body: @escaping @MainActor () -> Void) { MainActor.assumeIsolated { body() } }
            func isolated(_ body: @escaping @isolated(any) () -> Void) { record(body.isolation == nil) }
            func automatic(_ value: @autoclosure () -> Int) { record(value()) }
            func failing(_ value: @autoclosure () throws -> Int) throws { record(try value()) }
            func again(_ body: () throws -> Void) rethrows { try body() }
            func caller(_ body: nonisolated(nonsending) @escaping () async -> Void) { record("caller") }
        }

        @Test("each delegate receives a closure argument of any kind")
        @MainActor
        func closures() throws {
            let log = Log()
            let standIn: any Closures = ClosuresStandIn([ClosuresRecorder("a", log), ClosuresRecorder("b", log)])
            var calls = 0
            standIn.plain { calls += 1 }
            standIn.escaping { calls += $0 }
            standIn.optional { calls += 1 }
            #expect(calls == 8)
            nonisolated(unsafe) var sendableCalls = 0
            standIn.sendable { sendableCalls += 1 }
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
            standIn.caller {}
            #expect(log.entries.suffix(2) == ["a caller", "b caller"])
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

        final class GenericsRecorder: RecordingDelegate, Generics {
            func show<Value: CustomStringConvertible>(_ value: Value) { record(value, Value.self) }
            func join<Left, Right>(_ left: Left, with right: [Right]) where Left: Sequence, Left.Element == Right {
                record(Array(left) + right)
            }
            func take(_ value: some CustomStringConvertible) { record(value.description) }
            func all<each Value>(_ values: repeat each Value) {
                for value in repeat each values { record(value) }
            }
            func raise<Failure: Error>(_ error: Failure) throws(Failure) { throw error }
        }

        @Test("generic methods are forwarded, with where clauses, opaque parameters and parameter packs")
        func generics() {
            let log = Log()
            let standIn: any Generics = GenericsStandIn([GenericsRecorder("a", log), GenericsRecorder("b", log)])
            standIn.show(1)
            standIn.join(0..<2, with: [7])
            standIn.take("some")
            standIn.all(1, "two")
            #expect(throws: Stop(name: "generic")) { try standIn.raise(Stop(name: "generic")) }
            #expect(
                log.entries == [
                    "a 1 Int", "b 1 Int", "a [0, 1, 7]", "b [0, 1, 7]", "a some", "b some", "a 1", "a two", "b 1",
                    "b two",
                ])
        }

        // MARK: Effects

        @Multicast
        protocol Effects: AnyObject {
            func fail() throws
            func failTyped() throws(ForwardingTests.Stop)
            func wait() async
            func waitAndFail() async throws
            func waitAndFailTyped(_ delegate: Int) async throws(ForwardingTests.Stop)
            func change(_ value: inout Int) async
            func on(_ actor: isolated (any Actor)?) async
            func onNow(_ actor: isolated (any Actor)?)
        }

        final class EffectsStandIn: MulticastDelegate<any Effects>, Effects {}

        final class EffectsRecorder: RecordingDelegate, Effects {
            var fails = false

            private func recordOrThrow(_ word: String) throws(Stop) {
                record(word)
                if fails { throw Stop(name: name) }
            }
            func fail() throws { try recordOrThrow("fail") }
            func failTyped() throws(Stop) { try recordOrThrow("typed") }
            func wait() async {
                record("begins")
                await Task.yield()
                record("ends")
            }
            func waitAndFail() async throws { try recordOrThrow("async") }
            func waitAndFailTyped(_ delegate: Int) async throws(Stop) { try recordOrThrow("async typed") }
            func change(_ value: inout Int) async { value += 1 }
            func on(_ actor: isolated (any Actor)?) async { record(actor === MainActor.shared) }
            func onNow(_ actor: isolated (any Actor)?) { record("now", actor === MainActor.shared) }
        }

        @Test("the first error ends the call, and later delegates aren't called")
        func errors() async {
            let log = Log()
            let delegates = [EffectsRecorder("a", log), EffectsRecorder("b", log), EffectsRecorder("c", log)]
            delegates[1].fails = true
            let standIn: any Effects = EffectsStandIn(delegates)
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
            withExtendedLifetime(delegates) {}
        }

        @Test("an async forwarder awaits one delegate before it calls the next")
        func sequentialAwaits() async {
            let log = Log()
            let standIn: any Effects = EffectsStandIn([EffectsRecorder("a", log), EffectsRecorder("b", log)])
            await standIn.wait()
            var value = 1
            await standIn.change(&value)
            #expect(value == 3)
            #expect(log.entries == ["a begins", "a ends", "b begins", "b ends"])
        }

        @Test("an isolated parameter isolates the forwarder")
        @MainActor
        func isolatedParameter() async {
            let log = Log()
            let standIn = EffectsStandIn([EffectsRecorder("a", log)])
            await standIn.on(MainActor.shared)
            standIn.onNow(MainActor.shared)
            #expect(log.entries == ["a true", "a now true"])
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
            /// Changed by one thread after another.
            nonisolated(unsafe) var calls = 0

            func show(_ screen: String) { shown.append(screen) }
            func load() async { shown.append("loaded") }
            nonisolated func anywhere() { calls += 1 }
            nonisolated func anywhereLater() async { calls += 1 }
        }

        @Test("the forwarders of a protocol on the main actor are on the main actor")
        @MainActor
        func mainActor() async {
            let screens = [Screen(), Screen()]
            let standIn: any OnMain = OnMainStandIn(screens)
            standIn.show("inbox")
            await standIn.load()
            standIn.anywhere()
            await standIn.anywhereLater()
            #expect(screens.allSatisfy { $0.shown == ["inbox", "loaded"] && $0.calls == 2 })
        }

        @Multicast
        protocol PartlyOnMain: AnyObject {
            @MainActor func show(_ screen: String)
            @MainActor func load() async throws
            @preconcurrency @MainActor func refresh()
            nonisolated func anywhere()
        }

        final class PartlyOnMainStandIn: MulticastDelegate<any PartlyOnMain>, PartlyOnMain {}

        final class PartScreen: RecordingDelegate, PartlyOnMain {
            @MainActor func show(_ screen: String) { record(screen) }
            @MainActor func load() async throws { record("loaded") }
            @MainActor func refresh() { record("refreshed") }
            func anywhere() { record("anywhere") }
        }

        @Test("forwarders keep the isolation of single requirements")
        @MainActor
        func partlyOnMain() async throws {
            let log = Log()
            let standIn = PartlyOnMainStandIn([PartScreen("a", log)])
            standIn.show("inbox")
            try await standIn.load()
            standIn.refresh()
            standIn.anywhere()
            #expect(log.entries == ["a inbox", "a loaded", "a refreshed", "a anywhere"])
        }

        @Multicast
        nonisolated protocol Nonisolated: AnyObject {
            func anywhere()
            func later() async
            @MainActor func show(_ screen: String)
        }

        final class NonisolatedStandIn: MulticastDelegate<any Nonisolated>, Nonisolated {}

        final class NonisolatedRecorder: RecordingDelegate, Nonisolated {
            func anywhere() { record("anywhere") }
            func later() async { record("later") }
            @MainActor func show(_ screen: String) { record(screen) }
        }

        @Test("a nonisolated protocol can isolate single requirements")
        @MainActor
        func nonisolatedProtocol() async {
            let log = Log()
            let standIn: any Nonisolated = NonisolatedStandIn([NonisolatedRecorder("a", log)])
            standIn.anywhere()
            await standIn.later()
            standIn.show("inbox")
            #expect(log.entries == ["a anywhere", "a later", "a inbox"])
        }

        // MARK: Availability

        @available(macOS 11, iOS 14, *)
        struct New {}

        @Multicast
        protocol Ages: AnyObject {
            @available(macOS 11, iOS 14, *)
            func new(_ new: ForwardingTests.New)
            @available(*, deprecated, message: "Use new.")
            func old()
        }

        final class AgesStandIn: MulticastDelegate<any Ages>, Ages {}

        final class AgesRecorder: RecordingDelegate, Ages {
            @available(macOS 11, iOS 14, *)
            func new(_ new: New) { record("new") }
            func old() { record("old") }
        }

        @available(macOS 11, iOS 14, *)
        @Multicast
        protocol NewOnly: AnyObject {
            func new(_ new: ForwardingTests.New)
        }

        @Test("forwarders have the availability of their requirements")
        func availability() {
            let log = Log()
            let standIn = AgesStandIn([AgesRecorder("a", log)])
            if #available(macOS 11, iOS 14, *) { standIn.new(New()) }
            #expect(log.entries == ["a new"])
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

        final class OverloadsRecorder: RecordingDelegate, Overloads {
            func move(to place: Int) { record("to", place) }
            func move(by distance: Int) { record("by", distance) }
            func move(_ name: String) { record("name", name) }
            func move(_ number: Double) { record("number", number) }
            func move<Value>(_ value: Value) { record("generic", value) }
            func move(to place: Int) async { record("later to", place) }
            func answer(_ number: Int) { record("answer", number) }
            func answer(_ number: Int) -> String { "\(name)\(number)" }
        }

        @Test("overloads that differ in labels, types or effects each have their own forwarder")
        func overloads() async {
            let log = Log()
            let standIn = OverloadsStandIn([OverloadsRecorder("a", log)])
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
            #expect(standIn.answer(9) == "a9")
            #expect(
                log.entries == [
                    "a to 1", "a by 2", "a name three", "a number 4.5", "a generic [6]", "a answer 7", "a later to 8",
                ])
        }

        // MARK: Protocols

        @Multicast
        protocol Base: AnyObject {
            func base()
        }

        protocol Scrolling: Base {
            func scrolled(_ y: Int)
        }

        @Multicast(redeclaresInherited: true)
        protocol Refined: Scrolling {
            func refined()
            func scrolled(_ y: Int)
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

        final class RefinedRecorder: RecordingDelegate, Refined {
            func base() { record("base") }
            func refined() { record("refined") }
            func scrolled(_ y: Int) { record("scrolled \(y)") }
            func here() { record("here") }
        }

        @Test(
            "a refined protocol forwards its own requirements, with their conditional compilation, and those that it declares again"
        )
        func inheritance() {
            let log = Log()
            let standIn: any Refined = RefinedStandIn([RefinedRecorder("a", log)])
            standIn.base()
            standIn.refined()
            standIn.here()
            (standIn as any Scrolling).scrolled(1)
            #expect(log.entries == ["a base", "a refined", "a here", "a scrolled 1"])
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

        final class LoaderRecorder: RecordingDelegate, Loader {
            func loads(_ url: String) { record("loads", url) }
            func convert<Item>(_ item: Item) { record("convert", item) }
            func loaded() -> [Int] { [1] }
        }

        @Test("methods that don't use an associated type are forwarded")
        func primaryAssociatedTypes() {
            let log = Log()
            let standIn = LoaderStandIn([LoaderRecorder("a", log), LoaderRecorder("b", log)])
            standIn.loads("url")
            standIn.convert(2)
            #expect(standIn.loaded().count == 2)
            #expect(log.entries == ["a loads url", "b loads url", "a convert 2", "b convert 2"])
        }

        @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
        final class IntLoaderStandIn: MulticastDelegate<any ItemLoader<Int>>, ItemLoader {
            typealias Item = Int
        }

        final class ItemRecorder: RecordingDelegate, ItemLoader {
            func loaded(_ item: Int) { record("loaded", item) }
        }

        @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
        @Test("a stand-in of a constrained existential forwards all methods, in spite of default implementations")
        func constrainedExistential() {
            let log = Log()
            let standIn: any ItemLoader<Int> = IntLoaderStandIn([ItemRecorder("a", log), ItemRecorder("b", log)])
            standIn.loaded(1)
            #expect(log.entries == ["a loaded 1", "b loaded 1"])
        }

        @Multicast(redeclaresInherited: true)
        protocol Superclass: RecordingDelegate {
            func called()
        }

        final class SuperclassStandIn: RecordingDelegate, Superclass, Sequence {
            let delegates = MulticastDelegate<any Superclass>()

            func makeIterator() -> WeakObjectSet<any Superclass>.Iterator { delegates.makeIterator() }
        }

        final class SuperclassRecorder: RecordingDelegate, Superclass {
            func called() { record("called") }
        }

        @Test("a stand-in for a protocol with a superclass is its own sequence")
        func superclass() {
            let log = Log()
            let delegates = [SuperclassRecorder("a", log), SuperclassRecorder("b", log)]
            let standIn = SuperclassStandIn("stand-in", log)
            for delegate in delegates { standIn.delegates.add(delegate) }
            (standIn as any Superclass).called()
            #expect(log.entries == ["a called", "b called"])
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

        final class WithDefaultsRecorder: RecordingDelegate, WithDefaults {
            func first() { record("first") }
        }

        @Test("a forwarder takes precedence over a default implementation, and a class method over the forwarder")
        func precedence() {
            let log = Log()
            let standIn = WithDefaultsStandIn([WithDefaultsRecorder("a", log)])
            let delegate: any WithDefaults = standIn
            delegate.first()
            delegate.second()
            #expect(log.entries == ["a first"])
            #expect(standIn.seconds == 1)
        }

        @Multicast
        protocol Voting: AnyObject {
            func mayStart() -> Bool
            var votes: Int { get }
        }

        final class VotingStandIn: MulticastDelegate<any Voting>, Voting {
            func mayStart() -> Bool { allSatisfy { $0.mayStart() } }
        }

        final class DefaultVoter: Voting {}

        final class Opponent: Voting {
            func mayStart() -> Bool { false }
            let votes = 2
        }

        @Test("a stand-in combines answers in its class, or in an extension for all stand-ins, in spite of a default")
        func combinedAnswers() {
            let delegates: [any Voting] = [DefaultVoter(), Opponent()]
            let standIn: any Voting = VotingStandIn(delegates)
            #expect(!standIn.mayStart())
            #expect(standIn.votes == 3)
            withExtendedLifetime(delegates) {}
        }

        @Multicast(combinesAnswers: true)
        protocol Answering: AnyObject {
            func ask(_ completion: @escaping (String) -> Void)
            func decide(_ completion: @escaping (String) -> Void)
        }

        final class AnsweringStandIn: MulticastDelegate<any Answering>, Answering {
            func decide(_ completion: @escaping (String) -> Void) {
                guard let delegate = first(where: { _ in true }) else { return completion("stand-in") }
                delegate.decide(completion)
            }
        }

        final class AnsweringRecorder: RecordingDelegate, Answering {
            func ask(_ completion: @escaping (String) -> Void) { completion(name) }
            func decide(_ completion: @escaping (String) -> Void) { completion(name) }
        }

        @Test("each delegate calls a completion handler, unless a method of the class decides who does")
        func answers() {
            let log = Log()
            let standIn: any Answering = AnsweringStandIn([AnsweringRecorder("a", log), AnsweringRecorder("b", log)])
            let withoutDelegates: any Answering = AnsweringStandIn()
            standIn.ask { log.entries.append($0) }
            withoutDelegates.ask { log.entries.append($0) }
            standIn.decide { log.entries.append("decided by \($0)") }
            withoutDelegates.decide { log.entries.append("decided by \($0)") }
            #expect(log.entries == ["a", "b", "decided by a", "decided by stand-in"])
        }

        final class PublicRecorder: RecordingDelegate, PublicDelegate {
            func f() { record("f") }
            func g(_ answer: @autoclosure () throws -> Int) rethrows { record(try answer()) }
            func answer(_ number: Int) { record("answer", number) }
            func answer(_ number: Int) -> String { "\(name)\(number)" }
        }

        @Test("the forwarders of a public protocol call every delegate in order")
        func publicProtocol() {
            let log = Log()
            let standIn: any PublicDelegate = PublicStandIn([PublicRecorder("a", log), PublicRecorder("b", log)])
            standIn.f()
            standIn.g(1)
            #expect(throws: Stop(name: "public")) { try standIn.g(try { throw Stop(name: "public") }()) }
            standIn.answer(2) as Void
            #expect(standIn.answer(3) == "a3 b3")
            #expect(log.entries == ["a f", "b f", "a 1", "b 1", "a answer 2", "b answer 2"])
        }

        // MARK: Delivery contract

        @Test("forwarders follow the rules for order, membership, lifetimes and reentrancy, as invoke does")
        func contract() {
            let log = Log()
            let standIn = ReactingStandIn()
            let a = Reacting("a", log)
            let b = Reacting("b", log)
            let late = Reacting("late", log)
            var released: Reacting? = Reacting("released", log)
            // Only the test retains them.
            log.delegates = []
            standIn.add([a, b])
            standIn.add(released!)
            a.onCall = { depth in
                standIn.remove(b)
                standIn.add(late)
                released = nil
                if depth < 3 { standIn.received(depth + 1) }
            }
            standIn.received(1)
            #expect(log.entries == ["a 1", "a 2", "a 3", "late 3", "late 2"])
            #expect(standIn.count == 2)
            withExtendedLifetime((a, b, late)) {}
        }

        @Multicast
        protocol Reaction: AnyObject {
            func received(_ depth: Int)
        }

        final class ReactingStandIn: MulticastDelegate<any Reaction>, Reaction {
            func add(_ delegates: [any Reaction]) { for delegate in delegates { add(delegate) } }
        }

        final class Reacting: RecordingDelegate, Reaction {
            var onCall: ((Int) -> Void)?

            func received(_ depth: Int) {
                record(depth)
                onCall?(depth)
            }
        }
    }

    @Multicast
    protocol ItemLoader<Item>: AnyObject {
        associatedtype Item
        func loaded(_ item: Item)
    }

    extension ItemLoader {
        func loaded(_ item: Item) {}
    }

    extension ForwardingTests.Scrolling {
        func scrolled(_ y: Int) {}
    }

    extension ForwardingTests.WithDefaults {
        func first() {}
        func second() {}
    }

    extension ForwardingTests.Voting {
        func mayStart() -> Bool { true }
        var votes: Int { 1 }
    }

    extension ForwardingTests.Voting where Self: MulticastDelegate<any ForwardingTests.Voting> {
        var votes: Int { reduce(0) { $0 + $1.votes } }
    }

    // MARK: Access levels

    /// A public protocol.
    @Multicast
    public protocol PublicDelegate: AnyObject {
        /// Is forwarded.
        func f()
        /// Is forwarded, and passes an error on.
        func g(_ answer: @autoclosure () throws -> Int) rethrows
        /// Is forwarded.
        func answer(_ number: Int)
        /// Returns a value, so the stand-in implements it.
        func answer(_ number: Int) -> String
    }
    /// A public type.
    public final class PublicStandIn: MulticastDelegate<any PublicDelegate>, PublicDelegate {
        /// Returns all answers.
        public func answer(_ number: Int) -> String { map { $0.answer(number) as String }.joined(separator: " ") }
    }

    @Multicast
    package protocol PackageDelegate: AnyObject { func f() }
    package final class PackageStandIn: MulticastDelegate<any PackageDelegate>, PackageDelegate {}

    @Multicast
    fileprivate protocol FilePrivateDelegate: AnyObject { func f() }
    private final class FilePrivateStandIn: MulticastDelegate<any FilePrivateDelegate>, FilePrivateDelegate {}

    @Multicast
    private protocol PrivateDelegate: AnyObject { func f() }
    private final class PrivateStandIn: MulticastDelegate<any PrivateDelegate>, PrivateDelegate {}

    /// A public type.
    public enum PublicOuter {
        /// A public protocol.
        @Multicast
        public protocol Delegate: AnyObject { func f() }
        /// A public type.
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
        /// A public protocol in a private type.
        @Multicast
        public protocol Delegate: AnyObject { func f() }
        final class StandIn: MulticastDelegate<any Delegate>, Delegate {}
    }
#endif
