import Foundation
import TestSupport
import Testing

@testable import Broadcaster

@Suite("Channels", .timeLimit(.minutes(60)), .watched)
@MainActor
struct ChannelsTests {
    let broadcaster = Broadcaster()
    let log = Log<String>()

    /// Stops the test if its own description or mirror is used.
    final class Silent: WordObserver, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        func receive(_ word: String) {}

        var description: String { fatalError("description was called") }
        var debugDescription: String { fatalError("debugDescription was called") }
        var customMirror: Mirror { fatalError("customMirror was called") }
    }

    @Test("channels have full names and are sorted by them; observers are class names in registration order")
    func channels() {
        let observers: [any WordObserver] = [WordLogger("1", log), Silent(), Silent()]
        let counter = Counter()
        broadcaster.register(WordObserver.self, observer: observers[0])
        broadcaster.register(Incrementing.self, observer: counter)
        broadcaster.register(WordObserver.self, observer: observers[1])
        broadcaster.register(WordObserver.self, observer: observers[2])

        let test = "BroadcasterTests"
        let silent = "\(test).ChannelsTests.Silent"
        #expect(
            broadcaster.channels == [
                .init(protocolName: "\(test).Incrementing", key: nil, observers: ["\(test).Counter"]),
                .init(
                    protocolName: "\(test).WordObserver", key: nil, observers: ["\(test).WordLogger", silent, silent]),
            ])
        let text = """
            \(test).Incrementing: 1 observer: \(test).Counter
            \(test).WordObserver: 3 observers: \(test).WordLogger, \(silent), \(silent)
            """
        #expect("\(broadcaster)" == text)
        #expect(String(reflecting: broadcaster) == text)
        withExtendedLifetime((observers, counter)) {}
    }

    @Test("closures and loops are listed as what they are, and a closure with an owner by the owner's class")
    func closuresAndLoops() {
        let window = Window()
        let observations = [
            broadcaster.observe(UploadObserverMessage.self) { _ in },
            broadcaster.observe(UploadObserverMessage.self) { _ in await Task.yield() },
            broadcaster.observe(OrderObserverMessage.self) { _ in },
            broadcaster.observe(OrderObserverMessage.self) { _ in await Task.yield() },
        ]
        let uploads = broadcaster.messages(of: UploadObserverMessage.self)
        let orders = broadcaster.messages(of: OrderObserverMessage.self, bufferingPolicy: .bufferingNewest(1))
        broadcaster.observe(UploadObserverMessage.self, for: 1, owner: window) { _, _ in }
        broadcaster.observe(UploadObserverMessage.self, for: 1, owner: window) { _, _ in await Task.yield() }
        broadcaster.observe(OrderObserverMessage.self, owner: window) { _, _ in }
        broadcaster.observe(OrderObserverMessage.self, owner: window) { _, _ in await Task.yield() }
        broadcaster.register(UploadObserver.self, observer: window)

        let name = "BroadcasterTests.ChannelsTests.Window"
        let module = "TestSupport"
        #expect(
            broadcaster.description == """
                \(module).OrderObserver: 5 observers: closure, closure, loop, closure of \(name), closure of \(name)
                \(module).UploadObserver: 4 observers: closure, closure, loop, \(name)
                \(module).UploadObserver for 1: 2 observers: closure of \(name), closure of \(name)
                """)
        broadcaster.unregister(OrderObserver.self)
        #expect(broadcaster.channels.allSatisfy { $0.protocolName == "TestSupport.UploadObserver" })
        #expect(broadcaster.channels.count == 2)
        withExtendedLifetime((observations, uploads, orders, window)) {}
    }

    @Test("a listing says how many messages wait for a closure that awaits")
    func waiting() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        let window = Window()
        broadcaster.observe(UploadObserverMessage.self, owner: window) { _, _ in for await _ in gate.stream {} }
        let observation = broadcaster.observe(OrderObserverMessage.self) { _ in for await _ in gate.stream {} }
        let name = "closure of BroadcasterTests.ChannelsTests.Window"
        let observers: (Int) -> [String] = { count in
            let waiting = count == 0 ? "" : ", \(count) waiting"
            return ["closure\(waiting)", "\(name)\(waiting)"]
        }
        for sentCount in 0...13 {
            // The first one is handled, and doesn't wait.
            #expect(broadcaster.channels.flatMap(\.observers) == observers(max(0, sentCount - 1)))
            broadcaster.notify(UploadObserverMessage.uploadDidFail)
            broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .main)
            await drainMainQueue()
            // Until the tasks have taken the first ones.
            if sentCount == 0 { await eventually { broadcaster.handledMessageCounts.all == 2 } }
        }
        #expect(broadcaster.description.contains("TestSupport.UploadObserver: 1 observer: \(name), 13 waiting"))
        gate.continuation.finish()
        await broadcaster.settled()
        #expect(broadcaster.channels.flatMap(\.observers) == observers(0))
        withExtendedLifetime((window, observation)) {}
    }

    final class Window: UploadObserver, Sendable {
        func uploadDidFinish(_ name: String, bytes: Int) {}
        func uploadDidFail() {}
    }

    @Test("deallocated and unregistered observers aren't listed, and neither are protocols without observers")
    func onlyLivingObservers() {
        #expect(broadcaster.description == "no observers")
        let unregistered = WordLogger("unregistered", log)
        let registered = WordLogger("registered", log)
        broadcaster.register(WordObserver.self, observer: WordLogger("deallocated", log))
        broadcaster.register(WordObserver.self, observer: unregistered)
        broadcaster.register(WordObserver.self, observer: registered)
        broadcaster.unregister(WordObserver.self, observer: unregistered)
        broadcaster.register(Incrementing.self, observer: Counter())
        let hearing = Broadcaster.ChannelDescription(
            protocolName: "BroadcasterTests.WordObserver", key: nil, observers: ["BroadcasterTests.WordLogger"])
        #expect(broadcaster.channels == [hearing])
        broadcaster.unregister(observer: registered)
        #expect(broadcaster.channels.isEmpty)
        withExtendedLifetime((unregistered, registered)) {}
    }

    @Test(
        "an observer that its owner releases while another thread reads the channels is deallocated on the main queue")
    func deallocatedOnMainQueue() async {
        let deinitsOnMainQueue = Log<Bool>()
        let main = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: main, value: true)
        for _ in 0..<100 {
            releaseWhileAnotherThreadReads { deinitsOnMainQueue.write(DispatchQueue.getSpecific(key: main) ?? false) }
            await broadcaster.settled()
        }
        #expect(deinitsOnMainQueue.entries == Array(repeating: true, count: 100))
    }

    /// Releases a new observer while another thread reads the channels.
    ///
    /// The thread starts to read while the observer is owned, and may go on when it no longer is.
    private func releaseWhileAnotherThreadReads(onDeinit: @escaping () -> Void) {
        var observer: WordLogger? = WordLogger("observer", log)
        observer?.onDeinit = { _ in onDeinit() }
        broadcaster.register(WordObserver.self, observer: observer!)
        let started = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [broadcaster] in
            started.signal()
            _ = broadcaster.channels
            done.signal()
        }
        started.wait()
        observer = nil
        done.wait()
    }

    @Test(
        "listing retains no observer on the main queue, and one on another thread until the main queue releases it",
        arguments: [false, true])
    func retained(isListedElsewhere: Bool) async {
        var observer: WordLogger? = WordLogger("observer", log)
        @Weak var held = observer
        broadcaster.register(WordObserver.self, observer: observer!)
        if isListedElsewhere {
            blockingOnNewThread { [broadcaster] in #expect(broadcaster.channels.count == 1) }
        } else {
            #expect(broadcaster.channels.count == 1)
        }
        observer = nil
        #expect((held != nil) == isListedElsewhere)
        await broadcaster.settled()
        #expect(held == nil)
    }

    @Test("observers that another thread has listed may unregister before the main queue releases them")
    func unregisteredAfterListing() async {
        let deinits = Counter()
        var observers = (0..<100).map { WordLogger("\($0)", log) }
        for observer in observers {
            observer.onDeinit = { _ in deinits.increment() }
            broadcaster.register(WordObserver.self, observer: observer)
        }
        blockingOnNewThread { [broadcaster] in
            #expect(broadcaster.channels.first?.observers.count == 100)
            broadcaster.unregister(WordObserver.self)
        }
        observers = []
        await broadcaster.settled()
        #expect(deinits.value == 100)
    }

    @Test("reading the channels is safe while other threads register, unregister and notify")
    func readDuringChanges() async {
        let broadcaster = broadcaster
        let queue = DispatchQueue(label: "test")
        await onThreads(4) { thread in
            for _ in 0..<100 {
                let counter = Counter(in: broadcaster)
                broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
                #expect(broadcaster.channels.contains { $0.protocolName == "BroadcasterTests.Incrementing" })
                if thread.isMultiple(of: 2) { broadcaster.unregister(observer: counter) }
                withExtendedLifetime(counter) {}
            }
        }
        await broadcaster.settled()
        #expect(broadcaster.channels.isEmpty)
    }
}
