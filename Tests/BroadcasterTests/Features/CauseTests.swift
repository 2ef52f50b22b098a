import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("Broadcaster.Cause", .timeLimit(.minutes(60)), .watched)
@MainActor
struct CauseTests {
    let broadcaster = Broadcaster()
    let sent = SentBroadcasts()

    init() { broadcaster.register(Broadcaster.Monitor.self, observer: sent) }

    /// The broadcasts that were sent, in order.
    final class SentBroadcasts: Broadcaster.Monitor {
        let all = Log<Broadcaster.Broadcast>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { all.write(broadcast) }
        func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}

        /// The broadcasts of a channel.
        func callAsFunction<T>(_ channel: T.Type) -> [Broadcaster.Broadcast] {
            all.entries.filter { $0.protocolName == "\(String(reflecting: channel))" }
        }
    }

    protocol First: Sendable { func first() }
    protocol Second: Sendable { func second() }
    protocol Third: Sendable { func third() }

    /// Runs a closure when it is called.
    final class Relay: First, Second, Third {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func first() { body() }
        func second() { body() }
        func third() { body() }
    }

    @Test("a broadcast that an observer sends names the call, and one that nothing observed caused names none")
    func sentFromACall() async throws {
        let silent = Relay {}
        let sender = Relay { [broadcaster] in broadcaster.notify(Second.self) { $0.second() } }
        broadcaster.register(First.self, observer: silent)
        broadcaster.register(First.self, observer: sender)
        let line: UInt = #line + 1
        broadcaster.notify(First.self) { $0.first() }
        await broadcaster.settled()
        let first = try #require(sent(First.self).first)
        #expect(first.cause == nil)
        let cause = try #require(sent(Second.self).first?.cause)
        #expect(cause.broadcastNumber == first.number)
        #expect(cause.protocolName == first.protocolName)
        #expect("\(cause.fileID)" == "BroadcasterTests/CauseTests.swift")
        #expect(cause.line == line)
        #expect(ObjectIdentifier(cause.observerClass) == ObjectIdentifier(Relay.self))
        #expect(cause.callIndex == 1)
        #expect(cause.depth == 1)
        withExtendedLifetime((silent, sender)) {}
    }

    @Test("a chain through a call, a task that waits, and a queue of the caller's names each call, with its depth")
    func chain() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let isSent = AsyncStream.makeStream(of: Void.self)
        let toSecond = Relay { [broadcaster] in
            Task {
                for await _ in gate.stream { break }
                broadcaster.notify(Second.self, on: .global()) { $0.second() }
                isSent.continuation.finish()
            }
        }
        let toThird = Relay { [broadcaster] in broadcaster.notify(Third.self) { $0.third() } }
        broadcaster.register(First.self, observer: toSecond)
        broadcaster.register(Second.self, observer: toThird)
        broadcaster.notify(First.self) { $0.first() }
        await broadcaster.settled()
        gate.continuation.yield()
        for await _ in isSent.stream {}
        await broadcaster.settled()
        let first = try #require(sent(First.self).first)
        let second = try #require(sent(Second.self).first)
        let third = try #require(sent(Third.self).first)
        #expect(first.cause == nil)
        #expect(second.cause?.broadcastNumber == first.number)
        #expect(second.cause?.depth == 1)
        #expect(third.cause?.broadcastNumber == second.number)
        #expect(third.cause?.depth == 2)
        #expect(first.number < second.number && second.number < third.number)
        withExtendedLifetime((toSecond, toThird)) {}
    }

    @Test("a detached task, a block on a dispatch queue, and what is sent after the call have no cause")
    func notInherited() async throws {
        let done = DispatchGroup()
        let sender = Relay { [broadcaster] in
            done.enter()
            Task.detached {
                broadcaster.notify(Second.self) { $0.second() }
                done.leave()
            }
            done.enter()
            DispatchQueue.global().async {
                broadcaster.notify(Second.self) { $0.second() }
                done.leave()
            }
        }
        broadcaster.register(First.self, observer: sender)
        broadcaster.notify(First.self) { $0.first() }
        await broadcaster.settled()
        await withCheckedContinuation { continuation in done.notify(queue: .global()) { continuation.resume() } }
        broadcaster.notify(Second.self) { $0.second() }
        #expect(sent(Second.self).count == 3)
        #expect(sent(Second.self).allSatisfy { $0.cause == nil })
        withExtendedLifetime(sender) {}
    }

    @Test("a call of a broadcaster that isn't monitored is no cause, and one of another that is, is")
    func otherBroadcasters() async throws {
        let other = Broadcaster()
        let sender = Relay { [broadcaster] in broadcaster.notify(Second.self) { $0.second() } }
        other.register(First.self, observer: sender)
        other.notify(First.self) { $0.first() }
        await other.settled()
        #expect(sent(Second.self).map { $0.cause == nil } == [true])
        let monitor = SentBroadcasts()
        other.register(Broadcaster.Monitor.self, observer: monitor)
        other.notify(First.self) { $0.first() }
        await other.settled()
        let first = try #require(monitor(First.self).first)
        #expect(sent(Second.self).last?.cause?.broadcastNumber == first.number)
        withExtendedLifetime(sender) {}
    }

    @Test("the calls of a set and of an iteration are no broadcasts, and keep the cause of the call that they are in")
    func setsAndIterations() async throws {
        let sender = Relay { [broadcaster] in broadcaster.notify(Third.self) { $0.third() } }
        let set = WeakObjectSet<any Second>(sender)
        let iterating = Relay { [broadcaster] in
            set.forEach { $0.second() }
            broadcaster.observers(of: Second.self).forEach { $0.second() }
        }
        broadcaster.register(First.self, observer: iterating)
        broadcaster.register(Second.self, observer: sender)
        broadcaster.notify(First.self) { $0.first() }
        await broadcaster.settled()
        let first = try #require(sent(First.self).first)
        #expect(sent(Second.self).isEmpty)
        #expect(sent(Third.self).map { $0.cause?.broadcastNumber } == [first.number, first.number])
        set.notify { $0.second() }
        await broadcaster.settled()
        #expect(sent(Third.self).map { $0.cause?.broadcastNumber } == [first.number, first.number, nil])
        withExtendedLifetime((sender, iterating)) {}
    }

    @Test("what a closure that awaits sends has the cause of its own message, however many wait")
    func closuresThatAwait() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let owner = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner) { [broadcaster] _, message in
            guard case .orderPlaced(let number) = message else { return }
            if number == 0 { for await _ in gate.stream {} }
            await Task.yield()
            broadcaster.notify(Second.self, line: UInt(number)) { $0.second() }
        }
        // Some that no monitor sees: the first two that wait, and one between those that a monitor sees.
        for number in [0, 1, 2, 3, 4, 5] {
            if [1, 2, 4].contains(number) { broadcaster.unregister(observer: sent) }
            broadcaster.notify(OrderObserverMessage.orderPlaced(number))
            await drainMainQueue()
            broadcaster.register(Broadcaster.Monitor.self, observer: sent)
        }
        gate.continuation.finish()
        await broadcaster.settled()
        let orders = sent(OrderObserver.self).map(\.number)
        try #require(orders.count == 3)
        let causes = sent(Second.self)
        #expect(causes.map(\.line) == [0, 1, 2, 3, 4, 5])
        #expect(causes.map { $0.cause?.broadcastNumber } == [orders[0], nil, nil, orders[1], nil, orders[2]])
        let observers = causes.compactMap { $0.cause.map { ObjectIdentifier($0.observerClass) } }
        #expect(Set(observers) == [ObjectIdentifier(Canary.self)])
        withExtendedLifetime(owner) {}
    }

    @Test("a closure that awaits, and is called in an iteration of another one, has the cause of the other one")
    func iterationOfAClosureThatAwaits() async throws {
        let owner = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner) { @MainActor [broadcaster] _, _ in
            await Task.yield()
            broadcaster.observers(of: UploadObserver.self).forEach { $0.uploadDidFail() }
        }
        broadcaster.observe(UploadObserverMessage.self, owner: owner) { [broadcaster] _, _ in
            await Task.yield()
            broadcaster.notify(Second.self) { $0.second() }
        }
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        await broadcaster.settled()
        // The other closure's message was sent while the first one was handled.
        await broadcaster.settled()
        let order = try #require(sent(OrderObserver.self).first)
        #expect(sent(Second.self).map { $0.cause?.broadcastNumber } == [order.number])
        withExtendedLifetime(owner) {}
    }

    @Test("the causes of messages that a bounded buffer drops are dropped with them")
    func droppedCauses() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let owner = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner, bufferingPolicy: .bufferingNewest(2)) {
            [broadcaster] _, message in
            guard case .orderPlaced(let number) = message else { return }
            if number == 0 { for await _ in gate.stream {} }
            broadcaster.notify(Second.self, line: UInt(number)) { $0.second() }
        }
        for number in 0..<6 { broadcaster.notify(OrderObserverMessage.orderPlaced(number)) }
        await drainMainQueue()
        gate.continuation.finish()
        await broadcaster.settled()
        let orders = sent(OrderObserver.self).map(\.number)
        let causes = sent(Second.self)
        #expect(causes.map(\.line) == [0, 4, 5])
        #expect(causes.map { $0.cause?.broadcastNumber } == [orders[0], orders[4], orders[5]])
        withExtendedLifetime(owner) {}
    }

    @Test("a closure of the main actor that is delivered to on another queue keeps the cause in its own item")
    func mainActorClosure() async throws {
        let owner = Canary()
        broadcaster.observe(OrderObserverMessage.self, owner: owner) { @MainActor [broadcaster] _, _ in
            broadcaster.notify(Second.self) { $0.second() }
        }
        broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
        await broadcaster.settled()
        let order = try #require(sent(OrderObserver.self).first)
        #expect(sent(Second.self).map { $0.cause?.broadcastNumber } == [order.number])
        withExtendedLifetime(owner) {}
    }

    @Test("a chain of broadcasts retains no broadcast and no observer of it")
    func retainsNothing() async {
        let steps = 900
        let count = Counter()
        struct Held { weak var broadcast: Broadcaster.Broadcast? }
        let (held, depth) = (Locked<[Held]>([]), Locked(0))
        let monitor = ClosureMonitor(onSent: { broadcast in
            held.withLock { $0.append(Held(broadcast: broadcast)) }
            depth.withLock { $0 = max($0, broadcast.cause?.depth ?? 0) }
        })
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        broadcaster.unregister(observer: sent)
        let relay = Relay { [broadcaster] in
            count.increment()
            if count.value < steps { broadcaster.notify(First.self) { $0.first() } }
        }
        broadcaster.register(First.self, observer: relay)
        broadcaster.notify(First.self) { $0.first() }
        while count.value < steps { await broadcaster.settled() }
        await broadcaster.settled()
        #expect(depth.withLock { $0 } == steps - 1)
        #expect(held.withLock { $0.count { $0.broadcast != nil } } == 0)
        withExtendedLifetime((monitor, relay)) {}
    }
}
