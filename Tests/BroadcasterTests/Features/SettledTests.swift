import Broadcaster
import Foundation
import TestSupport
import Testing

@Suite("settled()", .timeLimit(.minutes(60)), .watched)
struct SettledTests {
    let broadcaster = Broadcaster()
    let counter = Counter()
    let queue = DispatchQueue(label: "test")

    init() { broadcaster.register(Incrementing.self, observer: counter) }

    @Test("settled() waits for all queues, even while another call of it waits")
    func twoCalls() async {
        queue.suspend()
        broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
        async let first: Void = broadcaster.settled()
        async let second: Void = broadcaster.settled()
        queue.resume()
        _ = await (first, second)
        #expect(counter.value == 1)
    }

    @Test("settled() waits for a blocked queue, however many items the main queue runs meanwhile")
    func blockedQueue() async {
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
        let opening = Task.detached {
            for _ in 0..<10 { await Broadcaster().settled() }
            gate.signal()
        }
        await Broadcaster.$current.withValue(broadcaster) { await Broadcaster.settled() }
        #expect(counter.value == 1)
        await opening.value
    }

    @Test("settled() waits for broadcasts that a concurrent queue delivers side by side")
    func concurrentQueue() async {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let first = DispatchSemaphore(value: 0)
        let second = DispatchSemaphore(value: 0)
        broadcaster.notify(Incrementing.self, on: queue) {
            first.signal()
            second.wait()
            $0.increment()
        }
        broadcaster.notify(Incrementing.self, on: queue) {
            second.signal()
            first.wait()
            $0.increment()
        }
        await broadcaster.settled()
        #expect(counter.value == 2)
    }
}
