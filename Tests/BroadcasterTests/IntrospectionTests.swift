import Foundation
import Testing

@testable import Broadcaster

@Suite("Seeing who listens", .timeLimit(.minutes(1)))
@MainActor
struct IntrospectionTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    /// One that would stop the test if anybody asked it for its own words.
    final class Silent: Hearing, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        func hear(_ word: String) {}

        var description: String { fatalError("asked for its description") }
        var debugDescription: String { fatalError("asked for its debug description") }
        var customMirror: Mirror { fatalError("asked for its mirror") }
    }

    @Test("channels come by their full names, observers by their classes in the order of registration")
    func channels() {
        let observers: [any Hearing] = [Named("1", log), Silent(), Named("2", log)]
        let counter = Counter()
        broadcaster.register(Hearing.self, observer: observers[0])
        broadcaster.register(Counting.self, observer: counter)
        broadcaster.register(Hearing.self, observer: observers[1])
        broadcaster.register(Hearing.self, observer: observers[2])

        let test = "BroadcasterTests"
        let silent = "\(test).IntrospectionTests.Silent"
        #expect(
            broadcaster.channels == [
                .init(name: "\(test).Counting", observers: ["\(test).Counter"]),
                .init(name: "\(test).Hearing", observers: ["\(test).Named", silent, "\(test).Named"]),
            ])
        let words = """
            \(test).Counting: 1 observer: \(test).Counter
            \(test).Hearing: 3 observers: \(test).Named, \(silent), \(test).Named
            """
        #expect("\(broadcaster)" == words)
        #expect(String(reflecting: broadcaster) == words)
        withExtendedLifetime((observers, counter)) {}
    }

    @Test("who is dead or has left is not shown, nor a protocol without observers")
    func onlyTheLiving() {
        #expect(broadcaster.description == "no observers")
        let leaver = Named("leaver", log)
        let stays = Named("stays", log)
        broadcaster.register(Hearing.self, observer: Named("dead", log))
        broadcaster.register(Hearing.self, observer: leaver)
        broadcaster.register(Hearing.self, observer: stays)
        broadcaster.unregister(Hearing.self, observer: leaver)
        broadcaster.register(Counting.self, observer: Counter())
        let hearing = Broadcaster.Channel(name: "BroadcasterTests.Hearing", observers: ["BroadcasterTests.Named"])
        #expect(broadcaster.channels == [hearing])
        broadcaster.unregister(observer: stays)
        #expect(broadcaster.channels.isEmpty)
        withExtendedLifetime((leaver, stays)) {}
    }

    @Test("who loses its last owner while another thread looks is released by the main queue")
    func releasedOnMain() async {
        let ended = Log<Bool>()
        let main = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: main, value: true)
        let broadcaster = broadcaster
        for _ in 0..<100 {
            var observer: Named? = Named("observer", log)
            observer?.onDeinit = { _ in ended.write(DispatchQueue.getSpecific(key: main) ?? false) }
            broadcaster.register(Hearing.self, observer: observer!)
            // The look starts while the observer is owned, and goes on when it isn't any more; or it finds nobody.
            let started = DispatchSemaphore(value: 0)
            let looking = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                started.signal()
                _ = broadcaster.channels
                looking.signal()
            }
            started.wait()
            observer = nil
            looking.wait()
            await broadcaster.settled()
        }
        #expect(ended.entries == Array(repeating: true, count: 100))
    }

    @Test("what another thread has looked at is held until the main queue has let it go, and no longer")
    func heldForTheMainQueue() async {
        var observer: Named? = Named("observer", log)
        weak let held = observer
        broadcaster.register(Hearing.self, observer: observer!)
        blockingOnNewThread { [broadcaster] in #expect(broadcaster.channels.count == 1) }
        observer = nil
        #expect(held != nil)
        await broadcaster.settled()
        #expect(held == nil)
    }

    @Test("the main queue holds nobody that it has looked at")
    func heldOnMain() {
        var observer: Named? = Named("observer", log)
        weak let held = observer
        broadcaster.register(Hearing.self, observer: observer!)
        #expect(broadcaster.channels.count == 1)
        observer = nil
        #expect(held == nil)
    }

    @Test("it is safe to look while other threads register, unregister and notify")
    func looksDuringChanges() async {
        let broadcaster = broadcaster
        let queue = DispatchQueue(label: "test")
        await onThreads(4) { thread in
            for _ in 0..<100 {
                let counter = Counter()
                broadcaster.register(Counting.self, observer: counter)
                broadcaster.notify(Counting.self, on: queue) { $0.count("") }
                #expect(broadcaster.channels.contains { $0.name == "BroadcasterTests.Counting" })
                if thread.isMultiple(of: 2) { broadcaster.unregister(observer: counter) }
                withExtendedLifetime(counter) {}
            }
        }
        await broadcaster.settled()
        #expect(broadcaster.channels.isEmpty)
    }
}

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
