import Broadcaster
import Foundation
import TestSupport
import Testing

/// Every kind of type that can be a channel, through every entry point.
@Suite("Exotic types", .timeLimit(.minutes(60)), .watched)
@MainActor
struct ExoticTypesTests {
    protocol Plain { func call() -> Int }
    protocol ClassBound: AnyObject { func call() -> Int }
    protocol Refining: Plain, ClassBound {}
    protocol Parameterized<Value> {
        associatedtype Value
        func call() -> Int
    }
    protocol Constrained<First, Second>: AnyObject {
        associatedtype First: Hashable
        associatedtype Second: Collection where Second.Element == First
        func call() -> Int
    }
    protocol Throwing<Failure>: AnyObject {
        associatedtype Failure: Error
        func attempt() throws(Failure)
    }
    protocol WithStatics: AnyObject {
        init()
        static var number: Int { get }
        func call() -> Int
    }
    protocol Copyless: ~Copyable {
        borrowing func call() -> Int
    }

    class Base<Content> {
        func call() -> Int { 1 }
    }
    final class Everything: Base<[String: Int]>, Refining, Constrained, Parameterized, Copyless,
        CustomStringConvertible,
        Hashable
    {
        typealias First = Int
        typealias Second = [Int]
        typealias Value = (String, @Sendable (Int) async throws -> Any.Type)
        var description: String { fatalError("asked for its description") }
        static func == (left: Everything, right: Everything) -> Bool { fatalError("compared") }
        func hash(into hasher: inout Hasher) { fatalError("hashed") }
    }
    class Generic<Value>: Parameterized {
        func call() -> Int { 1 }
    }
    final class PackOf<each Element>: ClassBound {
        func call() -> Int { 1 }
    }
    final class Store<State, each Effect>: Sendable {}
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    struct Sized<let size: Int> {}
    final class Failing: Throwing {
        func attempt() throws(CancellationError) {}
    }
    final class Made: WithStatics {
        static let number = 1
        func call() -> Int { Self.number }
    }
    final class Foreign: NSObject, ClassBound, NSCopying {
        func call() -> Int { 1 }
        func copy(with zone: NSZone? = nil) -> Any { fatalError("copied") }
    }
    actor Acting {}
    enum Namespace<Outer> {
        final class Nested<Inner>: Plain {
            func call() -> Int { 1 }
        }
    }

    /// Uses a channel in every way there is, with two observers of it.
    private func use<T>(
        _ type: T.Type, _ first: T, _ second: T, _ sourceLocation: SourceLocation = #_sourceLocation,
        call: @escaping @MainActor (T) -> Int = { _ in 1 }
    ) async {
        let broadcaster = Broadcaster()
        let calls = Counter()
        func expect(_ count: Int, _ what: Comment) {
            #expect(calls.value == count, what, sourceLocation: sourceLocation)
        }
        func count(_ observer: T) { for _ in 0..<call(observer) { calls.increment() } }

        broadcaster.register(type, observer: first)
        broadcaster.register(type, observer: second)
        broadcaster.register(type, observer: first)
        broadcaster.notify(type) { observer in count(observer) }
        await broadcaster.settled()
        expect(2, "notify")

        let set = broadcaster.observers(of: type)
        set.forEach(count)
        for observer in set { count(observer) }
        expect(6, "iterating")
        #expect(
            set.contains(first) && set.contains(second) && set.count == 2 && !set.isEmpty,
            sourceLocation: sourceLocation)
        let identities = set.map { ObjectIdentifier(object(of: $0)) }
        #expect(
            identities == [first, second].map { ObjectIdentifier(object(of: $0)) }, sourceLocation: sourceLocation)
        #expect(broadcaster.channels.map(\.observers.count) == [2], sourceLocation: sourceLocation)
        #expect(!"\(broadcaster)".isEmpty, sourceLocation: sourceLocation)

        broadcaster.unregister(type, observer: first)
        broadcaster.notify(type) { observer in count(observer) }
        broadcaster.unregister(observer: object(of: second))
        await broadcaster.settled()
        expect(6, "unregistering")
        broadcaster.register(type, observer: second)
        broadcaster.unregister(type)
        #expect(set.isEmpty, sourceLocation: sourceLocation)

        let own = WeakObjectSet<T>([first, second, first])
        own.add(second)
        own.remove(first)
        own.forEach(count)
        own.removeAll()
        expect(7, "a set")
        let delegates = MulticastDelegate<T>([first, second])
        delegates -= first
        delegates += first
        delegates.invoke(count)
        expect(9, "delegates")
        withExtendedLifetime((first, second)) {}
    }

    @Test("protocols that are composed, refined and constrained in any way are channels")
    func protocols() async {
        let first = Everything()
        let second = Everything()
        await use((any Plain).self, first, second) { $0.call() }
        await use((any ClassBound).self, first, second) { $0.call() }
        await use((any Refining).self, first, second) { $0.call() }
        await use((any Plain & ClassBound & Sendable).self, Sending(), Sending()) { $0.call() }
        await use((any Plain & AnyObject).self, first, second) { $0.call() }
        await use((any CustomStringConvertible & ClassBound).self, first, second) { $0.call() }
        await use((any Parameterized).self, first, second) { $0.call() }
        await use((any Parameterized<Everything.Value>).self, first, second) { $0.call() }
        await use((any Constrained<Int, [Int]>).self, first, second) { $0.call() }
        await use((any Constrained<Int, [Int]> & Plain).self, first, second) { $0.call() }
        await use((any Throwing<CancellationError>).self, Failing(), Failing()) {
            _ = try? $0.attempt()
            return 1
        }
        await use((any WithStatics).self, Made(), Made()) { type(of: $0).number }
        await use((any Copyless).self, first, second) { $0.call() }
        await use((any Hashable).self, first, second)
        await use((any Plain & Base<[String: Int]>).self, first, second) { $0.call() }
        await use((any Constrained<Int, [Int]> & Base<[String: Int]>).self, first, second) { $0.call() }
        await use((any NSObjectProtocol & ClassBound).self, Foreign(), Foreign()) { $0.call() }
    }

    final class Sending: Plain, ClassBound, Sendable {
        func call() -> Int { 1 }
    }

    @Test("types with arguments of any kind are channels")
    func arguments() async {
        func use<Value>(_ value: Value.Type, _ sourceLocation: SourceLocation = #_sourceLocation) async {
            let first = Generic<Value>()
            let second = Generic<Value>()
            await self.use((any Parameterized<Value>).self, first, second, sourceLocation) { $0.call() }
            await self.use(Generic<Value>.self, first, second, sourceLocation) { $0.call() }
        }
        await use(Int.self)
        await use(Never.self)
        await use(Void.self)
        await use(String?.self)
        await use(Any.self)
        await use((any Error).self)
        await use((any Parameterized<any Parameterized<Int>>).self)
        await use((any Parameterized<Int>).Type.self)
        await use((any Plain.Type).self)
        await use(((@escaping () -> Int) -> Void).self)
        await use((@MainActor @Sendable (inout Int, any Plain) async throws -> [Int]).self)
        await use((@convention(c) (Int) -> Int).self)
        await use((first: Int, second: ((any Parameterized<Int>).Type, String)).self)
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            await use(UnsafeMutablePointer<Sized<3>>.self)
        }
        await use(Namespace<Int>.Nested<[String]>.self)
        await use(KeyPath<String, Int>.self)
        await use(PackOf<Int, String, any Plain>.self)
        await use(Store<Int, String, any Plain>.self)
        await use(Result<Int, any Error>.self)
        await use(Unmanaged<Everything>.self)
        await use(AsyncStream<Int>.self)
        await use(Unicode.Scalar.self)
    }

    @Test("classes and actors of any kind are channels")
    func classes() async {
        await use(Everything.self, Everything(), Everything()) { $0.call() }
        await use(Base<[String: Int]>.self, Everything(), Base()) { $0.call() }
        await use(Generic<Int>.self, Generic(), Generic()) { $0.call() }
        await use(PackOf<Int, String>.self, PackOf(), PackOf()) { $0.call() }
        await use(Store<Int, String>.self, Store(), Store())
        await use((any ClassBound).self, PackOf<Int, String>(), PackOf<String>()) { $0.call() }
        await use(Namespace<Int>.Nested<String>.self, Namespace.Nested(), Namespace.Nested()) { $0.call() }
        await use(Foreign.self, Foreign(), Foreign()) { $0.call() }
        await use(NSObject.self, Foreign(), NSObject())
        await use(Acting.self, Acting(), Acting())
        await use((any Actor).self, Acting(), Acting())
        await use(AnyObject.self, Everything(), NSObject())
        await use(Any.self, Everything(), Acting())
        await use(Thread.self, Thread(), Thread())
        await use(MulticastDelegate<Int>.self, MulticastDelegate(), MulticastDelegate())
        await use(WeakObjectSet<Int>.self, WeakObjectSet(), WeakObjectSet())
    }
}
