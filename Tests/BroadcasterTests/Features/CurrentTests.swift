import Broadcaster
import Foundation
import TestSupport
import Testing

@Suite("Broadcaster.current", .timeLimit(.minutes(60)), .watched)
@MainActor
struct CurrentTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    @Test("current is bound for a scope and the tasks that it starts, but not for detached tasks")
    func scope() async {
        await Broadcaster.$current.withValue(broadcaster) {
            #expect(Broadcaster.current === broadcaster)
            await Task { #expect(Broadcaster.current === broadcaster) }.value
            await Task.detached { #expect(Broadcaster.current === Broadcaster.shared) }.value
        }
        #expect(Broadcaster.current === Broadcaster.shared)
    }

    @Test("the current broadcaster is the one that is bound, even after another one is deallocated", .startsProcess)
    func afterAnother() async {
        // In a separate process, where no other test has a broadcaster.
        await #expect(processExitsWith: .success) {
            let counter = Counter()
            let bound = Broadcaster()
            _ = Broadcaster()
            Broadcaster.$current.withValue(bound) { Broadcaster.register(Incrementing.self, observer: counter) }
            precondition(bound.observers(of: Incrementing.self).count == 1)
            precondition(Broadcaster.shared.observers(of: Incrementing.self).isEmpty)
            withExtendedLifetime(counter) {}
        }
    }

    final class Statistics: Broadcaster.Monitor {
        let current = Log<ObjectIdentifier>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
            current.write(ObjectIdentifier(Broadcaster.current))
        }

        func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
            current.write(ObjectIdentifier(Broadcaster.current))
        }
    }

    @Test(
        "in a block, the current broadcaster is the one that delivers, whatever the queue, and even if it is monitored",
        arguments: [false, true], [false, true])
    func inBlock(isOnMain: Bool, isMonitored: Bool) async {
        let counter = Counter()
        let statistics = Statistics()
        let isCurrent = Log<Bool>()
        broadcaster.register(Incrementing.self, observer: counter)
        if isMonitored { broadcaster.register(Broadcaster.Monitor.self, observer: statistics) }
        let block: @Sendable (any Incrementing) -> Void = { [broadcaster] _ in
            isCurrent.write(Broadcaster.current === broadcaster)
        }
        if isOnMain {
            broadcaster.notify(Incrementing.self) { block($0) }
        } else {
            broadcaster.notify(Incrementing.self, on: .global(), block: block)
        }
        await broadcaster.settled()
        #expect(isCurrent.entries == [true])
        withExtendedLifetime((counter, statistics)) {}
    }

    @Test("in a block, the static methods use the broadcaster that delivers, whichever thread sent")
    func staticMethodsInBlock() async {
        let observer = WordLogger("observer", log)
        observer.onReceiving = { word in
            if word == "1" { Broadcaster.notify(WordObserver.self) { $0.receive("2") } }
            if word == "2" { Broadcaster.unregister(observer: observer) }
        }
        broadcaster.register(WordObserver.self, observer: observer)
        await onNewThread { [broadcaster] in broadcaster.notify(WordObserver.self) { $0.receive("1") } }
        await broadcaster.settled()
        await broadcaster.settled()
        #expect(log.entries == ["observer 1", "observer 2"])
        #expect(broadcaster.observers(of: WordObserver.self).isEmpty)
        observer.onReceiving = nil
    }

    @Test("in a block of a set or a multicast delegate, the shared broadcaster is current, whichever the sender has")
    func inBlockOfSet() async {
        let counter = Counter()
        let set = WeakObjectSet<any Incrementing>(counter)
        let delegates = MulticastDelegate<any Incrementing>([counter])
        let queue = DispatchQueue(label: "test")
        let isShared = Log<Bool>()
        Broadcaster.$current.withValue(broadcaster) {
            set.notify { _ in isShared.write(Broadcaster.current === Broadcaster.shared) }
            set.notify(on: queue) { _ in isShared.write(Broadcaster.current === Broadcaster.shared) }
            delegates.notify { _ in isShared.write(Broadcaster.current === Broadcaster.shared) }
            delegates.notify(on: queue) { _ in isShared.write(Broadcaster.current === Broadcaster.shared) }
        }
        await broadcaster.settled()
        await withCheckedContinuation { done in queue.async { done.resume() } }
        #expect(isShared.entries == [true, true, true, true])
        withExtendedLifetime(counter) {}
    }

    @Test("in a block of the shared broadcaster, it is current, though its sender is in a scope that binds another")
    func sharedInBlock() async {
        let observer = WordLogger("observer", log)
        observer.onReceiving = { _ in #expect(Broadcaster.current === Broadcaster.shared) }
        Broadcaster.shared.register(SharedOnly.self, observer: observer)
        await Broadcaster.$current.withValue(Broadcaster()) {
            Broadcaster.shared.notify(SharedOnly.self) { $0.receive("1") }
            await Broadcaster.shared.settled()
        }
        #expect(log.entries == ["observer 1"])
        withExtendedLifetime(observer) {}
    }

    protocol SharedOnly { func receive(_ word: String) }

    @Test("for a monitor, the current broadcaster is the one that sends, even without observers")
    func inMonitors() async {
        let counter = Counter()
        let statistics = Statistics()
        broadcaster.register(Incrementing.self, observer: counter)
        broadcaster.register(Broadcaster.Monitor.self, observer: statistics)
        broadcaster.notify(Incrementing.self) { _ in }
        broadcaster.notify(WordObserver.self) { _ in }
        await broadcaster.settled()
        #expect(statistics.current.entries == Array(repeating: ObjectIdentifier(broadcaster), count: 4))
        withExtendedLifetime(counter) {}
    }

    @Test("for a monitor of the shared broadcaster, it is current, even if another one is bound", .startsProcess)
    func inMonitorsOfShared() async {
        // In a separate process, where no other test uses the shared broadcaster.
        await #expect(processExitsWith: .success) {
            let statistics = Statistics()
            Broadcaster.shared.register(Broadcaster.Monitor.self, observer: statistics)
            Broadcaster.$current.withValue(Broadcaster()) { Broadcaster.shared.notify(Incrementing.self) { _ in } }
            precondition(statistics.current.entries == Array(repeating: ObjectIdentifier(Broadcaster.shared), count: 2))
        }
    }

    enum Trace {
        @TaskLocal static var id = "none"
    }

    @Test("a task-local value of the sender reaches an observer only if the block binds it")
    func otherTaskLocals() async {
        let counter = Counter(in: broadcaster)
        Trace.$id.withValue("sender") {
            broadcaster.notify(Incrementing.self) { [log] _ in log.write(Trace.id) }
            broadcaster.notify(Incrementing.self) { [log, id = Trace.id] _ in
                Trace.$id.withValue(id) { log.write(Trace.id) }
            }
        }
        await broadcaster.settled()
        #expect(log.entries == ["none", "sender"])
        withExtendedLifetime(counter) {}
    }
}

extension WordLogger: CurrentTests.SharedOnly {}
