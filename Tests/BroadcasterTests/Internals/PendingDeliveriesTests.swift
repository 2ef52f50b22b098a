import Foundation
import Testing

@testable import Broadcaster

@Suite("PendingDeliveries", .timeLimit(.minutes(10)))
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

    @Test("waiting covers everything sent before, even while other threads wait")
    func coversEarlierDeliveries() async {
        let deliveries = PendingDeliveries()
        let missed = Counter()
        await onThreads(4) { _ in
            let queue = DispatchQueue(label: "test")
            for _ in 0..<2000 {
                let delivered = Counter()
                let done = DispatchSemaphore(value: 0)
                deliveries.add(to: queue) { delivered.increment() }
                deliveries.notifyWhenDelivered {
                    if delivered.value != 1 { missed.increment() }
                    done.signal()
                }
                done.wait()
            }
        }
        #expect(missed.value == 0)
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
        mailboxes[0].handle()
    }
}

/// A mailbox whose messages are handled from the start, or when the test says so.
private final class FakeMailbox: AnyMailbox {
    let channel: String
    private let isHandled: Bool
    private let waiting = Log<@Sendable () -> Void>()

    init(channel: String, isHandled: Bool) {
        self.channel = channel
        self.isHandled = isHandled
    }

    /// Ends the waits, because a group that is never left leaks.
    func handle() { for done in waiting.entries { done() } }

    func setRegistration(_ registration: Registration) {}
    func notifyWhenHandled(_ done: @escaping @Sendable () -> Void) {
        if isHandled { done() } else { waiting.write(done) }
    }
    func cancel() {}
}
