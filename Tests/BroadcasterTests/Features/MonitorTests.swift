import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("Broadcaster.Monitor", .timeLimit(.minutes(60)), .watched)
@MainActor
struct MonitorTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    final class Recorder: Broadcaster.Monitor {
        let events = Log<String>()
        let sentBroadcasts = Log<ObjectIdentifier>()
        let deliveredBroadcasts = Log<ObjectIdentifier>()
        let deliveryTimes = Log<DispatchTime>()
        let queueTimes = Log<TimeInterval>()
        let durations = Log<TimeInterval>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
            events.write("sent \(broadcast.protocolName)")
            sentBroadcasts.write(ObjectIdentifier(broadcast))
        }

        func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
            events.write("delivered \(broadcast.protocolName) to \(delivery.observerCount)")
            deliveredBroadcasts.write(ObjectIdentifier(broadcast))
            deliveryTimes.write(.now())
            queueTimes.write(delivery.queueTime)
            durations.write(delivery.duration)
        }
    }

    private let hearing = "BroadcasterTests.WordObserver"
    private let counting = "BroadcasterTests.Incrementing"

    @Test("each monitor is told when a broadcast is sent and delivered, and how many observers were called")
    func sentAndDelivered() async {
        let recorders = [Recorder(), Recorder(), Recorder()]
        let observers = [WordLogger("1", log), WordLogger("2", log), WordLogger("3", log)]
        for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
        for recorder in recorders { broadcaster.register(Broadcaster.Monitor.self, observer: recorder) }
        observers[0].onReceiving = { [broadcaster] _ in
            broadcaster.unregister(WordObserver.self, observer: observers[1])
        }
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        for recorder in recorders { #expect(recorder.events.entries == ["sent \(hearing)"]) }
        await broadcaster.settled()
        for recorder in recorders {
            #expect(recorder.events.entries == ["sent \(hearing)", "delivered \(hearing) to 2"])
            #expect(recorder.sentBroadcasts.entries == recorder.deliveredBroadcasts.entries)
        }
        #expect(log.entries == ["1 1", "3 1"])
        observers[0].onReceiving = nil
    }

    @Test("a broadcast whose observers are all unregistered while it is pending is reported as delivered to none")
    func unregisteredWhilePending() async {
        let recorder = Recorder()
        let observer = WordLogger("1", log, in: broadcaster)
        broadcaster.register(Broadcaster.Monitor.self, observer: recorder)
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        broadcaster.unregister(WordObserver.self, observer: observer)
        await broadcaster.settled()
        #expect(recorder.events.entries == ["sent \(hearing)", "delivered \(hearing) to 0"])
    }

    @Test("a monitor is told of those to its own protocol as well")
    func ownChannel() async {
        let recorder = Recorder()
        broadcaster.register(Broadcaster.Monitor.self, observer: recorder)
        broadcaster.notify(Broadcaster.Monitor.self) { _ in }
        await broadcaster.settled()
        let name = "Broadcaster.Broadcaster.Monitor"
        #expect(recorder.events.entries == ["sent \(name)", "delivered \(name) to 1"])
    }

    @Test("a monitor is told of one without observers before notify returns")
    func withoutObservers() {
        let recorder = Recorder()
        broadcaster.register(Broadcaster.Monitor.self, observer: recorder)
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
        #expect(
            recorder.events.entries == [
                "sent \(hearing)", "delivered \(hearing) to 0", "sent \(counting)", "delivered \(counting) to 0",
            ])
        #expect(recorder.queueTimes.entries == [0, 0])
    }

    @Test("a monitor is told how long each was queued, and how long the calls took")
    func times() async throws {
        let recorder = Recorder()
        let observer = WordLogger("1", log, in: broadcaster)
        broadcaster.register(Broadcaster.Monitor.self, observer: recorder)
        let calls = Log<DispatchTime>()
        observer.onReceiving = { word in
            calls.write(.now())
            spin(seconds: Double(word)!)
            calls.write(.now())
        }
        // Time: a busy machine makes each duration longer, and changes no order.
        let before = DispatchTime.now()
        broadcaster.notify(WordObserver.self) { $0.receive("0.02") }
        broadcaster.notify(WordObserver.self) { $0.receive("0.001") }
        await broadcaster.settled()
        try #require(recorder.queueTimes.entries.count == 2)
        #expect(recorder.durations.entries[0] >= 0.02)
        #expect(recorder.durations.entries[1] >= 0.001)
        try #require(calls.entries.count == 4)
        #expect(recorder.queueTimes.entries[0] <= seconds(from: before, to: calls.entries[0]))
        let sinceFirst = seconds(from: calls.entries[1], to: recorder.deliveryTimes.entries[1])
        #expect(recorder.durations.entries[1] <= sinceFirst, "the second broadcast's calls follow the first's")
        #expect(recorder.queueTimes.entries[1] >= 0.02)
        #expect(recorder.queueTimes.entries.allSatisfy { $0 >= 0 })
        observer.onReceiving = nil
    }

    private func seconds(from start: DispatchTime, to end: DispatchTime) -> TimeInterval {
        Double(end.uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000_000
    }

    @Test("a monitor that registers or unregisters while one is pending isn't told of its delivery")
    func changesWhilePending() async {
        let late = Recorder()
        let unregistered = Recorder()
        let observer = WordLogger("1", log, in: broadcaster)
        broadcaster.register(Broadcaster.Monitor.self, observer: unregistered)
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        broadcaster.register(Broadcaster.Monitor.self, observer: late)
        broadcaster.unregister(Broadcaster.Monitor.self, observer: unregistered)
        await broadcaster.settled()
        #expect(unregistered.events.entries == ["sent \(hearing)"])
        #expect(late.events.entries.isEmpty)
        #expect(log.entries == ["1 1"])
        withExtendedLifetime((observer, late)) {}
    }

    @Test("a monitor isn't told of another broadcaster's")
    func otherBroadcaster() async {
        let recorder = Recorder()
        let other = Broadcaster()
        let observer = WordLogger("1", log)
        other.register(WordObserver.self, observer: observer)
        broadcaster.register(Broadcaster.Monitor.self, observer: recorder)
        other.notify(WordObserver.self) { $0.receive("1") }
        await other.settled()
        #expect(recorder.events.entries.isEmpty)
        #expect(log.entries == ["1 1"])
        withExtendedLifetime(observer) {}
    }

    @Test("a monitor is listed among the channels, and held weakly")
    func weakly() async {
        var recorder: Recorder? = Recorder()
        @Weak var held = recorder
        broadcaster.register(Broadcaster.Monitor.self, observer: recorder!)
        let name = "Broadcaster.Broadcaster.Monitor"
        #expect(
            broadcaster.channels == [
                .init(protocolName: name, key: nil, observers: ["BroadcasterTests.MonitorTests.Recorder"])
            ]
        )
        let observer = WordLogger("1", log, in: broadcaster)
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        recorder = nil
        #expect(held == nil, "a pending broadcast doesn't retain it")
        await broadcaster.settled()
        #expect(log.entries == ["1 1"])
        withExtendedLifetime(observer) {}
    }

    @Test("a broadcast has the place of its sender, through every way to send")
    func sender() async {
        let places = Log<(file: String, line: UInt)>()
        let monitor = ClosureMonitor(onSent: { places.write(("\($0.fileID)", $0.line)) })
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        func wrapper(fileID: StaticString = #fileID, line: UInt = #line) {
            broadcaster.notify(WordObserver.self, fileID: fileID, line: line) { $0.receive("") }
        }
        let firstLine: UInt = #line + 2
        let sends: [() -> Void] = [
            { Broadcaster.notify(WordObserver.self) { $0.receive("") } },
            { Broadcaster.notify(WordObserver.self, for: 1) { $0.receive("") } },
            { Broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() } },
            { Broadcaster.notify(UploadObserverMessage.uploadDidFail) },
            { Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: 1, on: .global()) },
            { broadcaster.notify(WordObserver.self) { $0.receive("") } },
            { broadcaster.notify(Incrementing.self, for: 1, on: .global()) { $0.increment() } },
            { broadcaster.notify(UploadObserverMessage.uploadDidFail, for: 1) },
            { broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global()) },
            { wrapper() },
        ]
        Broadcaster.$current.withValue(broadcaster) { for send in sends { send() } }
        await broadcaster.settled()
        #expect(places.entries.map(\.line) == Array(firstLine..<firstLine + 10))
        #expect(Set(places.entries.map(\.file)) == ["BroadcasterTests/MonitorTests.swift"])
        withExtendedLifetime(monitor) {}
    }

    @Test("a delivery names the class whose call took longest, and of a closure the class of its owner")
    func slowest() async throws {
        final class Slow: WordObserver {
            func receive(_ word: String) {}
        }
        let named = WordLogger("", log)
        let slow = Slow()
        let owner = Canary()
        broadcaster.register(WordObserver.self, observer: named)
        broadcaster.register(WordObserver.self, observer: slow)
        broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in spin(seconds: 0.001) }
        let expected = [Slow.self, WordLogger.self, Canary.self].map(ObjectIdentifier.init)
        var found: [ObjectIdentifier] = []
        // On a busy machine, a call that is interrupted takes longer than the slow one, but not each time.
        for _ in 0..<50 where found != expected {
            let deliveries = Log<Broadcaster.Delivery>()
            let monitor = ClosureMonitor(onDelivered: { deliveries.write($1) })
            broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
            broadcaster.notify(WordObserver.self) { spin(seconds: $0 is Slow ? 0.02 : 0.001) }
            broadcaster.notify(WordObserver.self) { if $0 is WordLogger { spin(seconds: 0.02) } }
            broadcaster.notify(UploadObserverMessage.uploadDidFail)
            broadcaster.notify(Incrementing.self) { $0.increment() }
            await broadcaster.settled()
            // The one without observers was reported when it was sent.
            #expect(deliveries.entries.map(\.observerCount) == [0, 2, 2, 1])
            let slowest = deliveries.entries.map(\.slowestCall)
            #expect(slowest[0] == nil)
            for (delivery, slowest) in zip(deliveries.entries, slowest).dropFirst() {
                #expect(try #require(slowest).duration <= delivery.duration)
            }
            #expect(try #require(slowest[1]).duration >= 0.02)
            // It doesn't include the other call.
            #expect(try #require(slowest[1]).duration <= deliveries.entries[1].duration - 0.001)
            found = slowest.compactMap { $0.map { ObjectIdentifier($0.observerClass) } }
            broadcaster.unregister(observer: monitor)
        }
        #expect(found == expected)
        withExtendedLifetime((named, slow, owner)) {}
    }

    @Test("a delivery has the calls in order, with the class that was called, and the slowest is one of them")
    func calls() async throws {
        final class Other: WordObserver {
            func receive(_ word: String) {}
        }
        let first = Other()
        let skipped = Other()
        let second = WordLogger("", log)
        let owner = Canary()
        for observer: any WordObserver in [first, skipped, second] {
            broadcaster.register(WordObserver.self, observer: observer)
        }
        broadcaster.observe(UploadObserverMessage.self, owner: owner) { _, _ in }
        let deliveries = Log<Broadcaster.Delivery>()
        let monitor = ClosureMonitor(onDelivered: { deliveries.write($1) })
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        broadcaster.notify(WordObserver.self) { $0.receive("") }
        broadcaster.unregister(WordObserver.self, observer: skipped)
        broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await broadcaster.settled()
        let all = deliveries.entries
        try #require(all.count == 2)
        let classes = all.map { delivery in delivery.calls.map { ObjectIdentifier($0.observerClass) } }
        let called: [[AnyClass]] = [[Other.self, WordLogger.self], [Canary.self]]
        #expect(classes == called.map { $0.map { ObjectIdentifier($0) } })
        for delivery in all {
            #expect(delivery.observerCount == delivery.calls.count)
            let durations = delivery.calls.map(\.duration)
            #expect(durations.allSatisfy { $0 >= 0 })
            #expect(durations.reduce(0, +) <= delivery.duration + 1e-9)
            #expect(delivery.slowestCall?.duration == durations.max())
        }
        withExtendedLifetime((monitor, first, skipped, second, owner)) {}
    }

    @Test("registering a monitor with a key traps with a message that says to leave the key out", .startsProcess)
    func withKey() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: errors) {
                Broadcaster.register(Broadcaster.Monitor.self, for: "lobby", observer: ClosureMonitor())
            },
            await #expect(processExitsWith: .failure, observing: errors) {
                await MainActor.run { registerWithKey(ClosureMonitor() as any Broadcaster.Monitor) }
            },
        ]
        expectMessages(results, contain: "A monitor sees the broadcasts of every key", "Register it without 'for:'")
    }

    @Test("a monitor may be registered with no key, spelled out")
    func withoutKey() {
        let recorder = Recorder()
        broadcaster.register(Broadcaster.Monitor.self, for: Broadcaster.NoKey(), observer: recorder)
        broadcaster.notify(WordObserver.self, for: 1) { $0.receive("1") }
        #expect(recorder.events.entries == ["sent \(hearing)", "delivered \(hearing) to 0"])
    }
}

/// Registers an observer in the form of the main actor, which generic code without `Sendable` uses.
@MainActor
private func registerWithKey<T>(_ observer: T) { Broadcaster().register(T.self, for: 1, observer: observer) }

private func spin(seconds: Double) {
    // Time: the shortest duration of a call.
    let end = DispatchTime.now() + seconds
    while DispatchTime.now() < end {}
}
