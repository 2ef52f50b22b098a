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
