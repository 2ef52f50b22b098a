import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// What holds of closures whatever four threads do at once, even under a sanitizer.
@Suite("Closures on several threads", .timeLimit(.minutes(60)), .watched)
struct ClosureThreadTests {
    let broadcaster = Broadcaster()

    @MainActor
    final class Badge {
        var numbers: [Int] = []

        func receive(_ message: OrderObserverMessage) {
            MainActor.preconditionIsolated()
            if case .orderPlaced(let number) = message { numbers.append(number) }
        }
    }

    @Test("a closure of the main actor receives each thread's broadcasts in order, while others come and go")
    @MainActor
    func mainActorClosure() async {
        let badge = Badge()
        let transient = Counter()
        broadcaster.observe(OrderObserverMessage.self, owner: badge) { @MainActor in $0.receive($1) }
        let observation = broadcaster.observe(OrderObserverMessage.self, for: 1, block: badge.receive)
        await onThreads(4) { [broadcaster] thread in
            let queue = DispatchQueue(label: "test")
            for number in 0..<500 {
                broadcaster.notify(OrderObserverMessage.orderPlaced(1000 * thread + number), for: 1, on: queue)
                guard number.isMultiple(of: 10) else { continue }
                let isObserving = DispatchSemaphore(value: 0)
                let observation = Locked<Broadcaster.Observation?>(nil)
                DispatchQueue.main.async {
                    MainActor.assumeIsolated {
                        let captured = Canary { transient.increment() }
                        let ended = broadcaster.observe(OrderObserverMessage.self) { @MainActor _ in
                            MainActor.preconditionIsolated()
                            withExtendedLifetime(captured) {}
                        }
                        observation.withLock { $0 = ended }
                    }
                    isObserving.signal()
                }
                isObserving.wait()
                broadcaster.notify(OrderObserverMessage.orderPlaced(-1), for: 2, on: queue)
                observation.withLock { $0 }?.cancel()
                observation.withLock { $0 = nil }
            }
        }
        await broadcaster.settled()
        for thread in 0..<4 {
            // Once for each of its two registrations.
            let sent = (0..<500).flatMap { [1000 * thread + $0, 1000 * thread + $0] }
            #expect(badge.numbers.filter { $0 >= 0 && $0 / 1000 == thread } == sent)
        }
        await eventually { transient.value == 200 }
        #expect(broadcaster.observers(of: OrderObserver.self, for: 1).count == 2)
        withExtendedLifetime((badge, observation)) {}
    }

    @Test("settled() returns in closures that await, and in tasks that they start, while all threads send and wait")
    func settledInClosures() async {
        let handled = Counter()
        let owner = Canary()
        for _ in 0..<4 {
            broadcaster.observe(OrderObserverMessage.self, owner: owner) { _, _ in
                await Broadcaster.settled()
                await Task { await Broadcaster.settled() }.value
                handled.increment()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask { [broadcaster] in
                    for number in 0..<50 {
                        broadcaster.notify(OrderObserverMessage.orderPlaced(100 * thread + number), on: .global())
                        if number.isMultiple(of: 10) { await broadcaster.settled() }
                    }
                    await broadcaster.settled()
                }
            }
        }
        #expect(handled.value == 4 * 4 * 50)
        withExtendedLifetime(owner) {}
    }

    @Test("closures that await leave nothing behind, however they end, while their tasks and readers live on")
    func nothingIsLeft() async {
        let released = Counter()
        let tasks = Log<Task<Void, Never>>()
        let kept = Log<Handover<Any>>()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask { [broadcaster] in
                    for round in 0..<100 {
                        let captured = Canary { released.increment() }
                        let message = OrderObserverMessage.orderPlaced(round)
                        if (thread + round).isMultiple(of: 2) {
                            let observation = broadcaster.observe(OrderObserverMessage.self, for: thread) { _ async in
                                withExtendedLifetime(captured) {}
                                // Time: it is canceled before.
                                tasks.write(Task { try? await Task.sleep(nanoseconds: 600_000_000_000) })
                            }
                            broadcaster.notify(message, for: thread, on: .global())
                            if round.isMultiple(of: 3) { await broadcaster.settled() }
                            observation.cancel()
                        } else {
                            let owner = Canary()
                            broadcaster.observe(OrderObserverMessage.self, for: thread, owner: owner) { _, _ async in
                                withExtendedLifetime(captured) {}
                                // Time: it is canceled before.
                                tasks.write(Task { try? await Task.sleep(nanoseconds: 600_000_000_000) })
                            }
                            broadcaster.notify(message, for: thread, on: .global())
                            let observers = broadcaster.observers(of: OrderObserver.self, for: thread)
                            kept.write(Handover(observers.makeIterator()))
                            if round.isMultiple(of: 3) { await broadcaster.settled() }
                            withExtendedLifetime(owner) {}
                        }
                    }
                    broadcaster.unregister(OrderObserver.self, for: thread)
                }
            }
        }
        await broadcaster.settled()
        await eventually { released.value == 400 }
        #expect(broadcaster.channels.isEmpty)
        for task in tasks.entries { task.cancel() }
        withExtendedLifetime(kept) {}
    }

    @Test("closures are called by the iterations of all threads, although their broadcaster is released meanwhile")
    func lostBroadcasters() async {
        let called = Counter()
        let owner = Canary()
        await onThreads(4) { _ in
            for _ in 0..<500 {
                var broadcaster: Broadcaster? = Broadcaster()
                broadcaster?.observe(OrderObserverMessage.self, owner: owner) { _, _ async in called.increment() }
                broadcaster?.observe(OrderObserverMessage.self, owner: owner) { _, _ in called.increment() }
                let observers = broadcaster!.observers(of: OrderObserver.self)
                broadcaster = nil
                for observer in observers { observer.orderPlaced(1) }
            }
        }
        await eventually { called.value == 4000 }
        withExtendedLifetime(owner) {}
    }

    @Test("a monitor is told only what the buffer of a called observer dropped, on each of four threads")
    func drops() async {
        let counts = Log<Int>()
        let monitor = ClosureMonitor(onDropped: { counts.write($0) })
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        let loop = broadcaster.messages(of: OrderObserverMessage.self, for: 1, bufferingPolicy: .bufferingNewest(1))
        let other = broadcaster.messages(of: OrderObserverMessage.self, for: 2, bufferingPolicy: .bufferingNewest(1))
        let caller = broadcaster.observe(OrderObserverMessage.self, for: 1) { [broadcaster] message in
            broadcaster.observers(of: OrderObserver.self, for: 2).forEach { $0.orderPlaced(1) }
        }
        await onThreads(4) { [broadcaster] _ in
            let queue = DispatchQueue(label: "test")
            for number in 0..<200 { broadcaster.notify(OrderObserverMessage.orderPlaced(number), for: 1, on: queue) }
        }
        await broadcaster.settled()
        #expect(counts.entries == Array(repeating: 1, count: 4 * 200 - 1))
        withExtendedLifetime((monitor, loop, other, caller)) {}
    }
}
