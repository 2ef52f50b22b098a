import Foundation
import Testing

@testable import Broadcaster

@Suite("PendingDeliveries")
struct PendingDeliveriesTests {
    @Test("a wait that reaches its limit names the mailboxes that it is still for, and no later one")
    func late() async {
        let deliveries = PendingDeliveries()
        let named = Log<[String]>()
        let mailboxes = ["late", "handled", "later"].map { FakeMailbox(channel: $0, isHandled: $0 == "handled") }
        deliveries.limit = PendingDeliveries.Limit(seconds: 0.01) { named.write($0) }
        deliveries.add(mailboxes[0])
        deliveries.add(mailboxes[1])
        await withCheckedContinuation { done in
            let waits = DispatchGroup()
            for _ in 0..<2 {
                waits.enter()
                deliveries.notifyWhenHandled { waits.leave() }
            }
            deliveries.add(mailboxes[2])
            waits.notify(queue: .global()) { done.resume() }
        }
        #expect(named.entries == [["late"], ["late"]])
        #expect(deliveries.unhandledChannels.sorted() == ["handled", "later"])
    }
}

/// A mailbox whose messages are handled, or never.
private final class FakeMailbox: AnyMailbox {
    let channel: String
    private let isHandled: Bool

    init(channel: String, isHandled: Bool) {
        self.channel = channel
        self.isHandled = isHandled
    }

    func setRegistration(_ registration: Registration) {}
    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) { if isHandled { done() } }
    func cancel() {}
}
