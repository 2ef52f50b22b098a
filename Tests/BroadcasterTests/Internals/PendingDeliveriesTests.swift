import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("PendingDeliveries", .timeLimit(.minutes(60)), .watched)
struct PendingDeliveriesTests {
    let log = Log<[Int]>()

    @Test("waiting for deliveries ends when everything sent before is delivered, whatever is sent later")
    func endsDespiteLaterDeliveries() async {
        let deliveries = PendingDeliveries()
        let first = DispatchQueue(label: "first")
        let second = DispatchQueue(label: "second")
        first.suspend()
        second.suspend()
        deliveries.add(to: first) { [log] in log.write([1]) }
        await withCheckedContinuation { delivered in
            deliveries.notifyWhenDelivered { delivered.resume() }
            deliveries.add(to: second) { [log] in log.write([2]) }
            first.resume()
        }
        #expect(log.entries == [[1]])
        await withCheckedContinuation { delivered in
            deliveries.notifyWhenDelivered { delivered.resume() }
            second.resume()
        }
        #expect(log.entries == [[1], [2]])
    }

    @Test("no wait for deliveries ends before those that an earlier wait is for")
    func endsInOrder() async {
        let deliveries = PendingDeliveries()
        let queue = DispatchQueue(label: "test")
        let ended = Counter()
        queue.suspend()
        deliveries.add(to: queue) { [log] in log.write([1]) }
        for _ in 0..<100 { deliveries.notifyWhenDelivered { ended.increment() } }
        // Any of them that ended too early is on the global queue before these.
        for _ in 0..<3 {
            await withCheckedContinuation { passed in DispatchQueue.global().async { passed.resume() } }
        }
        #expect(ended.value == 0)
        await withCheckedContinuation { delivered in
            deliveries.notifyWhenDelivered { delivered.resume() }
            queue.resume()
        }
        #expect(log.entries == [[1]])
    }

    @Test("waiting for mailboxes ends when those that were added before are handled")
    func mailboxes() async {
        let deliveries = PendingDeliveries()
        let ended = Counter()
        let mailboxes = ["late", "handled", "later"].map { FakeMailbox(isHandled: $0 == "handled") }
        deliveries.add(mailboxes[0])
        deliveries.add(mailboxes[1])
        await withCheckedContinuation { done in
            deliveries.notifyWhenHandled {
                ended.increment()
                done.resume()
            }
            deliveries.add(mailboxes[2])
            #expect(ended.value == 0)
            mailboxes[0].handle()
        }
        #expect(ended.value == 1)
    }
}

/// A mailbox whose messages are handled from the start, or when the test says so.
private final class FakeMailbox: AnyMailbox {
    let registration = WeakRegistration()
    var waitingCount: Int { 0 }
    let handling: HandledMessage? = nil
    private let isHandled: Bool
    private let waiting = Log<@Sendable () -> Void>()

    init(isHandled: Bool) { self.isHandled = isHandled }

    func handle() { for done in waiting.entries { done() } }

    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) {
        if isHandled { done() } else { waiting.write(done) }
    }
    func cancel() {}
}
