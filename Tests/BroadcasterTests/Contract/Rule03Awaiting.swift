import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("3. Checked again before each call: closures that await")
    @MainActor
    struct Rule03Awaiting {
        let broadcaster = Broadcaster()
        let log = Log<String>()
        let gate = Gate()

        @Test("canceling an observation cancels its task, and drops what waits", arguments: [false, true])
        func cancels(byReleasing isReleased: Bool) async {
            let log = self.log
            var observation: Broadcaster.Observation? = broadcaster.observe(UploadObserverMessage.self) {
                [gate] message in
                log.write(message.name)
                await gate.pass()
                log.write("canceled \(Task.isCancelled)")
            }
            broadcaster.upload("a", "b")
            await eventually { log.entries.count >= 1 }
            if isReleased { observation = nil } else { observation?.cancel() }
            // So that it ends even if it isn't canceled.
            gate.open()
            await broadcaster.settled()
            #expect(log.entries == ["a", "canceled true"])
        }

        @Test("a closure that ends the observation of another one cancels the other one's task")
        func cancelsAnother() async {
            let log = self.log
            let gate = self.gate
            let observation = broadcaster.observe(UploadObserverMessage.self) { message in
                log.write(message.name)
                await gate.pass()
                log.write("canceled \(Task.isCancelled)")
            }
            broadcaster.upload("a")
            await eventually { log.entries.count >= 1 }
            let other = broadcaster.observe(OrderObserverMessage.self) { _ async in
                observation.cancel()
                // So that it ends even if it isn't canceled.
                gate.open()
            }
            broadcaster.notify(OrderObserverMessage.orderPlaced(1))
            await broadcaster.settled()
            #expect(log.entries == ["a", "canceled true"])
            withExtendedLifetime(other) {}
        }

        @Test(
            "a closure that ends its own observation isn't canceled, and isn't called again", arguments: [false, true])
        func endsItself(inChildTask: Bool) async {
            let log = self.log
            let journal = Journal()
            journal.observation = broadcaster.observe(UploadObserverMessage.self) { [weak journal] message in
                if inChildTask {
                    async let end: Void? = journal?.endObservation()
                    await end
                } else {
                    journal?.observation = nil
                }
                await Task.yield()
                log.write("\(message.name), canceled \(Task.isCancelled)")
            }
            broadcaster.upload("a", "b")
            await broadcaster.settled()
            #expect(log.entries == ["a, canceled false"])
        }

        @Test("unregistering the protocol drops what waits, and lets the closure finish", arguments: [false, true])
        func unregister(isOwned: Bool) async {
            let log = self.log
            let journal = Journal()
            let handle: @MainActor (UploadObserverMessage) async -> Void = { [gate] message in
                log.write("begins " + message.name)
                await gate.pass()
                log.write("ends, canceled \(Task.isCancelled)")
            }
            if isOwned {
                broadcaster.observe(UploadObserverMessage.self, owner: journal) { await handle($1) }
            } else {
                journal.observation = broadcaster.observe(UploadObserverMessage.self, block: handle)
            }
            broadcaster.upload("a", "b")
            await eventually { log.entries.count >= 1 }
            broadcaster.unregister(UploadObserver.self)
            gate.open()
            await broadcaster.settled()
            #expect(log.entries == ["begins a", "ends, canceled false"])
            #expect(broadcaster.channels.isEmpty)
            withExtendedLifetime(journal) {}
        }

        @Test("unregistering between delivery and the start of the task drops the message")
        func unregisteredBeforeStart() async {
            let log = self.log
            let journal = Journal()
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { _, _ in
                await Task.yield()
                log.write("called")
            }
            broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
            broadcaster.unregister(UploadObserver.self)
            await broadcaster.settled()
            #expect(log.entries.isEmpty)
            withExtendedLifetime(journal) {}
        }

        @Test("observations of a Sendable protocol end on four threads while messages arrive")
        func endsEverywhere() async {
            await onThreads(4) { [broadcaster] thread in
                for number in 0..<200 {
                    let observation = broadcaster.observe(OrderObserverMessage.self) { _ in await Task.yield() }
                    broadcaster.notify(OrderObserverMessage.orderPlaced(number), on: .global())
                    if number % 2 == 0 { observation.cancel() }
                }
            }
            await broadcaster.settled()
            #expect(broadcaster.channels.isEmpty)
        }

        @Test("a task that outlives its closure cancels the task of a later message when it ends the observation")
        func endsInOutlivingTask() async {
            let (log, gate) = (self.log, self.gate)
            let observation = Locked<Broadcaster.Observation?>(nil)
            observation.withLock {
                $0 = broadcaster.observe(UploadObserverMessage.self) { message async in
                    log.write(message.name)
                    if message.name == "a" {
                        Task {
                            await gate.pass()
                            observation.withLock { $0 }?.cancel()
                        }
                    } else {
                        // Time: it is canceled before.
                        try? await Task.sleep(nanoseconds: 600_000_000_000)
                        log.write("canceled: \(Task.isCancelled)")
                    }
                }
            }
            broadcaster.upload("a", "b")
            await eventually { log.entries.count >= 2 }
            gate.open()
            await broadcaster.settled()
            #expect(log.entries == ["a", "b", "canceled: true"])
            observation.withLock { $0 = nil }
        }

        @Test("a task of an earlier closure isn't taken for that of a later one, which it cancels")
        func laterMailbox() async {
            let (broadcaster, gate, log) = (self.broadcaster, self.gate, self.log)
            let later = Locked<Broadcaster.Observation?>(nil)
            let task = Locked<Task<Void, Never>?>(nil)
            // A new mailbox may get the address of a deallocated one.
            for _ in 0..<100 {
                let earlier = broadcaster.observe(UploadObserverMessage.self) { _ async in
                    task.withLock {
                        $0 = Task {
                            await gate.pass()
                            later.withLock { $0 }?.cancel()
                        }
                    }
                }
                broadcaster.upload("a")
                await broadcaster.settled()
                earlier.cancel()
            }
            later.withLock {
                $0 = broadcaster.observe(UploadObserverMessage.self) { _ async in
                    log.write("begins")
                    // Time: it is canceled before.
                    try? await Task.sleep(nanoseconds: 600_000_000_000)
                    log.write("canceled: \(Task.isCancelled)")
                }
            }
            broadcaster.upload("b")
            await eventually { log.entries.count >= 1 }
            gate.open()
            await eventually { log.entries.count >= 2 }
            #expect(log.entries == ["begins", "canceled: true"])
            for _ in 0..<100 { gate.open() }
        }
    }
}
