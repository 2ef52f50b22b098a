import Foundation
import Testing

@testable import Broadcaster

@Suite("Watching broadcasts", .timeLimit(.minutes(1)))
@MainActor
struct WatchTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    final class Watcher: BroadcastObserver {
        let seen = Log<String>()
        let sentBroadcasts = Log<ObjectIdentifier>()
        let deliveredBroadcasts = Log<ObjectIdentifier>()
        let waits = Log<TimeInterval>()
        let durations = Log<TimeInterval>()

        func broadcastWasSent(_ broadcast: Broadcast) {
            seen.write("sent \(broadcast.channel)")
            sentBroadcasts.write(ObjectIdentifier(broadcast))
        }

        func broadcastWasDelivered(
            _ broadcast: Broadcast, observerCount heard: Int, queueTime waited: TimeInterval, duration took: TimeInterval) {
            seen.write("delivered \(broadcast.channel) to \(heard)")
            deliveredBroadcasts.write(ObjectIdentifier(broadcast))
            waits.write(waited)
            durations.write(took)
        }
    }

    private let hearing = "BroadcasterTests.Hearing"
    private let counting = "BroadcasterTests.Counting"

    @Test("a watcher sees each broadcast when it is sent, and when it is delivered, with how many heard it")
    func sentAndDelivered() async {
        let watcher = Watcher()
        let observers = [Named("1", log), Named("2", log), Named("3", log)]
        for observer in observers { broadcaster.register(Hearing.self, observer: observer) }
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        observers[0].onHearing = { [broadcaster] _ in broadcaster.unregister(Hearing.self, observer: observers[1]) }
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        #expect(watcher.seen.entries == ["sent \(hearing)"])
        await broadcaster.settled()
        #expect(watcher.seen.entries == ["sent \(hearing)", "delivered \(hearing) to 2"])
        #expect(watcher.sentBroadcasts.entries == watcher.deliveredBroadcasts.entries)
        #expect(log.entries == ["1 1", "3 1"])
        observers[0].onHearing = nil
    }

    @Test("the same for a broadcast on another queue")
    func otherQueue() async {
        let watcher = Watcher()
        let counter = Counter()
        broadcaster.register(Counting.self, observer: counter)
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        broadcaster.notify(Counting.self, on: .global()) { $0.count("") }
        await broadcaster.settled()
        #expect(watcher.seen.entries == ["sent \(counting)", "delivered \(counting) to 1"])
        #expect(counter.value == 1)
    }

    @Test("a broadcast that nobody is registered for is seen as well, at once")
    func nobody() {
        let watcher = Watcher()
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        broadcaster.notify(Counting.self, on: .global()) { $0.count("") }
        #expect(
            watcher.seen.entries == [
                "sent \(hearing)", "delivered \(hearing) to 0", "sent \(counting)", "delivered \(counting) to 0",
            ])
        #expect(watcher.waits.entries == [0, 0])
    }

    @Test("the times are those of the wait for the queue, and of the calls")
    func times() async throws {
        let watcher = Watcher()
        let observer = Named("1", log)
        broadcaster.register(Hearing.self, observer: observer)
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        observer.onHearing = { word in spin(seconds: Double(word)!) }
        broadcaster.notify(Hearing.self) { $0.hear("0.02") }
        broadcaster.notify(Hearing.self) { $0.hear("0.001") }
        await broadcaster.settled()
        try #require(watcher.waits.entries.count == 2)
        #expect(watcher.durations.entries[0] >= 0.02)
        #expect(watcher.durations.entries[1] >= 0.001)
        #expect(watcher.waits.entries[1] >= 0.02)
        #expect(watcher.waits.entries.allSatisfy { $0 >= 0 })
        observer.onHearing = nil
    }

    private func spin(seconds: Double) {
        let end = DispatchTime.now() + seconds
        while DispatchTime.now() < end {}
    }

    @Test("who starts to watch between sending and delivery sees neither; who stops sees no delivery")
    func betweenSendingAndDelivery() async {
        let late = Watcher()
        let leaver = Watcher()
        let observer = Named("1", log)
        broadcaster.register(Hearing.self, observer: observer)
        broadcaster.register(BroadcastObserver.self, observer: leaver)
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        broadcaster.register(BroadcastObserver.self, observer: late)
        broadcaster.unregister(BroadcastObserver.self, observer: leaver)
        await broadcaster.settled()
        #expect(leaver.seen.entries == ["sent \(hearing)"])
        #expect(late.seen.entries.isEmpty)
        #expect(log.entries == ["1 1"])
    }

    @Test("a watcher sees nothing of other broadcasters")
    func otherBroadcaster() async {
        let watcher = Watcher()
        let other = Broadcaster()
        let observer = Named("1", log)
        other.register(Hearing.self, observer: observer)
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        other.notify(Hearing.self) { $0.hear("1") }
        await other.settled()
        #expect(watcher.seen.entries.isEmpty)
        #expect(log.entries == ["1 1"])
    }

    @Test("a watcher is shown, and held as weakly as any observer")
    func weakly() {
        var watcher: Watcher? = Watcher()
        weak let held = watcher
        broadcaster.register(BroadcastObserver.self, observer: watcher!)
        let name = "Broadcaster.BroadcastObserver"
        #expect(broadcaster.channels == [.init(name: name, observers: ["BroadcasterTests.WatchTests.Watcher"])])
        watcher = nil
        #expect(held == nil)
    }

    @Test("when the last watcher has left, or its death was noticed, nothing is done for watching any more")
    func unwatched() {
        let members = broadcaster.observers(of: BroadcastObserver.self).list
        #expect(!members.hasRegistrations)
        let watcher = Watcher()
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        #expect(members.hasRegistrations)
        broadcaster.unregister(BroadcastObserver.self, observer: watcher)
        #expect(!members.hasRegistrations)
        broadcaster.register(BroadcastObserver.self, observer: watcher)
        broadcaster.unregister(BroadcastObserver.self)
        #expect(!members.hasRegistrations)
        broadcaster.register(BroadcastObserver.self, observer: Watcher())
        #expect(members.hasRegistrations)
        broadcaster.notify(Hearing.self) { $0.hear("1") }
        #expect(!members.hasRegistrations)
    }
}
