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

    @Test(
        "settled() returns when its task is canceled, before or while it waits", arguments: Wait.allCases,
        [false, true])
    func canceled(wait: Wait, isStatic: Bool) async {
        let (broadcaster, goOn, gate) = (self.broadcaster, DispatchSemaphore(value: 0), Gate())
        let observation = broadcaster.observe(OrderObserverMessage.self) { _ async in await gate.passUncanceled() }
        switch wait {
        case .queue:
            queue.async { goOn.wait() }
            broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
        case .mainQueue: DispatchQueue.main.async { goOn.wait() }
        case .closure: broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        }
        for isCanceledBefore in [true, false] {
            await Broadcaster.$current.withValue(broadcaster) {
                let settling = Task {
                    if isCanceledBefore { withUnsafeCurrentTask { $0?.cancel() } }
                    if isStatic { await Broadcaster.settled() } else { await broadcaster.settled() }
                }
                if !isCanceledBefore { for _ in 0..<100 { await Task.yield() } }
                settling.cancel()
                await settling.value
            }
        }
        #expect(counter.value == 0)
        goOn.signal()
        gate.open()
        await broadcaster.settled()
        #expect(counter.value == (wait == .queue ? 1 : 0))
        withExtendedLifetime(observation) {}
    }

    enum Wait: CaseIterable { case queue, mainQueue, closure }
}
