import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("Buffers of closures that await", .timeLimit(.minutes(60)), .watched)
@MainActor
struct AwaitingBufferTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()
    let gate = Gate()

    @Test(
        "a bounded buffer keeps as many messages as its policy says, besides the one that is handled",
        arguments: [
            (.bufferingNewest(2), ["0", "8", "9"]), (.bufferingOldest(2), ["0", "1", "2"]),
            (.bufferingNewest(0), ["0"]), (.bufferingOldest(0), ["0"]), (.unbounded, (0..<10).map { "\($0)" }),
        ] as [(Broadcaster.BufferingPolicy, [String])])
    func limits(
        policy: Broadcaster.BufferingPolicy, handled: [String]
    ) async {
        let log = self.log
        let journal = Journal()
        broadcaster.observe(UploadObserverMessage.self, owner: journal, bufferingPolicy: policy) {
            [gate] _, message in
            await gate.pass()
            log.write(message.name)
        }
        for number in 0..<10 { broadcaster.upload("\(number)") }
        await drainMainQueue()
        for _ in 0..<10 { gate.open() }
        await broadcaster.settled()
        #expect(log.entries == handled)
        withExtendedLifetime(journal) {}
    }

    @Test("each form of observe takes a key and a policy, and the static ones use the current broadcaster")
    func forms() async {
        let (broadcaster, log, gate, owner) = (self.broadcaster, self.log, self.gate, Canary())
        let (uploads, orders) = (UploadObserverMessage.self, OrderObserverMessage.self)
        let none = Broadcaster.BufferingPolicy.bufferingOldest(0)
        let upload: @MainActor (UploadObserverMessage) async -> Void = { message in
            await gate.pass()
            log.write(message.name)
        }
        let order: @Sendable (OrderObserverMessage) async -> Void = { message in
            await gate.pass()
            log.write("\(message)")
        }
        let uploadOfOwner: @MainActor (Canary, UploadObserverMessage) async -> Void = { await upload($1) }
        let orderOfOwner: @Sendable (Canary, OrderObserverMessage) async -> Void = { await order($1) }
        // Functions of their caller's actor.
        let function: nonisolated(nonsending) @Sendable (OrderObserverMessage) async -> Void = { await order($0) }
        let functionOfOwner: nonisolated(nonsending) @Sendable (Canary, OrderObserverMessage) async -> Void = {
            await order($1)
        }
        broadcaster.observe(uploads, for: 1, owner: owner, bufferingPolicy: none, block: uploadOfOwner)
        broadcaster.observe(orders, for: 1, owner: owner, bufferingPolicy: none, block: orderOfOwner)
        broadcaster.observe(orders, for: 1, owner: owner, bufferingPolicy: none, block: functionOfOwner)
        var observations = [
            broadcaster.observe(uploads, for: 1, bufferingPolicy: none, block: upload),
            broadcaster.observe(orders, for: 1, bufferingPolicy: none, block: order),
            broadcaster.observe(orders, for: 1, bufferingPolicy: none, block: function),
        ]
        Broadcaster.$current.withValue(broadcaster) {
            Broadcaster.observe(uploads, for: 1, owner: owner, bufferingPolicy: none, block: uploadOfOwner)
            Broadcaster.observe(orders, for: 1, owner: owner, bufferingPolicy: none, block: orderOfOwner)
            Broadcaster.observe(orders, for: 1, owner: owner, bufferingPolicy: none, block: functionOfOwner)
            observations += [
                Broadcaster.observe(uploads, for: 1, bufferingPolicy: none, block: upload),
                Broadcaster.observe(orders, for: 1, bufferingPolicy: none, block: order),
                Broadcaster.observe(orders, for: 1, bufferingPolicy: none, block: function),
            ]
        }
        for number in 1...3 {
            for key in [2, 1] {
                let name = "\(number) for \(key)"
                broadcaster.notify(UploadObserverMessage.uploadDidFinish(name, bytes: 0), for: key)
                broadcaster.notify(OrderObserverMessage.orderPlaced(10 * number + key), for: key)
            }
        }
        await drainMainQueue()
        for _ in 0..<72 { gate.open() }
        await broadcaster.settled()
        let handled = Array(repeating: "1 for 1", count: 4) + Array(repeating: "orderPlaced(11)", count: 8)
        #expect(log.entries.sorted() == handled)
        withExtendedLifetime((owner, observations)) {}
    }

    @Test("a monitor learns how many messages bounded mailboxes and loops dropped, and nothing if none was")
    func monitor() async {
        let monitor = Dropping()
        let broadcaster = self.broadcaster
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        let journal = Journal()
        for policy: Broadcaster.BufferingPolicy in [
            .bufferingNewest(1), .bufferingOldest(1), .unbounded,
        ] {
            broadcaster.observe(UploadObserverMessage.self, owner: journal, bufferingPolicy: policy) {
                [gate] _, _ in await gate.pass()
            }
        }
        let loop = broadcaster.messages(of: UploadObserverMessage.self, bufferingPolicy: .bufferingNewest(3))
        broadcaster.upload("a", "b", "c", "d")
        await drainMainQueue()
        // The mailboxes handle a and keep b or a later one; the loop keeps three.
        let events = monitor.events.entries.filter { $0 != "sent" }
        #expect(events == ["delivered", "delivered", "dropped 2", "delivered", "dropped 3", "delivered"])
        for _ in 0..<20 { gate.open() }
        await broadcaster.settled()
        withExtendedLifetime((journal, loop)) {}
    }

    @Test("a monitor isn't told of messages that other observers' buffers dropped because an observer called them")
    func monitorOfCaller() async {
        let monitor = Dropping()
        let broadcaster = self.broadcaster
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        let journal = Journal()
        let loop = broadcaster.messages(of: OrderObserverMessage.self, bufferingPolicy: .bufferingNewest(1))
        broadcaster.observe(OrderObserverMessage.self, owner: journal, bufferingPolicy: .bufferingOldest(1)) {
            [gate] _, _ in await gate.pass()
        }
        let caller = broadcaster.observe(UploadObserverMessage.self) { [log] _ in
            log.write("called")
            for number in 0..<5 {
                broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(number) }
            }
        }
        let own = broadcaster.messages(of: UploadObserverMessage.self, bufferingPolicy: .bufferingNewest(1))
        broadcaster.upload("a", "b")
        await drainMainQueue()
        #expect(log.entries == ["called", "called"])
        // That of its own loop, and none of the twenty others.
        #expect(monitor.events.entries.filter { $0 != "sent" } == ["delivered", "dropped 1", "delivered"])
        for _ in 0..<20 { gate.open() }
        await broadcaster.settled()
        withExtendedLifetime((journal, loop, caller, own)) {}
    }

    private final class Dropping: Broadcaster.Monitor {
        let events = Log<String>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { events.write("sent") }
        func broadcastWasDelivered(_: Broadcaster.Broadcast, as _: Broadcaster.Delivery) { events.write("delivered") }
        func messagesWereDropped(_ count: Int, by _: Broadcaster.Broadcast) { events.write("dropped \(count)") }
    }
}
