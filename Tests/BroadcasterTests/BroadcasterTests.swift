import Foundation
import Testing

@testable import Broadcaster

@Suite("Broadcaster", .timeLimit(.minutes(10)))
@MainActor
struct BroadcasterTests {
    let log = Log<String>()

    @Test("the static methods register, notify, return the set and unregister")
    func staticMethods() async {
        let isOwnQueue = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "test")
        queue.setSpecific(key: isOwnQueue, value: true)
        await Broadcaster.$current.withValue(Broadcaster()) {
            let observer = WordLogger("observer", log)
            let counter = Counter()
            Broadcaster.register(WordObserver.self, observer: observer)
            Broadcaster.register(Incrementing.self, observer: counter)
            Broadcaster.notify(WordObserver.self) { $0.receive("1") }
            Broadcaster.notify(Incrementing.self, on: queue) {
                #expect(DispatchQueue.getSpecific(key: isOwnQueue) == true)
                $0.increment()
            }
            await Broadcaster.settled()
            #expect(log.entries == ["observer 1"])
            #expect(counter.value == 1)
            #expect(Broadcaster.observers(of: WordObserver.self).count == 1)
            #expect(Broadcaster.observers(of: Incrementing.self).contains(counter))

            Broadcaster.unregister(WordObserver.self, observer: observer)
            Broadcaster.unregister(Incrementing.self)
            #expect(Broadcaster.observers(of: WordObserver.self).isEmpty)
            #expect(Broadcaster.observers(of: Incrementing.self).isEmpty)
        }
    }

    final class Both: WordObserver, Incrementing, @unchecked Sendable {
        let log: Log<String>

        init(_ log: Log<String>) { self.log = log }

        func receive(_ word: String) { log.write("hear") }
        func increment() { log.write("count") }
    }

    @Test("each static method that unregisters ends as much as its name says, and no more")
    func staticUnregister() async {
        await Broadcaster.$current.withValue(Broadcaster()) {
            let first = Both(log)
            let second = Both(log)
            for observer in [first, second] {
                Broadcaster.register(WordObserver.self, observer: observer)
                Broadcaster.register(Incrementing.self, observer: observer)
            }
            Broadcaster.unregister(WordObserver.self, observer: first)
            #expect(await calls(of: first) == ["count"])
            #expect(await calls(of: second) == ["hear", "count"])
            Broadcaster.unregister(Incrementing.self, observer: second as any Incrementing)
            #expect(await calls(of: first) == ["count"])
            #expect(await calls(of: second) == ["hear"])
            Broadcaster.register(WordObserver.self, observer: first)
            Broadcaster.register(Incrementing.self, observer: second)
            Broadcaster.unregister(observer: first)
            #expect(await calls(of: first) == [])
            #expect(await calls(of: second) == ["hear", "count"])
            Broadcaster.unregister(WordObserver.self)
            #expect(await calls(of: second) == ["count"])
        }
    }

    /// What an observer receives of two broadcasts.
    private func calls(of observer: Both) async -> [String] {
        let known = observer.log.entries.count
        Broadcaster.notify(WordObserver.self) { if $0 as AnyObject === observer { $0.receive("") } }
        Broadcaster.notify(Incrementing.self) { if $0 as AnyObject === observer { $0.increment() } }
        await Broadcaster.settled()
        return Array(observer.log.entries[known...])
    }

    protocol OnlyHere { func receive(_ word: String) }

    @Test("the static methods use the shared broadcaster by default")
    func sharedByDefault() async {
        let observer = WordLogger("observer", log)
        Broadcaster.register(OnlyHere.self, observer: observer)
        #expect(Broadcaster.current === Broadcaster.shared)
        #expect(Broadcaster.shared.observers(of: OnlyHere.self).contains(observer))
        Broadcaster.shared.notify(OnlyHere.self) { $0.receive("shared") }
        await Broadcaster.settled()
        #expect(log.entries == ["observer shared"])
    }

    @Test("unregister(observer:) removes all registrations of one object, and of no other")
    func unregisterEverywhere() async {
        let broadcaster = Broadcaster()
        let both = Both(log)
        let other = WordLogger("other", log)
        broadcaster.register(WordObserver.self, observer: both)
        broadcaster.register(Incrementing.self, observer: both)
        broadcaster.register(WordObserver.self, observer: other)
        broadcaster.unregister(observer: both)
        broadcaster.notify(WordObserver.self) { $0.receive("1") }
        broadcaster.notify(Incrementing.self) { $0.increment() }
        await broadcaster.settled()
        #expect(log.entries == ["other 1"])
    }

    @Test("unregister(_:) removes all registrations for one protocol, and for no other")
    func unregisterProtocol() {
        let broadcaster = Broadcaster()
        let observers = [WordLogger("1", log), WordLogger("2", log)]
        let counter = Counter()
        for observer in observers { broadcaster.register(WordObserver.self, observer: observer) }
        broadcaster.register(Incrementing.self, observer: counter)
        broadcaster.unregister(WordObserver.self)
        #expect(broadcaster.observers(of: WordObserver.self).isEmpty)
        #expect(broadcaster.observers(of: Incrementing.self).count == 1)
    }

    @Test("unregistering an object that isn't registered does nothing")
    func unregisterUnregistered() {
        let broadcaster = Broadcaster()
        let observer = WordLogger("observer", log)
        broadcaster.unregister(WordObserver.self, observer: observer)
        broadcaster.unregister(WordObserver.self)
        broadcaster.unregister(observer: observer)
        broadcaster.register(WordObserver.self, observer: observer)
        broadcaster.unregister(WordObserver.self, observer: WordLogger("other", log))
        #expect(broadcaster.observers(of: WordObserver.self).contains(observer))
    }

    @Test("broadcasters share nothing")
    func independent() async {
        let first = Broadcaster()
        let second = Broadcaster()
        let observer = WordLogger("observer", log)
        first.register(WordObserver.self, observer: observer)
        second.notify(WordObserver.self) { $0.receive("second") }
        second.unregister(observer: observer)
        first.notify(WordObserver.self) { $0.receive("first") }
        await first.settled()
        await second.settled()
        #expect(log.entries == ["observer first"])
    }

    @Test("what observers(of:) returned shows the present observers, and outlives the broadcaster")
    func liveObservers() {
        var broadcaster: Broadcaster? = Broadcaster()
        let observers = broadcaster!.observers(of: WordObserver.self)
        let observer = WordLogger("observer", log)
        broadcaster!.register(WordObserver.self, observer: observer)
        #expect(observers.contains(observer) && observers.count == 1 && !observers.isEmpty)
        broadcaster!.unregister(observer: observer)
        #expect(!observers.contains(observer) && observers.count == 0 && observers.isEmpty)
        broadcaster!.register(WordObserver.self, observer: observer)
        @Weak var lost = broadcaster
        broadcaster = nil
        #expect(lost == nil)
        observers.forEach { $0.receive("1") }
        for observer in observers { observer.receive("2") }
        #expect(log.entries == ["observer 1", "observer 2"])
    }

    @Suite("current")
    @MainActor
    struct Current {
        let log = Log<String>()

        @Test("current is bound for a scope and the tasks that it starts, but not for detached tasks")
        func scope() async {
            let bound = Broadcaster()
            await Broadcaster.$current.withValue(bound) {
                #expect(Broadcaster.current === bound)
                await Task { #expect(Broadcaster.current === bound) }.value
                await Task.detached { #expect(Broadcaster.current === Broadcaster.shared) }.value
            }
            #expect(Broadcaster.current === Broadcaster.shared)
        }

        @Test("current follows a broadcast: inside a block, the static methods use the broadcaster that delivers")
        func followsBroadcast() async {
            let broadcaster = Broadcaster()
            let observer = WordLogger("observer", log)
            observer.onReceiving = { word in
                #expect(Broadcaster.current === broadcaster)
                if word == "1" { Broadcaster.notify(WordObserver.self) { $0.receive("2") } }
                if word == "2" { Broadcaster.unregister(observer: observer) }
            }
            broadcaster.register(WordObserver.self, observer: observer)
            await onNewThread { broadcaster.notify(WordObserver.self) { $0.receive("1") } }
            await broadcaster.settled()
            await broadcaster.settled()
            #expect(log.entries == ["observer 1", "observer 2"])
            #expect(broadcaster.observers(of: WordObserver.self).isEmpty)
            observer.onReceiving = nil
        }

        @Test(
            "current follows a broadcast of the shared broadcaster, though its sender is in a scope that binds another")
        func followsShared() async {
            let observer = WordLogger("observer", log)
            observer.onReceiving = { _ in #expect(Broadcaster.current === Broadcaster.shared) }
            Broadcaster.shared.register(SharedOnly.self, observer: observer)
            await Broadcaster.$current.withValue(Broadcaster()) {
                Broadcaster.shared.notify(SharedOnly.self) { $0.receive("1") }
                await Broadcaster.shared.settled()
            }
            #expect(log.entries == ["observer 1"])
        }

        protocol SharedOnly { func receive(_ word: String) }

        @Test("current follows a broadcast to another queue")
        func followsToQueue() async {
            let broadcaster = Broadcaster()
            let counter = Counter()
            broadcaster.register(Incrementing.self, observer: counter)
            broadcaster.notify(Incrementing.self, on: DispatchQueue(label: "test")) {
                #expect(Broadcaster.current === broadcaster)
                $0.increment()
            }
            await broadcaster.settled()
            #expect(counter.value == 1)
        }
    }

    @Suite("notify(_:on:block:)")
    struct OtherQueues {
        protocol Numbered: Sendable { var number: Int { get } }
        final class Observer: Numbered {
            let number: Int

            init(_ number: Int) { self.number = number }
        }

        let broadcaster = Broadcaster()
        let observers = (0..<10).map(Observer.init)
        let log = Log<[Int]>()

        @Test("a broadcast to another queue is delivered there asynchronously, in order, in one item of it")
        func delivery() async {
            let key = DispatchSpecificKey<Bool>()
            let queue = DispatchQueue(label: "test")
            queue.setSpecific(key: key, value: true)
            for observer in observers { broadcaster.register(Numbered.self, observer: observer) }
            queue.suspend()
            for broadcast in 0..<10 {
                broadcaster.notify(Numbered.self, on: queue) { [log] in
                    #expect(DispatchQueue.getSpecific(key: key) == true)
                    log.write([broadcast, $0.number])
                }
                queue.async { [log] in log.write([broadcast]) }
            }
            #expect(log.entries.isEmpty)
            queue.resume()
            await broadcaster.settled()
            queue.sync {}
            let expected = (0..<10).flatMap { broadcast in
                (0..<10).map { [broadcast, $0] } + [[broadcast]]
            }
            #expect(log.entries == expected)
        }

        @Test("on a concurrent queue, broadcasts are delivered side by side")
        func concurrentQueue() async {
            broadcaster.register(Numbered.self, observer: observers[0])
            let queue = DispatchQueue(label: "test", attributes: .concurrent)
            let first = DispatchSemaphore(value: 0)
            let second = DispatchSemaphore(value: 0)
            broadcaster.notify(Numbered.self, on: queue) { [log] in
                first.signal()
                second.wait()
                log.write([$0.number])
            }
            broadcaster.notify(Numbered.self, on: queue) { [log] in
                second.signal()
                first.wait()
                log.write([$0.number])
            }
            await broadcaster.settled()
            #expect(log.entries == [[0], [0]])
        }

        @Test("for a broadcast to another queue, membership is fixed when sent, and checked again before each call")
        func membership() async {
            let queue = DispatchQueue(label: "test")
            for observer in observers[0..<3] { broadcaster.register(Numbered.self, observer: observer) }
            queue.suspend()
            broadcaster.notify(Numbered.self, on: queue) { [log, broadcaster, observers] in
                log.write([$0.number])
                broadcaster.unregister(Numbered.self, observer: observers[2])
            }
            broadcaster.unregister(Numbered.self, observer: observers[0])
            broadcaster.register(Numbered.self, observer: observers[3])
            queue.resume()
            await broadcaster.settled()
            #expect(log.entries == [[1]])
        }

        @Test("settled() waits for all queues, even while another call of it waits")
        func settled() async {
            let queue = DispatchQueue(label: "test")
            for observer in observers { broadcaster.register(Numbered.self, observer: observer) }
            queue.suspend()
            broadcaster.notify(Numbered.self, on: queue) { [log] in log.write([$0.number]) }
            async let first: Void = broadcaster.settled()
            async let second: Void = broadcaster.settled()
            queue.resume()
            _ = await (first, second)
            #expect(log.entries.count == 10)
        }

        @Test("settled() waits for a blocked queue, however many items the main queue runs meanwhile")
        func settledWaits() async {
            let queue = DispatchQueue(label: "test")
            let gate = DispatchSemaphore(value: 0)
            broadcaster.register(Numbered.self, observer: observers[0])
            queue.async { gate.wait() }
            broadcaster.notify(Numbered.self, on: queue) { [log] in log.write([$0.number]) }
            let opening = Task.detached {
                for _ in 0..<10 { await Broadcaster().settled() }
                gate.signal()
            }
            await Broadcaster.$current.withValue(broadcaster) { await Broadcaster.settled() }
            #expect(log.entries == [[0]])
            await opening.value
        }
    }
}

extension WordLogger: BroadcasterTests.OnlyHere, BroadcasterTests.Current.SharedOnly {}
