import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// What holds whatever several threads do at once, even under Thread Sanitizer.
@Suite("Threads", .timeLimit(.minutes(60)), .watched)
struct ThreadTests {
    protocol Listener: Sendable { func receive(_ number: Int) }

    final class Observer: Listener {
        let log = Log<Int>()

        func receive(_ number: Int) { log.write(number) }
    }

    protocol Other: AnyObject, Sendable { func other() }

    /// What restless observers share.
    struct World: Sendable {
        let broadcaster = Broadcaster()
        let logs = Log<Log<Int>>()
        let created = Counter()
        let deinits = Counter()
        let successor = Observer()
    }

    /// Logs what each thread sends; its `deinit` unregisters it, notifies, and registers another observer.
    final class Restless: Listener, Other {
        let world: World
        let log = Log<Int>()

        init(in world: World) {
            self.world = world
            world.created.increment()
        }

        func receive(_ number: Int) { log.write(number) }
        func other() { world.broadcaster.unregister(observer: self) }

        deinit {
            world.broadcaster.unregister(observer: self)
            world.broadcaster.register(Listener.self, observer: world.successor)
            world.broadcaster.notify(Other.self) { $0.other() }
            world.logs.write(log)
            world.deinits.increment()
        }
    }

    @Test(
        "calls come in order, and nothing is left, whichever thread deallocates an observer, whatever its deinit does"
    )
    func restless() async {
        let world = World()
        let broadcaster = world.broadcaster
        let set = broadcaster.observers(of: Listener.self)
        let shelf = Locked<[Restless]>([])
        /// Releases on this thread, outside the lock.
        @Sendable func clearShelf() {
            let taken = shelf.withLock { present in
                defer { present = [] }
                return present
            }
            withExtendedLifetime(taken) {}
        }
        // Time: how much is tried. What is checked holds for any amount.
        let end = DispatchTime.now() + 0.3
        await onThreads(6) { thread in
            for round in 0... {
                if DispatchTime.now() >= end { break }
                let observer = Restless(in: world)
                broadcaster.register(Listener.self, observer: observer)
                broadcaster.register(Other.self, observer: observer)
                shelf.withLock { $0.append(observer) }
                broadcaster.notify(Listener.self) { $0.receive(thread * 1_000_000 + round) }
                switch (thread + round) % 12 {
                case 0: broadcaster.unregister(Other.self)
                case 1: broadcaster.unregister(Listener.self, observer: observer)
                case 2: #expect(set.count >= 0)
                case 3: broadcaster.unregister(Listener.self)
                case 4..<7: clearShelf()
                default: break
                }
            }
        }
        clearShelf()
        await broadcaster.settled()
        await broadcaster.settled()
        #expect(world.deinits.value == world.created.value)
        #expect(set.allSatisfy { $0 as AnyObject === world.successor })
        #expect(broadcaster.observers(of: Other.self).isEmpty)
        for log in world.logs.entries + [world.successor.log] {
            for thread in 0..<6 {
                let received = log.entries.filter { $0 / 1_000_000 == thread }
                #expect(zip(received, received.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }

    /// As many channels as needed: each type argument makes another channel.
    final class Numbered<Number>: Sendable {}
    enum Zero<Digits> {}
    enum One<Digits> {}

    static func useEach<Digits>(_: Digits.Type, digits: Int, of broadcaster: Broadcaster, with observer: Observer) {
        broadcaster.unregister(Numbered<Digits>.self)
        broadcaster.unregister(observer: observer)
        guard digits > 0 else { return }
        useEach(Zero<Digits>.self, digits: digits - 1, of: broadcaster, with: observer)
        useEach(One<Digits>.self, digits: digits - 1, of: broadcaster, with: observer)
    }

    @Test("observers unregister everywhere while other threads use protocols for the first time")
    func unregisterEverywhere() async {
        let broadcaster = Broadcaster()
        await onThreads(3) { thread in
            let observer = Observer()
            switch thread {
            case 0: Self.useEach(Int.self, digits: 7, of: broadcaster, with: observer)
            case 1: Self.useEach(String.self, digits: 7, of: broadcaster, with: observer)
            default: for _ in 0..<300 { broadcaster.unregister(observer: observer) }
            }
        }
        #expect(broadcaster.withRegistry { $0.allEntries.count } == 510)
    }

    @Test("two threads that use a protocol for the first time at once use one channel")
    func firstUse() {
        for _ in 0..<2_000 {
            let broadcaster = Broadcaster()
            let observers = [Observer(), Observer()]
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                broadcaster.register(Listener.self, observer: observers[thread])
            }
            #expect(broadcaster.observers(of: Listener.self).count == 2)
            withExtendedLifetime(observers) {}
        }
    }

    @Test("settled() returns on every thread while other threads notify")
    func settledStorm() async {
        let broadcaster = Broadcaster()
        let counter = Counter()
        let sent = Counter()
        broadcaster.register(Incrementing.self, observer: counter)
        // Time: how much is tried. What is checked holds for any amount.
        let end = DispatchTime.now() + 0.1
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    while DispatchTime.now() < end {
                        if task.isMultiple(of: 2) {
                            sent.increment()
                            broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
                        } else {
                            await broadcaster.settled()
                        }
                    }
                }
            }
        }
        await broadcaster.settled()
        #expect(counter.value == sent.value)
    }
}
