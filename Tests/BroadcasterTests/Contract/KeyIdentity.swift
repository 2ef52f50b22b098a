import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("Channels with a key: which key is which channel")
    @MainActor
    struct KeyIdentity {
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
            let observer = WordLogger("observer", log)
            broadcaster.register(WordObserver.self, for: room, observer: observer)
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

        /// Where an observer is registered, as letters: without a key, for `a`, for `b`.
        private func registrations(of observer: BothChannels, in broadcaster: Broadcaster) -> String {
            func keys<T>(of protocolType: T.Type) -> [String] {
                let list = broadcaster.list(of: T.self)
                let keys: [ChannelKey?] = [nil] + list.keys
                let identity = ObjectIdentifier(observer)
                return keys.filter { key in list.inspect { $0.registration(of: identity, for: key) != nil } }
                    .map { $0?.description ?? "-" }.sorted()
            }
            return keys(of: WordObserver.self).joined() + (keys(of: Incrementing.self).isEmpty ? "" : "+")
        }

        enum Form: CaseIterable { case instance, current }

        @Test(
            "each form of unregister ends the registrations of the keys that it names, and no more",
            arguments: Form.allCases)
        func unregister(form: Form) {
            let isStatic = form == .current
            func check(first: String, second: String, _ unregister: (BothChannels) -> Void) {
                let bound = Broadcaster()
                Broadcaster.$current.withValue(isStatic ? bound : Broadcaster()) {
                    let observers = [BothChannels(log), BothChannels(log)]
                    for observer in observers {
                        bound.register(WordObserver.self, observer: observer)
                        for key in ["a", "b"] { bound.register(WordObserver.self, for: key, observer: observer) }
                        bound.register(Incrementing.self, for: "a", observer: observer)
                    }
                    self.bound.value = bound
                    unregister(observers[0])
                    #expect(registrations(of: observers[0], in: bound) == first)
                    #expect(registrations(of: observers[1], in: bound) == second)
                }
            }
            check(first: "+", second: "-ab+") {
                isStatic
                    ? Broadcaster.unregister(WordObserver.self, observer: $0)
                    : bound.value.unregister(WordObserver.self, observer: $0)
            }
            check(first: "+", second: "-ab+") {
                isStatic
                    ? Broadcaster.unregister(WordObserver.self, observer: $0 as any WordObserver)
                    : bound.value.unregister(WordObserver.self, observer: $0 as any WordObserver)
            }
            check(first: "-b+", second: "-ab+") {
                isStatic
                    ? Broadcaster.unregister(WordObserver.self, for: "a", observer: $0)
                    : bound.value.unregister(WordObserver.self, for: "a", observer: $0)
            }
            check(first: "-b+", second: "-ab+") {
                isStatic
                    ? Broadcaster.unregister(WordObserver.self, for: "a", observer: $0 as any WordObserver)
                    : bound.value.unregister(WordObserver.self, for: "a", observer: $0 as any WordObserver)
            }
            check(first: "-ab+", second: "-ab+") {
                isStatic
                    ? Broadcaster.unregister(WordObserver.self, for: "c", observer: $0)
                    : bound.value.unregister(WordObserver.self, for: "c", observer: $0)
            }
            check(first: "-b+", second: "-b+") { _ in
                isStatic
                    ? Broadcaster.unregister(WordObserver.self, for: "a")
                    : bound.value.unregister(WordObserver.self, for: "a")
            }
            check(first: "+", second: "+") { _ in
                isStatic ? Broadcaster.unregister(WordObserver.self) : bound.value.unregister(WordObserver.self)
            }
            check(first: "", second: "-ab+") {
                isStatic ? Broadcaster.unregister(observer: $0) : bound.value.unregister(observer: $0)
            }
        }

        /// The broadcaster whose instance methods are tested.
        private let bound = Reference(Broadcaster())

        final class Reference {
            var value: Broadcaster
            init(_ value: Broadcaster) { self.value = value }
        }

        @Test("the static methods register, notify and return the set of a key, on the main queue and on another")
        func staticMethods() async {
            let isOwnQueue = DispatchSpecificKey<Bool>()
            let queue = DispatchQueue(label: "test")
            queue.setSpecific(key: isOwnQueue, value: true)
            let broadcaster = broadcaster
            await Broadcaster.$current.withValue(broadcaster) {
                let observer = WordLogger("observer", log)
                let counters = [Counter(), Counter()]
                Broadcaster.register(WordObserver.self, for: 1, observer: observer)
                await onNewThread { broadcaster.register(Incrementing.self, for: "a", observer: counters[0]) }
                Broadcaster.register(Incrementing.self, for: "b", observer: counters[1])
                Broadcaster.notify(WordObserver.self, for: 1) {
                    #expect(Broadcaster.current === broadcaster)
                    $0.receive("1")
                }
                Broadcaster.notify(Incrementing.self, for: "a", on: queue) {
                    #expect(Broadcaster.current === broadcaster)
                    #expect(DispatchQueue.getSpecific(key: isOwnQueue) == true)
                    $0.increment()
                }
                await Broadcaster.settled()
                #expect(log.entries == ["observer 1"])
                #expect(counters.map(\.value) == [1, 0])
                #expect(Broadcaster.observers(of: WordObserver.self, for: 1).count == 1)
                let elsewhere = await onNewThread { broadcaster.observers(of: Incrementing.self, for: "b").count }
                #expect(elsewhere == 1)
                #expect(Broadcaster.observers(of: Incrementing.self, for: "b").count == 1)
                withExtendedLifetime((observer, counters)) {}
            }
        }

        @Test("channels show a key by its description, sorted, after the channel without one")
        func channels() {
            let observers = (0..<3).map { WordLogger("\($0)", log) }
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers[0])
            broadcaster.register(WordObserver.self, for: "lobby", observer: observers[1])
            broadcaster.register(WordObserver.self, for: Topic.sports(2), observer: observers[2])
            broadcaster.register(WordObserver.self, for: 7, observer: observers[1])
            broadcaster.register(WordObserver.self, for: "gone", observer: WordLogger("", log))
            broadcaster.register(WordObserver.self, observer: observers[2])
            let name = "BroadcasterTests.WordObserver"
            let named = "BroadcasterTests.WordLogger"
            #expect(
                broadcaster.channels == [
                    .init(name: name, key: nil, observers: [named]),
                    .init(name: name, key: "7", observers: [named]),
                    .init(name: name, key: "lobby", observers: [named, named]),
                    .init(name: name, key: "sports(2)", observers: [named]),
                ])
            #expect(
                broadcaster.description == """
                    \(name): 1 observer: \(named)
                    \(name) for 7: 1 observer: \(named)
                    \(name) for lobby: 2 observers: \(named), \(named)
                    \(name) for sports(2): 1 observer: \(named)
                    """)
            withExtendedLifetime(observers) {}
        }

        @Test("channels whose keys describe themselves alike are sorted by their observers")
        func alike() {
            let named = WordLogger("", log)
            let counter = Counter()
            let keys: [any Hashable & Sendable] = [
                1, "1", Int8(1), Int16(1), Int32(1), Int64(1), UInt(1), UInt8(1), UInt16(1), UInt32(1), UInt64(1),
            ]
            for (number, key) in keys.enumerated() {
                broadcaster.register(AnyObject.self, for: key, observer: number.isMultiple(of: 2) ? named : counter)
            }
            let names = broadcaster.channels.map { $0.observers[0] }
            #expect(names == names.sorted())
            withExtendedLifetime((named, counter)) {}
        }

        final class BroadcastNames: Broadcaster.Monitor {
            let log = Log<String>()
            func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { log.write("sends \(broadcast.channel)") }
            func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {
                log.write("delivered \(broadcast.channel) to \(delivery.observerCount)")
            }
        }

        @Test("the channel of a broadcast with a key is the name of the protocol, without the key")
        func broadcastChannel() async {
            let names = BroadcastNames()
            let observer = WordLogger("observer", log)
            broadcaster.register(Broadcaster.Monitor.self, observer: names)
            broadcaster.register(WordObserver.self, for: "secret", observer: observer)
            broadcaster.notify(WordObserver.self, for: "secret") { $0.receive("1") }
            broadcaster.notify(WordObserver.self, for: "unknown") { $0.receive("2") }
            await broadcaster.settled()
            let name = "BroadcasterTests.WordObserver"
            #expect(
                names.log.entries == [
                    "sends \(name)", "sends \(name)", "delivered \(name) to 0", "delivered \(name) to 1",
                ])
            withExtendedLifetime(observer) {}
        }

        protocol Titled: AnyObject { func update() }
        final class Title: Titled { func update() {} }

        @Test("10. observers of one key bind all keys of their protocol to the main actor", .startsProcess)
        func isolation() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    let title = Title()
                    Broadcaster.register(Titled.self, for: "lobby", observer: title)
                    Broadcaster.notify((any Titled & Sendable).self, for: "other", on: .global()) { $0.update() }
                }
            }
            expectMessage(result, contains: "KeyIdentity.Titled' are bound to the main actor")
        }

        struct Value: WordObserver { func receive(_ word: String) {} }

        @Test("10. registering a value type for a key traps", .startsProcess)
        func valueType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { Broadcaster.register(WordObserver.self, for: "lobby", observer: Value()) }
            }
            expectMessage(result, contains: "KeyIdentity.Value' is a value type")
        }
    }
}

/// Observes two protocols.
private final class BothChannels: WordObserver, Incrementing, @unchecked Sendable {
    let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    func receive(_ word: String) { log.write("hear") }
    func increment() { log.write("count") }
}
