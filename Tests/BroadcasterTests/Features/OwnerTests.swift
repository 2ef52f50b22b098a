import Foundation
import ImportedReference
import TestSupport
import Testing

@testable import Broadcaster

@Suite("Closures with an owner", .timeLimit(.minutes(60)), .watched)
@MainActor
struct OwnerTests {
    let broadcaster = Broadcaster()

    @Test("an owner that is released during its own call lives until the call returns, and isn't called again")
    func releasedDuringCall() async {
        let log = Log<String>()
        var owner: Canary? = Canary { log.write("deallocated") }
        broadcaster.observe(UploadObserverMessage.self, owner: owner!) { _, _ in
            owner = nil
            log.write("called")
        }
        for _ in 0..<2 { broadcaster.notify(UploadObserverMessage.uploadDidFail) }
        await broadcaster.settled()
        #expect(log.entries == ["called", "deallocated"])
    }

    @Test("a closure's observer that was kept calls the closure, and is contained, until its owner is deallocated")
    func keptObserver() {
        let log = Log<String>()
        var owner: Canary? = Canary()
        broadcaster.observe(UploadObserverMessage.self, owner: owner!) { _, _ in log.write("upload") }
        broadcaster.observe(OrderObserverMessage.self, owner: owner!) { _, _ in log.write("order") }
        broadcaster.observe(OrderObserverMessage.self, for: 1, owner: owner!) { _, _ in log.write("order for 1") }
        let uploads = Array(broadcaster.observers(of: UploadObserver.self))
        let observers = broadcaster.observers(of: OrderObserver.self, for: 1)
        let orders = Array(observers)
        for isAlive in [true, false] {
            if !isAlive { owner = nil }
            #expect(orders.map { observers.contains($0) } == [isAlive, isAlive])
            uploads.first?.uploadDidFail()
            for order in orders { order.orderPlaced(1) }
        }
        #expect(log.entries == ["upload", "order", "order for 1"])
    }

    @Test("a closure's observer that was kept can be registered after its owner was deallocated")
    func keptObserverIsAdded() {
        var owner: Canary? = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner!) { _, _ in }
        let observers = broadcaster.observers(of: OrderObserver.self)
        let kept = Array(observers)
        owner = nil
        #expect(observers.isEmpty)
        broadcaster.register(OrderObserver.self, observer: kept[0])
        #expect(observers.contains(kept[0]))
        #expect(observers.count == 1)
        withExtendedLifetime(kept) {}
    }

    @Test("unregistering the owner doesn't end its closure, and unregistering the protocol does")
    func unregister() async {
        let log = Log<Int>()
        let owner = Canary()
        broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in log.write(1) }
        broadcaster.observe(OrderObserverMessage.self, for: 1, owner: owner) { _, _ in log.write(2) }
        broadcaster.unregister(observer: owner)
        broadcaster.unregister(UploadObserver.self, observer: owner)
        #expect(broadcaster.channels.count == 2)
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        broadcaster.unregister(UploadObserver.self)
        broadcaster.unregister(OrderObserver.self, for: 1)
        await broadcaster.settled()
        #expect(log.entries.isEmpty)
        #expect(broadcaster.channels.isEmpty)
        #expect(broadcaster.keyCount(of: OrderObserver.self) == 0)
    }

    @Test(
        "once a broadcast found the owner deallocated, one of the next two releases what its closure captures",
        arguments: [false, true], [false, true])
    func releasedByBroadcast(isListReplaced: Bool, hasKey: Bool) async {
        let key = keyOrNone(hasKey ? "lobby" : nil)
        weak var captured: Canary?
        var owner: Canary? = Canary()
        var others = [broadcaster.observe(UploadObserverMessage.self, for: key) { _ in }]
        do {
            let canary = Canary()
            captured = canary
            broadcaster.observe(UploadObserverMessage.self, for: key, owner: owner!) { _, _ in
                withExtendedLifetime(canary) {}
            }
        }
        // A pending broadcast finds the owner deallocated in a buffer that the additions have replaced.
        if isListReplaced { broadcaster.notify(UploadObserverMessage.uploadDidFail, for: key) }
        for _ in 0..<100 { others.append(broadcaster.observe(UploadObserverMessage.self, for: key) { _ in }) }
        owner = nil
        #expect(captured != nil)
        for _ in 0..<2 {
            await broadcaster.settled()
            broadcaster.notify(UploadObserverMessage.uploadDidFail, for: key)
        }
        #expect(captured == nil)
        withExtendedLifetime(others) {}
    }

    @Test("what a closure captures may use the broadcaster when a broadcast releases it, or a registration")
    func releasedByBroadcastOrRegistration() async {
        let log = Log<Int>()
        func observeAndEnd() {
            let canary = Canary { [broadcaster] in log.write(broadcaster.channels.count) }
            broadcaster.observe(UploadObserverMessage.self, owner: Canary()) { _, _ in withExtendedLifetime(canary) {} }
        }
        observeAndEnd()
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await broadcaster.settled()
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        #expect(log.entries == [0])

        // A list of two, which the third observer makes compact.
        observeAndEnd()
        var others = [broadcaster.observe(UploadObserverMessage.self) { _ in }]
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await broadcaster.settled()
        #expect(log.entries == [0])
        others.append(broadcaster.observe(UploadObserverMessage.self) { _ in })
        #expect(log.entries == [0, 1])
        withExtendedLifetime(others) {}
    }

    @Test("what a closure captures is released when it and all other observers are unregistered")
    func unregisteredOneByOne() async {
        weak var captured: Canary?
        let owner = Canary()
        var others = [broadcaster.observe(UploadObserverMessage.self) { _ in }]
        do {
            let canary = Canary()
            captured = canary
            broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in withExtendedLifetime(canary) {} }
        }
        others.append(broadcaster.observe(UploadObserverMessage.self) { _ in })
        for observer in broadcaster.observers(of: UploadObserver.self) {
            broadcaster.unregister(UploadObserver.self, observer: observer)
        }
        await broadcaster.settled()
        #expect(captured == nil)
        withExtendedLifetime((owner, others)) {}
    }

    @Test("owners that come and go without a broadcast leave few closures behind")
    func purged() {
        for _ in 0..<1000 { broadcaster.observe(UploadObserverMessage.self, owner: Canary()) { _, _ in } }
        #expect(broadcaster.channels(of: UploadObserver.self).count <= 8)
        for key in 0..<1000 { broadcaster.observe(UploadObserverMessage.self, for: key, owner: Canary()) { _, _ in } }
        #expect(broadcaster.keyCount(of: UploadObserver.self) <= 8)
    }

    @Test("what a closure captures may use the broadcaster when a purge releases it", arguments: [nil, "lobby"])
    func releasedByPurge(key: String?) {
        let log = Log<Bool>()
        for _ in 0..<8 {
            let canary = Canary { [broadcaster] in
                broadcaster.unregister(OrderObserver.self)
                log.write(broadcaster.channels.count <= 1)
            }
            broadcaster.observe(UploadObserverMessage.self, for: keyOrNone(key), owner: Canary()) { _, _ in
                withExtendedLifetime(canary) {}
            }
        }
        // The last addition purged the list, while its own owner was alive.
        #expect(log.entries == Array(repeating: true, count: 7))
        broadcaster.unregister(UploadObserver.self)
        #expect(log.entries.count == 8)
    }

    enum Reader: CaseIterable { case iterator, iteratorWithoutKey, pendingBroadcast }
    enum End: CaseIterable { case unregistered, unregisteredForKey, ownerDeallocated }

    @Test(
        "neither a kept iterator nor a pending broadcast keeps what a closure captured whose registration has ended",
        arguments: Reader.allCases, End.allCases)
    func keptByReader(reader: Reader, end: End) async {
        let released = Counter()
        let key = keyOrNone(reader == .iteratorWithoutKey || end == .unregistered ? nil : "lobby")
        var owner: Canary? = Canary()
        for isAsynchronous in [false, true] {
            let captured = Canary { released.increment() }
            if isAsynchronous {
                broadcaster.observe(OrderObserverMessage.self, for: key, owner: owner!) { _, _ async in
                    withExtendedLifetime(captured) {}
                }
            } else {
                broadcaster.observe(OrderObserverMessage.self, for: key, owner: owner!) { _, _ in
                    withExtendedLifetime(captured) {}
                }
            }
        }
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        var iterator: (any IteratorProtocol)?
        switch reader {
        case .iterator, .iteratorWithoutKey:
            iterator = broadcaster.observers(of: OrderObserver.self, for: key).makeIterator()
        case .pendingBroadcast: broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: key, on: queue)
        }
        #expect(released.value == 0)
        switch end {
        case .unregistered: broadcaster.unregister(OrderObserver.self)
        case .unregisteredForKey: broadcaster.unregister(OrderObserver.self, for: key)
        case .ownerDeallocated:
            owner = nil
            // The first iteration finds the owner deallocated, and the second one compacts.
            for _ in 0..<2 {
                broadcaster.observers(of: OrderObserver.self, for: key).forEach { $0.orderPlaced(2) }
            }
        }
        await eventually { released.value == 2 }
        #expect(iterator?.next() == nil)
        queue.resume()
        await broadcaster.settled()
        withExtendedLifetime((owner, iterator)) {}
    }

    @Test("a closure that a kept iterator passes after the broadcaster is released is called, and released with it")
    func keptByReaderOfLostBroadcaster() async {
        let log = Log<String>()
        let owner = Canary()
        var broadcaster: Broadcaster? = Broadcaster()
        do {
            let captured = Canary { log.write("released") }
            broadcaster?.observe(UploadObserverMessage.self, owner: owner) { _, _ in
                withExtendedLifetime(captured) { log.write("called") }
            }
        }
        var iterator = Optional(broadcaster!.observers(of: UploadObserver.self).makeIterator())
        broadcaster = nil
        iterator?.next()?.uploadDidFail()
        #expect(log.entries == ["called"])
        iterator = nil
        #expect(log.entries == ["called", "released"])
        withExtendedLifetime(owner) {}
    }

    @Test(
        "an owner that Swift imports as a reference from C traps in each form, and so does an observer", .startsProcess)
    func importedOwner() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run {
                    Broadcaster.observe(UploadObserverMessage.self, owner: ImportedReferenceShared()!) { _, _ in }
                }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run {
                    Broadcaster.observe(UploadObserverMessage.self, owner: ImportedReferenceShared()!) { _, _ async in }
                }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                Broadcaster.observe(OrderObserverMessage.self, owner: ImportedReferenceShared()!) { _, _ in }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                Broadcaster.observe(OrderObserverMessage.self, owner: ImportedReferenceShared()!) { _, _ async in }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<ImportedReference>().add(ImportedReferenceShared())
            },
        ]
        expectMessages(results, contain: "ImportedReference' is imported from C or C++", "Pass an instance of a class")
    }

    @Test("what a closure captured that any thread may call is released by deliveries elsewhere once its owner is gone")
    func releasedElsewhere() {
        let broadcaster = Broadcaster()
        @Weak var captured: Canary?
        do {
            let (owner, canary) = (Canary(), Canary())
            _captured = Weak(wrappedValue: canary)
            broadcaster.observe(OrderObserverMessage.self, owner: owner) { @Sendable _, _ in
                withExtendedLifetime(canary) {}
            }
        }
        // The main queue doesn't run meanwhile.
        let queue = DispatchQueue(label: "elsewhere")
        for number in 1...2 {
            broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: queue)
            queue.sync {}
        }
        #expect(captured == nil)
    }

    @Test("an owner that is the box around a value traps, in each form", .startsProcess)
    func boxedOwner() async {
        struct Value: Sendable {}
        let results = [
            await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run {
                    Broadcaster.observe(UploadObserverMessage.self, owner: Value() as AnyObject) { _, _ in }
                }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run {
                    Broadcaster.observe(UploadObserverMessage.self, owner: Value() as AnyObject) { _, _ in
                        await Task.yield()
                    }
                }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                Broadcaster.observe(OrderObserverMessage.self, owner: sendableBox(Value())) { _, _ in }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                Broadcaster.observe(OrderObserverMessage.self, owner: sendableBox(Value())) { _, _ in
                    await Task.yield()
                }
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                let block: nonisolated(nonsending) @Sendable (Canary, OrderObserverMessage) async -> Void = { _, _ in }
                Broadcaster.observe(OrderObserverMessage.self, owner: sendableBox(Value()), block: block)
            },
        ]
        expectMessages(
            results, contain: "is what 'as AnyObject' makes of a value", "nor own a closure", "Use an instance")
    }
}

/// The object that `as AnyObject` makes of a value, as one of a class that is `Sendable`.
private func sendableBox(_ value: any Sendable) -> Canary { unsafeBitCast(value as AnyObject, to: Canary.self) }
