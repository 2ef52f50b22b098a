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
        let late = startedMailbox()
        let handled = startedMailbox()
        finish(handled)
        deliveries.add(late)
        deliveries.add(handled)
        deliveries.notifyWhenHandled { ended.increment() }
        deliveries.add(startedMailbox())
        // If it ended too early, that is on the global queue before these.
        for _ in 0..<3 {
            await withCheckedContinuation { passed in DispatchQueue.global().async { passed.resume() } }
        }
        #expect(ended.value == 0)
        finish(late)
        await eventually { ended.value == 1 }
    }

    /// A mailbox whose task handles a message.
    private func startedMailbox() -> Locked<MailboxState> {
        let mailbox = Locked(MailboxState(of: "", registeredAs: WeakRegistration(), .unbounded))
        mailbox.withLock { mailbox in
            mailbox.start(with: QueuedMessage(number: 1, cause: nil) { _ in })
            _ = mailbox.next()
        }
        return mailbox
    }

    /// Ends the handling of a message.
    private func finish(_ mailbox: Locked<MailboxState>) {
        _ = mailbox.withLock { $0.next()?.number }
    }
}
