import Broadcaster
import FirstModule
import SecondModule
import Testing

extension DeliveryContract {
    @Suite("9. Names are whole")
    @MainActor
    struct WholeNames {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        final class Both: FirstModule.Update, SecondModule.Update {
            let log: Log<String>

            init(_ log: Log<String>) { self.log = log }

            func update() { log.write("update") }
        }

        @Test("protocols of the same name in two modules are two channels")
        func twoModules() async {
            let observer = Both(log)
            broadcaster.register(FirstModule.Update.self, observer: observer)
            broadcaster.notify(SecondModule.Update.self) { $0.update() }
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
            broadcaster.notify(FirstModule.Update.self) { $0.update() }
            await broadcaster.settled()
            #expect(log.entries == ["update"])
        }

        protocol Parameterised<Value> {
            associatedtype Value
            func take(_ value: Value)
        }

        final class Taking<Value>: Parameterised {
            let log: Log<String>

            init(_ log: Log<String>) { self.log = log }

            func take(_ value: Value) { log.write("\(Value.self) \(value)") }
        }

        @Test("any P<Int> and any P<String> are two channels")
        func parameterised() async {
            let int = Taking<Int>(log)
            let string = Taking<String>(log)
            broadcaster.register((any Parameterised<Int>).self, observer: int)
            broadcaster.register((any Parameterised<String>).self, observer: string)
            broadcaster.notify((any Parameterised<Int>).self) { $0.take(1) }
            broadcaster.notify((any Parameterised<String>).self) { $0.take("one") }
            await broadcaster.settled()
            #expect(log.entries == ["Int 1", "String one"])
        }

        @Test("Sendable makes no channel of its own, though it may make a type of its own")
        func markers() async {
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
            #expect(log.entries == ["first 1", "second 1", "first 2", "second 2"])
            broadcaster.unregister(sendableType, observer: first)
            broadcaster.unregister(observer: second)
            #expect(broadcaster.observers(of: plainType).isEmpty)
            let isOneSet = broadcaster.observers(of: sendableType) === broadcaster.observers(of: sendableType)
            #expect(isOneSet)
        }

        protocol Refined: Hearing {}
        final class Refining: Refined {
            let log: Log<String>

            init(_ log: Log<String>) { self.log = log }

            func hear(_ word: String) { log.write(word) }
        }

        @Test("a broadcast to a protocol does not reach those registered for one that refines it, nor the reverse")
        func refined() async {
            let observer = Refining(log)
            broadcaster.register(Refined.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("general") }
            broadcaster.notify((any Hearing & AnyObject).self) { $0.hear("composed") }
            broadcaster.notify(Refining.self) { $0.hear("class") }
            broadcaster.notify(Refined.self) { $0.hear("refined") }
            await broadcaster.settled()
            #expect(log.entries == ["refined"])
        }

        enum Nest {
            protocol Hearing {
                func hear(_ word: String)
            }
        }

        @Test("a nested protocol, and private ones of one name, are channels of their own")
        func nestedAndPrivate() async {
            final class Observer: Nest.Hearing {
                let log: Log<String>

                init(_ log: Log<String>) { self.log = log }

                func hear(_ word: String) { log.write(word) }
            }
            let observer = Observer(log)
            broadcaster.register(Nest.Hearing.self, observer: observer)
            broadcaster.notify(Hearing.self) { $0.hear("outer") }
            broadcaster.notify(Nest.Hearing.self) { $0.hear("inner") }
            await broadcaster.settled()
            #expect(log.entries == ["inner"])

            registerLocalProtocol(in: broadcaster, observer: self)
            #expect(sizeOfOtherLocalProtocol(in: broadcaster) == 0)
        }

        private func registerLocalProtocol(in broadcaster: Broadcaster, observer: WholeNames) {
            protocol Local {}
            final class Observer: Local {}
            let observer = Observer()
            broadcaster.register(Local.self, observer: observer)
            #expect(broadcaster.observers(of: Local.self).count == 1)
            withExtendedLifetime(observer) {}
        }

        private func sizeOfOtherLocalProtocol(in broadcaster: Broadcaster) -> Int {
            protocol Local {}
            return broadcaster.observers(of: Local.self).count
        }

        @Test("a composition is one channel, whatever the order of its parts")
        func composition() {
            let typeA = (any Hearing & FirstModule.Update).self
            let typeB = (any FirstModule.Update & Hearing).self
            let isOneSet = broadcaster.observers(of: typeA) === broadcaster.observers(of: typeB)
            #expect(isOneSet)
        }
    }
}

/// Only where its protocol is private does `any Valued<Int> & Sendable` differ from `any Valued<Int>` at run time.
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
