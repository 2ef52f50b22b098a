import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type: names that agree")
    @MainActor
    struct NamesThatAgree {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let context = "BroadcasterTests.DeliveryContract.NamesThatAgree"

        protocol Taking<Value> {
            associatedtype Value
            func take(_ value: Value)
        }

        protocol Mapping<Key, Value> {
            associatedtype Key
            associatedtype Value
        }

        class Cell<Content> {}
        enum Outer<First> { class Inner<Second> {} }

        final class CellOfInt: Cell<Int>, Taking {
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            func take(_ value: Int) { log.write("int \(value)") }
        }

        final class CellOfString: Cell<String>, Taking {
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            func take(_ value: Int) { log.write("string \(value)") }
        }

        final class InnerOfString: Outer<Int>.Inner<String>, Taking {
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            func take(_ value: Int) { log.write("inner string \(value)") }
        }

        final class InnerOfInt: Outer<Int>.Inner<Int>, Taking {
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            func take(_ value: Int) { log.write("inner int \(value)") }
        }

        /// Registers one observer for each type, and expects each broadcast to reach the one of its own type.
        private func expectTwoChannels<First, Second>(
            _ first: First.Type, _ firstObserver: First, _ second: Second.Type, _ secondObserver: Second,
            call: @escaping @MainActor (_ observer: Any, _ number: Int) -> Void
        ) async {
            #expect(String(reflecting: first) == String(reflecting: second))
            broadcaster.register(first, observer: firstObserver)
            broadcaster.register(second, observer: secondObserver)
            broadcaster.notify(first) { call($0, 1) }
            broadcaster.notify(second) { call($0, 2) }
            await broadcaster.settled()
            let areTwoSets = broadcaster.observers(of: first) as AnyObject !== broadcaster.observers(of: second)
            #expect(areTwoSets)
            let names = broadcaster.channels.map(\.name)
            #expect(names == [String(reflecting: first), String(reflecting: first) + " (2)"])
            withExtendedLifetime((firstObserver, secondObserver)) {}
        }

        @Test("a generic superclass with other arguments")
        func superclass() async {
            await expectTwoChannels(
                (any Taking<Int> & Cell<Int>).self, CellOfInt(log),
                (any Taking<Int> & Cell<String>).self, CellOfString(log)
            ) { observer, number in (observer as! any Taking<Int>).take(number) }
            #expect(log.entries == ["int 1", "string 2"])
        }

        @Test("a generic superclass that is nested in another generic type")
        func nestedSuperclass() async {
            await expectTwoChannels(
                (any Taking<Int> & Outer<Int>.Inner<String>).self, InnerOfString(log),
                (any Taking<Int> & Outer<Int>.Inner<Int>).self, InnerOfInt(log)
            ) { observer, number in (observer as! any Taking<Int>).take(number) }
            #expect(log.entries == ["inner string 1", "inner int 2"])
        }

        final class Sink<Value>: Taking {
            let log: Log<String>
            let name: String
            init(_ log: Log<String>, _ name: String) { (self.log, self.name) = (log, name) }
            func take(_ value: Value) { log.write(name) }
        }

        @Test("the same in the arguments of another type")
        func inArguments() async {
            typealias First = any Taking<Int> & Cell<Int>
            typealias Second = any Taking<Int> & Cell<String>
            let (first, second) = (CellOfInt(log), CellOfString(log))
            await expectTwoChannels(
                (any Taking<First>).self, Sink<First>(log, "first"), (any Taking<Second>).self,
                Sink<Second>(log, "second")
            ) { observer, _ in
                (observer as? any Taking<First>)?.take(first)
                (observer as? any Taking<Second>)?.take(second)
            }
            #expect(log.entries == ["first", "second"])
        }

        @Test("an argument that may escape and one that may not")
        func escaping() async {
            typealias Escaping = (@escaping () -> Int) -> Void
            typealias NotEscaping = (() -> Int) -> Void
            await expectTwoChannels(
                (any Taking<Escaping>).self, Sink<Escaping>(log, "escaping"),
                (any Taking<NotEscaping>).self, Sink<NotEscaping>(log, "not escaping")
            ) { observer, _ in
                (observer as? any Taking<Escaping>)?.take { _ in }
                (observer as? any Taking<NotEscaping>)?.take { _ in }
            }
            #expect(log.entries == ["escaping", "not escaping"])
        }

        @Test("a type whose name the runtime can't print is a channel like any other")
        func unprintable() async {
            typealias Unprintable = any Taking<any Taking<Int>.Type>
            let (first, second) = (Sink<any Taking<Int>.Type>(log, "one"), Sink<[any Taking<Int>.Type]>(log, "two"))
            broadcaster.register(Unprintable.self, observer: first)
            broadcaster.register((any Taking<[any Taking<Int>.Type]>).self, observer: second)
            broadcaster.notify(Unprintable.self) { $0.take(Sink<Int>.self) }
            broadcaster.notify((any Taking<[any Taking<Int>.Type]>).self) { $0.take([]) }
            await broadcaster.settled()
            #expect(log.entries == ["one", "two"])
            let name = "a type that has no printable name"
            #expect(broadcaster.channels.map(\.name) == [name, name + " (2)"])
            #expect(broadcaster.channels.map(\.observers) == [[name], [name]])
            broadcaster.unregister(Unprintable.self, observer: first)
            #expect(broadcaster.observers(of: Unprintable.self).isEmpty)
            withExtendedLifetime(second) {}
        }

        @Test("a local type has a name without an address, and another of that name has a number")
        func local() {
            func register() -> AnyObject {
                protocol Local { func call() }
                final class Observer: Local { func call() {} }
                let observer = Observer()
                broadcaster.register(Local.self, observer: observer)
                return observer
            }
            func registerOther() -> AnyObject {
                protocol Local { func call() }
                final class Observer: Local { func call() {} }
                let observer = Observer()
                broadcaster.register(Local.self, observer: observer)
                return observer
            }
            func registerThird() -> AnyObject {
                protocol Local { func call() }
                final class Observer: Local { func call() {} }
                let observer = Observer()
                broadcaster.register(Local.self, observer: observer)
                let recorder = BroadcastObserverTests.Recorder()
                broadcaster.register(BroadcastObserver.self, observer: recorder)
                broadcaster.notify(Local.self) { $0.call() }
                #expect(recorder.events.entries == ["sent \(context).Local (3)"])
                return observer
            }
            let observers = [register(), registerOther(), registerThird()]
            let names = broadcaster.channels.map(\.name)
            #expect(names == ["\(context).Local", "\(context).Local (2)", "\(context).Local (3)"])
            #expect(broadcaster.channels.allSatisfy { $0.observers == ["\(context).Observer"] })
            withExtendedLifetime(observers) {}
        }

        @Test("a name loses the addresses of all local types in it")
        func localArguments() {
            struct Local {}
            struct Pair<First, Second> {}
            let local = "\(context).Local"
            #expect(typeName(Pair<Local, [Local]>.self) == "\(context).Pair<\(local), Swift.Array<\(local)>>")
        }

        /// What makes a name unprintable, at each place in a type where it can stand.
        @Test("such names are recognized, and others are printed")
        func recognized() {
            typealias Metatype = any Taking<Int>.Type
            enum Choice<Value> { case value(Value) }
            struct Pair<First: Hashable, Second: Collection> where Second.Element == First {}
            class Base<Value> {}
            class Derived<Value>: Base<[Value]> { var value: Value? }
            let unprintable: [Any.Type] = [
                Metatype.self, Metatype.Type.self, [Metatype].self, Metatype?.self, Choice<Metatype>.self,
                ((Metatype) -> Void).self, (() -> Metatype).self, (Int, Metatype).self, [Int: Metatype].self,
                (any Taking<Metatype>).self, (any Taking<Int> & Cell<Metatype>).self, Cell<Metatype>.self,
                (any Mapping<Int, Metatype>).self, (any Mapping<Metatype, Int>).self,
                (any Hashable & Cell<Metatype>).self, Derived<Metatype>.self, Outer<Metatype>.Inner<Int>.self,
                Outer<Int>.Inner<Metatype>.self, UnsafePointer<Choice<(Int, [Metatype])>>.self,
            ]
            for type in unprintable { #expect(!TypeMetadata(type).isPrintable) }
            let printable: [Any.Type] = [
                Int.self, String?.self, (any Taking<Int>).Type.self, (any Taking<Int> & Cell<Int>).self, Any.self,
                AnyObject.self, (any Error).self, (any Taking).Type.self, (any Taking.Type).self, NSObject.self,
                Pair<Int, [Int]>.self, Derived<Int>.self, Outer<Int>.Inner<String>.self,
                (any Hashable & Cell<Int>).self,
                ((@escaping () -> Int, inout Int) async throws -> Void).self, OperationQueue.self, [Int: Set<Int>].self,
                KeyPath<String, Int>.self, (any Taking<Choice<Int>?>).self, ManagedBuffer<Int, Int>.self,
                (any Actor).self, (any Mapping<Int, String>).self,
            ]
            for type in printable { #expect(TypeMetadata(type).isPrintable && !typeName(type).contains("$")) }
        }

        @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        struct Vector<let count: Int, Element> {}

        @Test("such names are recognized beside an integer")
        func recognizedBesideInteger() {
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
            #expect(typeName(Vector<3, Int>.self).hasSuffix(".Vector<3, Swift.Int>"))
            let isPrintable = TypeMetadata(Vector<3, any Taking<Int>.Type>.self).isPrintable
            #expect(!isPrintable)
        }

        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        struct Pack<each Element> {}

        @Test("a name with a pack of types is not printed, because any of them could be such a name")
        func packs() {
            guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
            #expect(typeName(Pack<Int, any Taking<Int>.Type>.self) == "a type that has no printable name")
        }

        /// They stand behind whatever else a function type consists of.
        @Test("such names are recognized in the errors that functions throw")
        func recognizedInErrors() {
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
            typealias Metatype = any Taking<Int>.Type
            struct Failure<Value>: Error {}
            let unprintable: [Any.Type] = [
                (() throws(Failure<Metatype>) -> Void).self, ((Int) throws(Failure<Metatype>) -> Void).self,
                ((inout Int, Int, Int) async throws(Failure<Metatype>) -> Int).self,
                ((inout Int, Int) throws(Failure<Metatype>) -> Int).self,
                (@MainActor (inout Int) throws(Failure<Metatype>) -> Void).self,
                (@MainActor @Sendable () async throws(Failure<Metatype>) -> Void).self,
                (@isolated(any) (Int) throws(Failure<Metatype>) -> Void).self,
            ]
            // Indices, because a failed expectation prints what it compares.
            let missed = unprintable.indices.filter { TypeMetadata(unprintable[$0]).isPrintable }
            #expect(missed == [])
            let printable: [Any.Type] = [
                (() throws(Failure<Int>) -> Void).self, (@MainActor (inout Int) throws(Failure<Int>) -> Void).self,
                (@isolated(any) (Int) -> Void).self, (@isolated(any) (inout Int) throws(Failure<Int>) -> Void).self,
                (@MainActor (inout Int, Int) -> Void).self,
            ]
            for type in printable { #expect(TypeMetadata(type).isPrintable && !typeName(type).contains("$")) }
        }
    }
}
