import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key: names that agree")
    @MainActor
    struct Rule09NamesThatAgree {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let context = "BroadcasterTests.DeliveryContract.Rule09NamesThatAgree"

        protocol Taking<Value> {
            associatedtype Value
            func take(_ value: Value)
        }

        /// What observers write when they are called.
        class Named {
            let name: String
            let log: Log<String>

            init(_ name: String, _ log: Log<String>) { (self.name, self.log) = (name, log) }

            func take(_ value: Int) { log.write("\(name) \(value)") }
        }

        class Cell<Content>: Named {}
        enum Outer<First> { class Inner<Second>: Named {} }
        final class CellOfInt: Cell<Int>, Taking {}
        final class CellOfString: Cell<String>, Taking {}
        final class InnerOfString: Outer<Int>.Inner<String>, Taking {}
        final class InnerOfInt: Outer<Int>.Inner<Int>, Taking {}

        /// Registers one observer for each type, and expects each broadcast to reach only that type's observer.
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
            #expect(broadcaster.observers(of: first).count == 1)
            #expect(broadcaster.observers(of: second).count == 1)
            let names = broadcaster.channels.map(\.protocolName)
            #expect(names == [String(reflecting: first), String(reflecting: first) + " (2)"])
            withExtendedLifetime((firstObserver, secondObserver)) {}
        }

        @Test("types whose generic superclasses have different arguments are two channels")
        func superclass() async {
            await expectTwoChannels(
                (any Taking<Int> & Cell<Int>).self, CellOfInt("int", log),
                (any Taking<Int> & Cell<String>).self, CellOfString("string", log)
            ) { observer, number in (observer as! any Taking<Int>).take(number) }
            #expect(log.entries == ["int 1", "string 2"])
        }

        @Test("types whose generic superclasses are nested in other generic types are two channels")
        func nestedSuperclass() async {
            await expectTwoChannels(
                (any Taking<Int> & Outer<Int>.Inner<String>).self, InnerOfString("inner string", log),
                (any Taking<Int> & Outer<Int>.Inner<Int>).self, InnerOfInt("inner int", log)
            ) { observer, number in (observer as! any Taking<Int>).take(number) }
            #expect(log.entries == ["inner string 1", "inner int 2"])
        }

        final class Sink<Value>: Taking {
            let log: Log<String>
            let name: String
            init(_ name: String, _ log: Log<String>) { (self.name, self.log) = (name, log) }
            func take(_ value: Value) { log.write(name) }
        }

        @Test("types with arguments that print alike are two channels")
        func inArguments() async {
            typealias First = any Taking<Int> & Cell<Int>
            typealias Second = any Taking<Int> & Cell<String>
            let first = CellOfInt("int", log)
            let second = CellOfString("string", log)
            await expectTwoChannels(
                (any Taking<First>).self, Sink<First>("first", log), (any Taking<Second>).self,
                Sink<Second>("second", log)
            ) { observer, _ in
                (observer as? any Taking<First>)?.take(first)
                (observer as? any Taking<Second>)?.take(second)
            }
            #expect(log.entries == ["first", "second"])
        }

        @Test("types whose arguments differ in @escaping only are two channels")
        func escaping() async {
            typealias Escaping = (@escaping () -> Int) -> Void
            typealias NotEscaping = (() -> Int) -> Void
            await expectTwoChannels(
                (any Taking<Escaping>).self, Sink<Escaping>("escaping", log),
                (any Taking<NotEscaping>).self, Sink<NotEscaping>("not escaping", log)
            ) { observer, _ in
                (observer as? any Taking<Escaping>)?.take { _ in }
                (observer as? any Taking<NotEscaping>)?.take { _ in }
            }
            #expect(log.entries == ["escaping", "not escaping"])
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
                let recorder = MonitorTests.Recorder()
                broadcaster.register(Broadcaster.Monitor.self, observer: recorder)
                broadcaster.notify(Local.self) { $0.call() }
                #expect(recorder.events.entries == ["sent \(context).Local (3)"])
                return observer
            }
            let observers = [register(), registerOther(), registerThird()]
            let names = broadcaster.channels.map(\.protocolName)
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

        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
        final class Store<State, each Effect>: Sendable {}

        @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
        struct Vector<let count: Int, Element> {}

        @Test("a type with a pack or an integer among its arguments is a channel, and an observer that is listed")
        func packsAndIntegers() {
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
            let store = Store<Int, String, Vector<3, Int>>()
            broadcaster.register(Store<Int, String, Vector<3, Int>>.self, observer: store)
            broadcaster.register(AnyObject.self, observer: store)
            let suite = "BroadcasterTests.DeliveryContract.Rule09NamesThatAgree"
            let name = "\(suite).Store<Swift.Int, Pack{Swift.String, \(suite).Vector<3, Swift.Int>}>"
            #expect(broadcaster.channels.map(\.protocolName) == ["Swift.AnyObject", "class \(name)"])
            #expect(broadcaster.channels.map(\.observers) == [[name], [name]])
            withExtendedLifetime(store) {}
        }
    }
}
