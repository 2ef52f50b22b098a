import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("What surrounds a closure that awaits", .timeLimit(.minutes(60)), .watched)
@MainActor
struct AwaitingContextTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    enum Trace { @TaskLocal static var id = "none" }

    @Test("a closure that is marked with another global actor runs there only if the protocol is Sendable")
    func markedClosure() async {
        let journal = Journal()
        let kitchen = Kitchen()
        let log = self.log
        broadcaster.observe(UploadObserverMessage.self, owner: journal) { @Disk _, _ async in
            log.write("owner, on the main actor: \(MainQueue.isMainActor)")
        }
        let observation = broadcaster.observe(UploadObserverMessage.self) { @Disk _ async in
            log.write("token, on the main actor: \(MainQueue.isMainActor)")
        }
        broadcaster.observe(OrderObserverMessage.self, owner: kitchen) { @Disk _, _ async in
            Disk.shared.assertIsolated()
            log.write("Sendable")
        }
        broadcaster.upload("1")
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        await broadcaster.settled()
        let expected = ["Sendable", "owner, on the main actor: true", "token, on the main actor: true"]
        #expect(log.entries.sorted() == expected)
        withExtendedLifetime((journal, kitchen, observation)) {}
    }

    @Test("a closure that belongs to no actor handles messages while the main actor is busy")
    func busyMainActor() async {
        let broadcaster = self.broadcaster
        let isHandled = DispatchSemaphore(value: 0)
        let observation = broadcaster.observe(OrderObserverMessage.self) { @Sendable _ async in
            isHandled.signal()
        }
        func keepBusyUntilHandled() {
            broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(1) }
            isHandled.wait()
        }
        await withTaskCancellationHandler(operation: keepBusyUntilHandled) { isHandled.signal() }
        withExtendedLifetime(observation) {}
    }

    @Test("the task of a closure never has the priority of what draws a screen, even if that calls the closure")
    func priority() async {
        let priorities = Log<UInt8>()
        let broadcaster = self.broadcaster
        let observation = broadcaster.observe(OrderObserverMessage.self) { _ async in
            priorities.write(Task.currentPriority.rawValue)
        }
        // That of the main thread of an app, user-interactive, which has no name among the priorities of tasks.
        await Task.detached(priority: TaskPriority(rawValue: 33)) {
            broadcaster.observers(of: OrderObserver.self).forEach { $0.orderPlaced(1) }
        }.value
        await broadcaster.settled()
        #expect(priorities.entries == [TaskPriority.userInitiated.rawValue])
        withExtendedLifetime(observation) {}
    }

    @Test("the current broadcaster is the one that it was registered with, and no other task-local value crosses")
    func taskLocals() async {
        let broadcaster = self.broadcaster
        let log = self.log
        let journal = Journal()
        Trace.$id.withValue("registrant") {
            broadcaster.observe(UploadObserverMessage.self, owner: journal) { [unowned broadcaster] _, _ in
                await Task.yield()
                log.write("\(Trace.id), own \(Broadcaster.current === broadcaster)")
            }
        }
        Trace.$id.withValue("sender") {
            broadcaster.notify(UploadObserverMessage.uploadDidFail)
            Broadcaster.$current.withValue(Broadcaster()) {
                broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
            }
        }
        await broadcaster.settled()
        #expect(log.entries == ["none, own true", "none, own true"])
        withExtendedLifetime(journal) {}
    }

    @Test("in a closure that is registered with the shared broadcaster, it is the current one")
    func shared() async {
        let log = self.log
        let observation = Broadcaster.observe(OrderObserverMessage.self, for: "AwaitingContextTests") { _ in
            await Task.yield()
            log.write("shared \(Broadcaster.current === Broadcaster.shared)")
        }
        Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: "AwaitingContextTests")
        await Broadcaster.settled()
        #expect(log.entries == ["shared true"])
        withExtendedLifetime(observation) {}
    }

    @Test("a closure that is called through the observers of a lost broadcaster has a new one")
    func lostBroadcaster() async {
        let log = self.log
        let journal = Journal()
        var broadcaster: Broadcaster? = Broadcaster()
        broadcaster?.observe(UploadObserverMessage.self, owner: journal) { _, _ in
            await Task.yield()
            log.write("shared \(Broadcaster.current === Broadcaster.shared)")
        }
        let observers = broadcaster!.observers(of: UploadObserver.self)
        let kept = Array(observers)
        broadcaster = nil
        for observer in kept { observer.uploadDidFail() }
        await eventually { log.entries.count >= 1 }
        #expect(log.entries == ["shared false"])
        withExtendedLifetime(journal) {}
    }
}
