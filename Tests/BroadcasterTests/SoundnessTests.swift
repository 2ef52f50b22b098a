import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    /// Types that differ and print the same name.
    @Suite("9. A channel is a type: names that agree")
    @MainActor
    struct NamesThatAgree {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        protocol Taking<Value> {
            associatedtype Value
            func take(_ value: Value)
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
                (any Actor).self,
            ]
            for type in printable { #expect(typeName(type) == String(reflecting: type)) }
        }
    }

    @Suite("10. Misuse traps: a channel that is bound to the main actor, and used off it")
    struct MixedIsolation {
        protocol Titled: AnyObject { func update() }
        final class Title: Titled { func update() {} }

        protocol Listening: AnyObject, Sendable { func update() }
        final class Listener: Listening { func update() {} }

        @Test("an observer that was registered on the main actor isn't delivered to on another queue")
        func notifyOnQueue() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let title = Title()
                    Broadcaster.register(Titled.self, observer: title)
                    Broadcaster.notify((any Titled & Sendable).self, on: .global()) { $0.update() }
                }
            }
            expectMessage(result)
        }

        @Test("nor is it handed out off the main actor")
        func handOut() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let title = Title()
                    Broadcaster.observers(of: Titled.self).add(title)
                    _ = Broadcaster.observers(of: (any Titled & Sendable).self)
                }
            }
            expectMessage(result)
        }

        @Test("the other way round, registering traps")
        func registerAfterwards() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let title = Title()
                    let everywhere = Broadcaster.observers(of: (any Titled & Sendable).self)
                    Broadcaster.register(Titled.self, observer: title)
                    withExtendedLifetime(everywhere) {}
                }
            }
            expectMessage(result)
        }

        @Test("a generic function that loses Sendable is told how to keep it")
        func unconstrained() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let listener = Listener()
                    registerUnconstrained((any Listening).self, listener)
                    Broadcaster.notify(Listening.self, on: .global()) { $0.update() }
                }
            }
            expectMessage(result)
        }

        @Test("what the compiler knows to be Sendable doesn't trap, whichever comes first")
        @MainActor
        func sendable() async {
            func register<T: Sendable>(_ type: T.Type, _ observer: T, in broadcaster: Broadcaster) {
                broadcaster.register(type, observer: observer)
                #expect(broadcaster.observers(of: type).count == 1)
            }
            let broadcaster = Broadcaster()
            let listener = Listener()
            broadcaster.notify(Listening.self, on: .global()) { $0.update() }
            register((any Listening).self, listener, in: broadcaster)
            broadcaster.notify(Listening.self, on: .global()) { $0.update() }
            broadcaster.notify(Listening.self) { $0.update() }
            broadcaster.unregister(Listening.self, observer: listener)
            await broadcaster.settled()
        }

        @Test("on the main actor, either type may be notified and unregistered")
        @MainActor
        func onMainActor() async {
            let broadcaster = Broadcaster()
            let title = Title()
            broadcaster.register(Titled.self, observer: title)
            broadcaster.notify((any Titled & Sendable).self) { $0.update() }
            broadcaster.unregister((any Titled & Sendable).self)
            await broadcaster.settled()
            #expect(broadcaster.observers(of: Titled.self).isEmpty)
        }

        private func expectMessage(_ result: ExitTest.Result?) {
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("are bound to the main actor"))
            #expect(message.contains("declare the protocol itself ': Sendable'"))
            #expect(message.contains("'<T: Sendable>'"))
        }
    }

    @Suite("10. Misuse traps: boxes")
    struct Boxes {
        struct Value {}

        @Test("a value in a box stops the program like the value itself", arguments: Box.allCases)
        func box(box: Box) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [box] in
                switch box {
                case .structure: WeakObjectSet<AnyObject>().add(Value() as AnyObject)
                case .number: WeakObjectSet<AnyObject>().add(5 as AnyObject)
                case .text: WeakObjectSet<Any>().add("text" as AnyObject)
                case .amongObjects:
                    let object = NSObject()
                    WeakObjectSet<NSObject>(object).add(Value() as AnyObject as! NSObject)
                case .registered:
                    await MainActor.run { Broadcaster.register(AnyObject.self, observer: [5] as AnyObject) }
                }
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("is what 'as AnyObject' makes of a value"))
            #expect(message.contains("Register an instance of a class of your own"))
        }

        enum Box: String, CaseIterable, Codable, Sendable { case structure, number, text, amongObjects, registered }
    }

    @Suite("7. Lifetimes are unaffected: registering deinitializes no other observer")
    struct RegisteringReleasesNobody {
        @Test("off the main queue, a full list leaves deallocated observers to the main queue")
        @MainActor
        func offMainQueue() async {
            let broadcaster = Broadcaster()
            let list = broadcaster.observers(of: Counting.self).list
            let counter = Counter()
            blockingOnNewThread {
                // All at once, so that none has the address of another.
                let counters = (0..<128).map { _ in Counter() }
                for counter in counters { broadcaster.register(Counting.self, observer: counter) }
            }
            blockingOnNewThread { broadcaster.register(Counting.self, observer: counter) }
            #expect(list.registrationCount == 129)
            await broadcaster.settled()
            #expect(list.registrationCount == 1)
            withExtendedLifetime(counter) {}
        }

        @Test("the same for a set of Sendable objects that several threads share")
        @MainActor
        func sharedSet() async {
            let set = WeakObjectSet<any Counting>()
            let counter = Counter()
            blockingOnNewThread { set.add((0..<128).map { _ in Counter() }) }
            blockingOnNewThread { set.add(counter) }
            #expect(set.list.registrationCount == 129)
            await Broadcaster().settled()
            #expect(set.list.registrationCount == 1)
            withExtendedLifetime(counter) {}
        }

        @Test("on the main queue they are purged at once")
        @MainActor
        func onMainQueue() {
            let broadcaster = Broadcaster()
            let set = broadcaster.observers(of: Hearing.self)
            for observer in (0..<128).map({ _ in Named("short-lived", Log()) }) { set.add(observer) }
            let observer = Named("last", Log())
            broadcaster.register(Hearing.self, observer: observer)
            #expect(set.list.registrationCount == 1)
            withExtendedLifetime(observer) {}
        }

        @Test("a set whose objects aren't Sendable is purged where its owner uses it")
        func confinedSet() async {
            let count = await onNewThread {
                let set = WeakObjectSet<any Hearing>()
                for observer in (0..<128).map({ _ in Named("short-lived", Log()) }) { set.add(observer) }
                let observer = Named("last", Log())
                set.add(observer)
                return withExtendedLifetime(observer) { set.list.registrationCount }
            }
            #expect(count == 1)
        }

        @Test("an observer that only the main thread owns is deinitialized there, whoever registers meanwhile")
        @MainActor
        func screens() async {
            let broadcaster = Broadcaster()
            let elsewhere = Counter()
            let done = Handover(Counter())
            DispatchQueue.main.setSpecific(key: Screen.isMainQueue, value: ())
            let registering = Task.detached {
                await onNewThread {
                    while done.value.value == 0 {
                        let observers = (0..<20).map { _ in Counter() }
                        for observer in observers { broadcaster.register(Counting.self, observer: observer) }
                        broadcaster.unregister(Counting.self)
                    }
                }
            }
            for _ in 0..<20_000 {
                let screen = Screen(elsewhere)
                broadcaster.register(Counting.self, observer: screen)
            }
            done.value.count("")
            await registering.value
            await broadcaster.settled()
            #expect(elsewhere.value == 0)
        }

        final class Screen: Counting {
            let elsewhere: Counter
            init(_ elsewhere: Counter) { self.elsewhere = elsewhere }
            func count(_ any: Any) {}
            deinit { if DispatchQueue.getSpecific(key: Self.isMainQueue) == nil { elsewhere.count("") } }

            static let isMainQueue = DispatchSpecificKey<Void>()
        }
    }

    @Suite("11. Deallocated observers are purged: looks")
    struct Looks {
        enum Ending: CaseIterable { case removed, deallocated }

        @Test("what is gone at the front is skipped once, and not at every look", arguments: Ending.allCases)
        func front(ending: Ending) {
            var objects = (0..<1001).map { _ in Counter() }
            let set = WeakObjectSet<any Counting>(objects)
            switch ending {
            case .removed: set.remove(Array(objects[..<500]))
            case .deallocated: objects.removeFirst(500)
            }
            #expect(!set.isEmpty)
            #expect(set.makeIterator().snapshot.start == 500)
            #expect(set.first { _ in true } as? Counter === objects[ending == .removed ? 500 : 0])
            #expect(set.count == 501)
            withExtendedLifetime(objects) {}
        }

        @Test("what is gone behind a member is not skipped")
        func middle() {
            let objects = (0..<100).map { _ in Counter() }
            let set = WeakObjectSet<any Counting>(objects)
            set.remove(Array(objects[1..<40]))
            #expect(!set.isEmpty)
            #expect(set.makeIterator().snapshot.start == 0)
            #expect(set.count == 61)
            set.remove(objects[0])
            #expect(set.count == 60)
            #expect(set.makeIterator().snapshot.start == 40)
            withExtendedLifetime(objects) {}
        }
    }

    @Suite("3. Checked again before each call: off the main thread")
    struct UnregisterOffMainThread {
        @Test("after unregister and settled(), no broadcast calls the observer")
        func settled() async {
            let broadcaster = Broadcaster()
            let queue = DispatchQueue(label: "test", attributes: .concurrent)
            let late = Counter()
            for _ in 0..<500 {
                let observer = Dismantled(late)
                broadcaster.register(Counting.self, observer: observer)
                for _ in 0..<3 {
                    broadcaster.notify(Counting.self) { $0.count("") }
                    broadcaster.notify(Counting.self, on: queue) { $0.count("") }
                }
                broadcaster.unregister(Counting.self, observer: observer)
                await broadcaster.settled()
                observer.dismantle()
            }
            #expect(late.value == 0)
        }

        @Test("on the serial queue that delivers, unregister is final at once")
        func onDeliveringQueue() async {
            let broadcaster = Broadcaster()
            let queue = DispatchQueue(label: "test")
            let late = Counter()
            for _ in 0..<500 {
                let observer = Dismantled(late)
                broadcaster.register(Counting.self, observer: observer)
                for _ in 0..<3 { broadcaster.notify(Counting.self, on: queue) { $0.count("") } }
                await withCheckedContinuation { done in
                    queue.async {
                        broadcaster.unregister(Counting.self, observer: observer)
                        observer.dismantle()
                        done.resume()
                    }
                }
                broadcaster.notify(Counting.self, on: queue) { $0.count("") }
            }
            await broadcaster.settled()
            #expect(late.value == 0)
        }

        final class Dismantled: Counting, @unchecked Sendable {
            private let lock = NSLock()
            private var isDismantled = false
            private let late: Counter

            init(_ late: Counter) { self.late = late }

            func dismantle() { lock.withLock { isDismantled = true } }

            func count(_ any: Any) {
                if lock.withLock({ isDismantled }) { late.count("") }
            }
        }
    }

    @Suite("1. Order: observers of broadcasts")
    struct ObserversOfBroadcasts {
        final class Answering: BroadcastObserver {
            let broadcaster: Broadcaster
            let log: Log<String>
            let sentMayReturn: DispatchSemaphore?

            init(_ broadcaster: Broadcaster, _ log: Log<String>, sentMayReturn: DispatchSemaphore? = nil) {
                (self.broadcaster, self.log, self.sentMayReturn) = (broadcaster, log, sentMayReturn)
            }

            func broadcastWasSent(_ broadcast: Broadcast) {
                sentMayReturn?.wait()
                log.write("sent")
                if log.entries == ["sent"], sentMayReturn == nil {
                    broadcaster.notify(Hearing.self) { $0.hear("second") }
                }
            }

            func broadcastWasDelivered(
                _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
            ) {
                log.write("delivered to \(observerCount)")
            }
        }

        @Test("what an observer of broadcasts notifies comes after the broadcast that it was told of")
        @MainActor
        func order() async {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let observer = Named("observer", log)
            let answering = Answering(broadcaster, Log())
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.register(BroadcastObserver.self, observer: answering)
            broadcaster.notify(Hearing.self) { $0.hear("first") }
            await broadcaster.settled()
            #expect(log.entries == ["observer first", "observer second"])
        }

        @Test("an observer of broadcasts is told of the delivery after the sending, also if that takes longer")
        func slowAnnouncement() async {
            let broadcaster = Broadcaster()
            let delivered = DispatchSemaphore(value: 0)
            let answering = Answering(broadcaster, Log(), sentMayReturn: delivered)
            let counter = Counter()
            broadcaster.register(Counting.self, observer: counter)
            broadcaster.register(BroadcastObserver.self, observer: answering)
            let queue = DispatchQueue(label: "test")
            let sending = Task { await onNewThread { broadcaster.notify(Counting.self, on: queue) { $0.count("") } } }
            while counter.value == 0 { await Task.yield() }
            queue.sync {}
            #expect(answering.log.entries.isEmpty)
            delivered.signal()
            await sending.value
            #expect(answering.log.entries == ["sent", "delivered to 1"])
        }
    }
}

@MainActor private func registerUnconstrained<T>(_ type: T.Type, _ observer: T) {
    Broadcaster.register(type, observer: observer)
}
