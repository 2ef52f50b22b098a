import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("settled() and closures that await", .timeLimit(.minutes(60)), .watched)
@MainActor
struct AwaitingSettledTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()
    let gate = Gate()

    @Test("settled() in a closure waits for deliveries only, because the closure would wait for itself")
    func settledInside() async {
        let log = self.log
        let journal = Journal()
        for name in ["x", "y"] {
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { _, message in
                await Broadcaster.settled()
                async let inChildTask: Void = Broadcaster.settled()
                await inChildTask
                await Task { await Broadcaster.settled() }.value
                log.write(name + message.name)
            }
        }
        broadcaster.upload("a", "b")
        await broadcaster.settled()
        #expect(log.entries.sorted() == ["xa", "xb", "ya", "yb"])
        withExtendedLifetime(journal) {}
    }

    @Test("settled() waits for closures in a task that outlives the closure that started it")
    func settledInOutlivingTask() async {
        let (broadcaster, log, first, second) = (self.broadcaster, self.log, self.gate, Gate())
        let task = Locked<Task<Void, Never>?>(nil)
        let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
            log.write(message.name)
            if message.name == "a" {
                task.withLock {
                    $0 = Task {
                        await first.pass()
                        await Broadcaster.settled()
                        log.write("settled")
                    }
                }
            } else {
                await second.pass()
                log.write("returns")
            }
        }
        broadcaster.upload("a", "b")
        await eventually { log.entries.count >= 2 }
        first.open()
        await eventually { broadcaster.handledMessageCounts.awaited > 0 || log.entries.count > 2 }
        second.open()
        await task.withLock { $0 }?.value
        #expect(log.entries == ["a", "b", "returns", "settled"])
        withExtendedLifetime(observation) {}
    }

    @Test("settled() of another broadcaster waits for its closures, even in a closure")
    func settledOfAnother() async {
        let (log, gate, other) = (self.log, self.gate, Broadcaster())
        let slow = other.observe(UploadObserverMessage.self) { message async in
            await gate.pass()
            log.write("other \(message.name)")
        }
        let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
            other.notify(message)
            await other.settled()
            log.write(message.name)
        }
        broadcaster.upload("a")
        await eventually { other.handledMessageCounts.awaited > 0 || !log.entries.isEmpty }
        gate.open()
        await broadcaster.settled()
        #expect(log.entries == ["other a", "a"])
        withExtendedLifetime((slow, observation)) {}
    }

    @Test("settled() waits for what was sent before, and not for what is sent meanwhile")
    func steadyTraffic() async {
        let log = self.log
        let journal = Journal()
        broadcaster.observe(UploadObserverMessage.self, owner: journal) {
            [weak broadcaster] _, message in
            broadcaster?.notify(UploadObserverMessage.uploadDidFinish(message.name, bytes: 0))
            await Task.yield()
            log.write(message.name)
        }
        broadcaster.upload("a", "b")
        await broadcaster.settled()
        #expect(log.entries.count >= 2)
        broadcaster.unregister(UploadObserver.self)
        await broadcaster.settled()
        withExtendedLifetime(journal) {}
    }

    @Test("settled() returns when its task is canceled, while others wait on for the closure")
    func canceled() async {
        let (broadcaster, gate, log) = (self.broadcaster, self.gate, self.log)
        let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
            await gate.pass()
            log.write(message.name)
        }
        broadcaster.upload("a")
        async let settled: Void = broadcaster.settled()
        await eventually { broadcaster.handledMessageCounts.awaited > 0 }
        let settling = Task { await broadcaster.settled() }
        await Task.yield()
        settling.cancel()
        await settling.value
        #expect(log.entries == [])
        gate.open()
        await settled
        #expect(log.entries == ["a"])
        withExtendedLifetime(observation) {}
    }

    @Test("settled() in a closure returns when the closure is canceled")
    func canceledInside() async {
        let (broadcaster, log, isHandling, queue) = (
            self.broadcaster, self.log, Gate(), DispatchQueue(label: "test")
        )
        let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
            isHandling.open()
            await Broadcaster.settled()
            log.write(message.name)
        }
        queue.suspend()
        broadcaster.notify(OrderObserver.self, on: queue) { _ in }
        broadcaster.upload("a")
        await isHandling.pass()
        observation.cancel()
        await eventually { log.entries == ["a"] }
        queue.resume()
    }

    @Test(
        "settled() ends when the running closure returns, although cancel() drops messages that came before or after",
        arguments: [false, true])
    func settledBeforeCancel(areLater: Bool) async {
        let (broadcaster, gate, log) = (self.broadcaster, self.gate, self.log)
        let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
            log.write(message.name)
            await gate.passUncanceled()
            log.write("returned")
        }
        broadcaster.upload("a")
        if !areLater { broadcaster.upload("b", "c") }
        await eventually { log.entries.count >= 1 }
        let settling = Task {
            await broadcaster.settled()
            log.write("settled")
        }
        await eventually { broadcaster.handledMessageCounts.awaited > 0 }
        if areLater { broadcaster.upload("b") }
        await drainMainQueue()
        observation.cancel()
        await drainMainQueue()
        #expect(log.entries == ["a"])
        #expect(broadcaster.handledMessageCounts.awaited > 0)
        gate.open()
        await settling.value
        #expect(log.entries == ["a", "returned", "settled"])
    }

    @Test("many callers of settled() wait for one closure, and cost no more than so many calls")
    func manyCallers() async {
        let (broadcaster, gate, log) = (self.broadcaster, self.gate, self.log)
        let observation = broadcaster.observe(UploadObserverMessage.self) { message async in
            log.write(message.name)
            await gate.pass()
        }
        broadcaster.upload("a")
        await eventually { log.entries.count >= 1 }
        // Waits in the mailbox directly, because only that may take time that grows with their square.
        let mailbox = broadcaster.withRegistry { $0.deliveries.presentMailboxes }[0]
        let group = DispatchGroup()
        for _ in 0..<100_000 {
            group.enter()
            _ = mailbox.withLock { $0.wait(toLeave: group) }
        }
        gate.open()
        await broadcaster.settled()
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        withExtendedLifetime(observation) {}
    }
}
