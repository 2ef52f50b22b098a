import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("9. A channel is a type, or a type and a key: which keys are equal")
    @MainActor
    struct Rule09KeyIdentity {
        let broadcaster = Broadcaster()
        let log = Log<String>()

        enum Topic: Hashable { case news, sports(Int) }
        struct Wrapped: Hashable { var number: Int }

        @Test("keys of different types are different channels, even where AnyHashable calls them equal")
        func types() async {
            let observers = Dictionary(uniqueKeysWithValues: names.map { ($0, WordLogger($0, log)) })
            func register(_ key: some Hashable & Sendable, _ name: String) {
                broadcaster.register(WordObserver.self, for: key, observer: observers[name]!)
            }
            func notify(_ key: some Hashable & Sendable) async -> [String] {
                let known = log.entries.count
                broadcaster.notify(WordObserver.self, for: key) { $0.receive("heard") }
                await broadcaster.settled()
                return log.entries.dropFirst(known).map { String($0.dropLast(" heard".count)) }
            }
            register(1, "Int")
            register(UInt8(1), "UInt8")
            register(1.0, "Double")
            register("1", "String")
            register(Topic.sports(1), "Topic")
            register(Wrapped(number: 1), "Wrapped")
            register(Room("1"), "Room")
            #expect(broadcaster.keyCount(of: WordObserver.self) == 7)
            #expect(await notify(1) == ["Int"])
            #expect(await notify(UInt8(1)) == ["UInt8"])
            #expect(await notify(1.0) == ["Double"])
            #expect(await notify("1") == ["String"])
            #expect(await notify(Topic.sports(1)) == ["Topic"])
            #expect(await notify(Topic.sports(2)) == [])
            #expect(await notify(Topic.news) == [])
            #expect(await notify(Wrapped(number: 1)) == ["Wrapped"])
            #expect(await notify(Room("1")) == ["Room"])
            #expect(await notify(Room("2")) == [])
            #expect(await notify(Broadcaster.NoKey()) == [])
            withExtendedLifetime(observers) {}
        }

        private let names = ["Int", "UInt8", "Double", "String", "Topic", "Wrapped", "Room"]

        /// Its description says more than its value.
        struct Account: Hashable, CustomStringConvertible {
            let number: Int
            let description: String

            static func == (left: Account, right: Account) -> Bool { left.number == right.number }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }

        @Test("two keys are equal by their own values, whatever their descriptions are")
        func descriptions() async {
            let observer = WordLogger("observer", log)
            broadcaster.register(
                WordObserver.self, for: Account(number: 1, description: "Ann"), observer: observer)
            broadcaster.notify(WordObserver.self, for: Account(number: 1, description: "Bob")) { $0.receive("same") }
            broadcaster.notify(WordObserver.self, for: Account(number: 2, description: "Ann")) { $0.receive("other") }
            await broadcaster.settled()
            broadcaster.unregister(WordObserver.self, for: Account(number: 1, description: ""), observer: observer)
            #expect(log.entries == ["observer same"])
            #expect(broadcaster.keyCount(of: WordObserver.self) == 0)
            withExtendedLifetime(observer) {}
        }

        class Base: Hashable, @unchecked Sendable {
            static func == (left: Base, right: Base) -> Bool { true }
            func hash(into hasher: inout Hasher) {}
        }
        final class Derived: Base, @unchecked Sendable {}

        @Test("a key's type is its static type, so an object is one key as its class, and another as its superclass")
        func staticType() async {
            let observer = WordLogger("observer", log)
            let key = Derived()
            broadcaster.register(WordObserver.self, for: key as Base, observer: observer)
            broadcaster.notify(WordObserver.self, for: key) { $0.receive("derived") }
            broadcaster.notify(WordObserver.self, for: Base()) { $0.receive("base") }
            await broadcaster.settled()
            #expect(log.entries == ["observer base"])
            withExtendedLifetime(observer) {}
        }

        @Test("equal keys of two protocols, or of two broadcasters, are different channels")
        func protocols() async {
            let both = BothChannels(log)
            broadcaster.register(WordObserver.self, for: "lobby", observer: both)
            broadcaster.notify(Incrementing.self, for: "lobby") { $0.increment() }
            Broadcaster().notify(WordObserver.self, for: "lobby") { $0.receive("") }
            broadcaster.notify(WordObserver.self, for: "lobby") { $0.receive("") }
            await broadcaster.settled()
            #expect(log.entries == ["hear"])
            withExtendedLifetime(both) {}
        }

        @Test("an object is a key by its own ==, or with ObjectIdentifier by its identity")
        func objects() async {
            let room = Room("lobby")
            let twin = Room("lobby")
            let observer = WordLogger("observer", log, in: broadcaster, for: room)
            broadcaster.register(WordObserver.self, for: ObjectIdentifier(room), observer: observer)
            broadcaster.notify(WordObserver.self, for: twin) { $0.receive("equal") }
            broadcaster.notify(WordObserver.self, for: ObjectIdentifier(twin)) { $0.receive("identical") }
            broadcaster.notify(WordObserver.self, for: ObjectIdentifier(room)) { $0.receive("the same") }
            await broadcaster.settled()
            #expect(log.entries == ["observer equal", "observer the same"])
            withExtendedLifetime(observer) {}
        }

        @Test("keys whose hash values are equal are different channels if they aren't equal")
        func collisions() async {
            struct Colliding: Hashable {
                let number: Int
                func hash(into hasher: inout Hasher) {}
            }
            let observers = (0..<20).map { WordLogger("\($0)", log) }
            for (number, observer) in observers.enumerated() {
                broadcaster.register(WordObserver.self, for: Colliding(number: number), observer: observer)
            }
            for number in stride(from: 0, to: 20, by: 2) {
                broadcaster.unregister(WordObserver.self, for: Colliding(number: number), observer: observers[number])
            }
            for number in 0..<20 {
                broadcaster.notify(WordObserver.self, for: Colliding(number: number)) { $0.receive("1") }
            }
            await broadcaster.settled()
            #expect(log.entries == stride(from: 1, to: 20, by: 2).map { "\($0) 1" })
            #expect(broadcaster.keyCount(of: WordObserver.self) == 10)
            withExtendedLifetime(observers) {}
        }

        @Test("channels show a key as code, sorted, after the channel without one")
        func channels() {
            let observers = (0..<3).map { WordLogger("\($0)", log) }
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers[0])
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers[1])
            broadcaster.register(WordObserver.self, for: Topic.sports(2), observer: observers[2])
            broadcaster.register(WordObserver.self, for: 7, observer: observers[1])
            broadcaster.register(WordObserver.self, for: "7", observer: observers[0])
            broadcaster.register(WordObserver.self, for: "", observer: observers[2])
            broadcaster.register(WordObserver.self, for: "gone", observer: WordLogger("", log))
            broadcaster.register(WordObserver.self, observer: observers[2])
            let name = "BroadcasterTests.WordObserver"
            let named = "BroadcasterTests.WordLogger"
            let sports = "\(String(reflecting: Topic.self)).sports(2)"
            #expect(
                broadcaster.channels == [
                    .init(protocolName: name, key: nil, observers: [named]),
                    .init(protocolName: name, key: #""""#, observers: [named]),
                    .init(protocolName: name, key: #""7""#, observers: [named]),
                    .init(protocolName: name, key: #""lobby""#, observers: [named, named]),
                    .init(protocolName: name, key: "7", observers: [named]),
                    .init(protocolName: name, key: sports, observers: [named]),
                ])
            #expect(
                broadcaster.description == """
                    \(name): 1 observer: \(named)
                    \(name) for "": 1 observer: \(named)
                    \(name) for "7": 1 observer: \(named)
                    \(name) for "lobby": 2 observers: \(named), \(named)
                    \(name) for 7: 1 observer: \(named)
                    \(name) for \(sports): 1 observer: \(named)
                    """)
            withExtendedLifetime(observers) {}
        }

        @Test("channels whose keys describe themselves alike are sorted by their observers")
        func alike() {
            let named = WordLogger("", log)
            let counter = Counter()
            // Local types of one name, whose addresses aren't shown.
            func firstKey() -> any Hashable & Sendable {
                struct Key: Hashable {}
                return Key()
            }
            func secondKey() -> any Hashable & Sendable {
                struct Key: Hashable {}
                return Key()
            }
            func thirdKey() -> any Hashable & Sendable {
                struct Key: Hashable {}
                return Key()
            }
            let keys = [firstKey(), secondKey(), thirdKey()]
            for (number, key) in keys.enumerated() {
                broadcaster.register(AnyObject.self, for: key, observer: number.isMultiple(of: 2) ? named : counter)
            }
            let names = broadcaster.channels.map { $0.observers[0] }
            #expect(names == ["Counter", "WordLogger", "WordLogger"].map { "BroadcasterTests.\($0)" })
            #expect(Set(broadcaster.channels.map(\.key)).count == 1)
            withExtendedLifetime((named, counter)) {}
        }

        @Test("a listing tells keys of different types apart, even where their values print alike")
        func typesOfKeys() {
            let observer = Counter()
            let id = UUID()
            let keys: [(key: any Hashable & Sendable, code: String)] = [
                (1, "1"), (UInt(1), "UInt(1)"), (Int8(1), "Int8(1)"), (1.0, "1.0"), (Float(1), "Float(1.0)"),
                ("a", #""a""#), (Character("a"), #"Character("a")"#), ("ab".dropFirst(), #"Substring("b")"#),
                (true, "true"), ([UInt(1)], "Array<UInt>([1])"), (id, "\(String(reflecting: UUID.self))(\(id))"),
                (Topic.sports(1), "\(String(reflecting: Topic.self)).sports(1)"),
                (Room("lobby"), "BroadcasterTests.Room(lobby)"), (Label.one, "BroadcasterTests.Label(One)"),
                (Shelf(number: 1), "BroadcasterTests.Shelf<Swift.Int>(number: 1)"),
            ]
            for (key, _) in keys { broadcaster.register(Incrementing.self, for: key, observer: observer) }
            #expect(broadcaster.channels.compactMap(\.key) == keys.map(\.code).sorted())
            withExtendedLifetime(observer) {}
        }

        @Test("the channel of a broadcast with a key is the name of the protocol, without the key")
        func broadcastChannel() async {
            let told = Log<String>()
            let monitor = ClosureMonitor(
                onSent: { told.write("sends \($0.protocolName)") },
                onDelivered: { told.write("delivered \($0.protocolName) to \($1.observerCount)") })
            let observer = WordLogger("observer", log)
            broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
            broadcaster.register(WordObserver.self, for: "secret", observer: observer)
            broadcaster.notify(WordObserver.self, for: "secret") { $0.receive("1") }
            broadcaster.notify(WordObserver.self, for: "unknown") { $0.receive("2") }
            await broadcaster.settled()
            let name = "BroadcasterTests.WordObserver"
            #expect(
                told.entries == ["sends \(name)", "sends \(name)", "delivered \(name) to 0", "delivered \(name) to 1"])
            withExtendedLifetime((monitor, observer)) {}
        }
    }
}

/// A key whose name has the module of the standard library in it.
private struct Shelf<Number: Hashable & Sendable>: Hashable { let number: Number }

/// A key that prints something else than its name.
private enum Label: Hashable, CustomStringConvertible {
    case one

    var description: String { "One" }
}
