import Broadcaster
import FirstModule
import SecondModule
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key")
    @MainActor
    struct Rule09ChannelIsAType {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        @Test("protocols of the same name in two modules are two channels")
        func twoModules() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(FirstModule.Update.self, observer: observer)
            broadcaster.notify(SecondModule.Update.self) { $0.update() }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
            broadcaster.notify(FirstModule.Update.self) { $0.update() }
            await broadcaster.settled()
            #expect(log.entries == ["observer update"])
            withExtendedLifetime(observer) {}
        }

        protocol Parameterized<Value> {
            associatedtype Value
            func take(_ value: Value)
        }

        final class Taking<Value>: Parameterized {
            let log: Log<String>

            init(_ log: Log<String>) { self.log = log }

            func take(_ value: Value) { log.write("\(Value.self) \(value)") }
        }

        @Test("any P<Int> and any P<String> are two channels")
        func parameterized() async {
            let int = Taking<Int>(log)
            let string = Taking<String>(log)
            broadcaster.register((any Parameterized<Int>).self, observer: int)
            broadcaster.register((any Parameterized<String>).self, observer: string)
            broadcaster.notify((any Parameterized<Int>).self) { $0.take(1) }
            broadcaster.notify((any Parameterized<String>).self) { $0.take("one") }
            await broadcaster.settled()
            #expect(log.entries == ["Int 1", "String one"])
            withExtendedLifetime((int, string)) {}
        }

        @Test("a type that Sendable makes another type is another channel")
        func sendableTypeOfItsOwn() async {
            let plainType = (any Valued<Int>).self
            let sendableType = (any Valued<Int> & Sendable).self
            #expect(ObjectIdentifier(plainType) != ObjectIdentifier(sendableType))
            let first = Valuing(log, name: "first")
            let second = Valuing(log, name: "second")
            broadcaster.register(plainType, observer: first)
            broadcaster.register(sendableType, observer: second)
            broadcaster.notify(plainType) { $0.take(1) }
            broadcaster.notify(sendableType) { $0.take(2) }
            await broadcaster.settled()
            #expect(log.entries == ["first 1", "second 2"])
            broadcaster.unregister(sendableType, observer: first)
            broadcaster.unregister(plainType, observer: second)
            #expect(broadcaster.observers(of: plainType).count == 1)
            #expect(broadcaster.observers(of: sendableType).count == 1)
            broadcaster.unregister(observer: first)
            broadcaster.unregister(observer: second)
            #expect(broadcaster.channels.isEmpty)
        }

        @Test("where Sendable makes no other type, it makes no other channel")
        func sendableOfSameType() async {
            let plainType = (any WordObserver).self
            let sendableType = (any WordObserver & Sendable).self
            #expect(ObjectIdentifier(plainType) == ObjectIdentifier(sendableType))
            let observer = WordLogger("observer", log)
            broadcaster.register(plainType, observer: observer)
            broadcaster.notify(sendableType) { $0.receive("1") }
            await broadcaster.settled()
            #expect(log.entries == ["observer 1"])
            withExtendedLifetime(observer) {}
        }

        protocol Refined: WordObserver {}

        @Test("a broadcast to a protocol doesn't reach observers of a protocol that refines it, and the reverse")
        func refined() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(Refined.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("general") }
            broadcaster.notify((any WordObserver & AnyObject).self) { $0.receive("composed") }
            broadcaster.notify(WordLogger.self) { $0.receive("class") }
            broadcaster.notify(Refined.self) { $0.receive("refined") }
            await broadcaster.settled()
            #expect(log.entries == ["observer refined"])
            withExtendedLifetime(observer) {}
        }

        enum Nest {
            protocol WordObserver {
                func receive(_ word: String)
            }
        }

        @Test("a nested protocol is a separate channel")
        func nested() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(Nest.WordObserver.self, observer: observer)
            broadcaster.notify(WordObserver.self) { $0.receive("outer") }
            broadcaster.notify(Nest.WordObserver.self) { $0.receive("inner") }
            await broadcaster.settled()
            #expect(log.entries == ["observer inner"])
            withExtendedLifetime(observer) {}
        }

        @Test("local protocols of the same name are separate channels")
        func local() {
            registerLocalProtocol(in: broadcaster)
            #expect(observerCountOfOtherLocalProtocol(in: broadcaster) == 0)
        }

        private func registerLocalProtocol(in broadcaster: Broadcaster) {
            protocol Local {}
            final class Observer: Local {}
            let observer = Observer()
            broadcaster.register(Local.self, observer: observer)
            #expect(broadcaster.observers(of: Local.self).count == 1)
            withExtendedLifetime(observer) {}
        }

        private func observerCountOfOtherLocalProtocol(in broadcaster: Broadcaster) -> Int {
            protocol Local {}
            return broadcaster.observers(of: Local.self).count
        }

        @Test("a composition is one channel, whatever the order of its parts")
        func composition() {
            let oneOrder = (any WordObserver & FirstModule.Update).self
            let otherOrder = (any FirstModule.Update & WordObserver).self
            let observer = WordLogger("observer", log)
            broadcaster.register(oneOrder, observer: observer)
            #expect(broadcaster.observers(of: otherOrder).contains(observer))
        }
    }
}

extension WordLogger: DeliveryContract.Rule09ChannelIsAType.Refined, DeliveryContract.Rule09ChannelIsAType.Nest
        .WordObserver
{}

/// Only where its protocol is private is `any Valued<Int> & Sendable` another type at run time than `any Valued<Int>`.
private protocol Valued<Value> {
    associatedtype Value
    func take(_ value: Value)
}

private final class Valuing: Valued, Sendable {
    let log: Log<String>
    let name: String

    init(_ log: Log<String>, name: String) { (self.log, self.name) = (log, name) }

    func take(_ value: Int) { log.write("\(name) \(value)") }
}
