import Foundation
import Testing

@testable import Broadcaster

/// What holds whatever the threads do; under Thread Sanitizer as well.
@Suite("Threads", .timeLimit(.minutes(1)))
struct ThreadTests {
    protocol Listener: Sendable { func hear(_ number: Int) }

    final class Observer: Listener, @unchecked Sendable {
        let log = Log<Int>()
        let onDeinit: (@Sendable (Observer) -> Void)?

        init(onDeinit: (@Sendable (Observer) -> Void)? = nil) { self.onDeinit = onDeinit }

        func hear(_ number: Int) { log.write(number) }

        deinit { onDeinit?(self) }
    }

    @Test("the first uses of a protocol on many threads find one set")
    func firstUse() async {
        for _ in 0..<200 {
            let broadcaster = Broadcaster()
            let sets = Log<WeakObjectSet<any Listener>>()
            await onThreads(4) { _ in sets.write(broadcaster.observers(of: Listener.self)) }
            #expect(Set(sets.entries.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test("adding, removing, walking, asking and dying on all threads leaves exactly the members")
    func storm() async {
        let set = WeakObjectSet<any Listener>()
        let stays = (0..<10).map { _ in Observer() }
        set.add(stays)
        await onThreads(6) { thread in
            for round in 0..<500 {
                switch (thread + round) % 6 {
                case 0:
                    let shortLived = Observer { set.remove($0) }
                    set.add(shortLived)
                case 1:
                    let leaving = (0..<10).map { _ in Observer() }
                    set.add(leaving)
                    set.remove(leaving)
                case 2: set.forEach { $0.hear(1) }
                case 3: for listener in set { listener.hear(1) }
                case 4: #expect(set.contains(stays[round % 10]))
                default: #expect(set.count >= 10)
                }
            }
        }
        #expect(set.allObjects.elementsEqual(stays) { $0 as AnyObject === $1 })
    }

    @Test("nobody is called twice in a walk while others come and go")
    func onceEach() async {
        let set = WeakObjectSet<any Listener>()
        let stays = (0..<20).map { _ in Observer() }
        set.add(stays)
        await onThreads(3) { thread in
            for round in 0..<300 {
                if thread == 0 {
                    let guests = (0..<50).map { _ in Observer() }
                    set.add(guests)
                    set.remove(guests)
                } else {
                    set.forEach { $0.hear(thread * 1000 + round) }
                }
            }
        }
        for observer in stays {
            for thread in 1...2 {
                #expect(observer.log.entries.filter { $0 / 1000 == thread } == (0..<300).map { thread * 1000 + $0 })
            }
        }
    }

    @Test(
        "an observer that ends on any thread may use the set in its deinit, also when the set's look was its last owner"
    )
    func deinitUsesSet() async {
        let set = WeakObjectSet<any Listener>()
        let shelf = Shelf()
        await onThreads(4) { thread in
            for _ in 0..<2000 {
                if thread.isMultiple(of: 2) {
                    let observer = Observer {
                        set.remove($0)
                        #expect(!set.contains($0))
                    }
                    set.add(observer)
                    shelf.put(observer)
                } else {
                    shelf.clear()
                    _ = set.count
                }
            }
        }
        shelf.clear()
        #expect(set.isEmpty)
    }

    /// Holds objects, and lets them go on whatever thread clears it, outside its lock.
    final class Shelf: @unchecked Sendable {
        private let lock = NSLock()
        private var objects: [AnyObject] = []

        func put(_ object: AnyObject) {
            lock.withLock { objects.append(object) }
        }

        func clear() {
            let taken = lock.withLock {
                defer { objects = [] }
                return objects
            }
            withExtendedLifetime(taken) {}
        }
    }

    protocol Other: AnyObject, Sendable { func other() }

    final class Both: Listener, Other {
        let counter = Counter()

        func hear(_ number: Int) { counter.count("") }
        func other() { counter.count("") }
    }

    @Test(
        "registering, notifying and unregistering on all threads calls those who stay, each time, and ends with nobody")
    func broadcasterStorm() async {
        let broadcaster = Broadcaster()
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let stays = Both()
        broadcaster.register(Listener.self, observer: stays)
        await onThreads(6) { thread in
            for round in 0..<300 {
                let observer = Both()
                broadcaster.register(Listener.self, observer: observer)
                broadcaster.register(Other.self, observer: observer)
                broadcaster.notify(Listener.self) { $0.hear(round) }
                if round.isMultiple(of: 10) { broadcaster.notify(Other.self, on: queue) { $0.other() } }
                switch (thread + round) % 3 {
                case 0: broadcaster.unregister(observer: observer)
                case 1:
                    broadcaster.unregister(Listener.self, observer: observer)
                    broadcaster.unregister(Other.self, observer: observer)
                default: break
                }
            }
        }
        await broadcaster.settled()
        #expect(stays.counter.value == 1800)
        broadcaster.unregister(Listener.self)
        broadcaster.unregister(Other.self)
        #expect(broadcaster.observers(of: Listener.self).isEmpty)
        #expect(broadcaster.observers(of: Other.self).isEmpty)
    }

    /// Hears what each thread has sent, and at its end leaves, sends and registers another.
    final class Restless: Listener, Other {
        let broadcaster: Broadcaster
        let logs: Log<Log<Int>>
        let living: Counter
        let ended: Counter
        let log = Log<Int>()
        let heir: Observer

        init(_ broadcaster: Broadcaster, _ logs: Log<Log<Int>>, living: Counter, ended: Counter, heir: Observer) {
            (self.broadcaster, self.logs, self.living, self.ended, self.heir) = (broadcaster, logs, living, ended, heir)
            living.count("")
        }

        func hear(_ number: Int) { log.write(number) }
        func other() { broadcaster.unregister(observer: self) }

        deinit {
            broadcaster.unregister(observer: self)
            broadcaster.register(Listener.self, observer: heir)
            broadcaster.notify(Other.self) { $0.other() }
            logs.write(log)
            ended.count("")
        }
    }

    @Test("whatever ends on whatever thread and whatever it does then: in order, once each, and nothing is left")
    func restless() async {
        let broadcaster = Broadcaster()
        let set = broadcaster.observers(of: Listener.self)
        let logs = Log<Log<Int>>()
        let living = Counter()
        let ended = Counter()
        let heir = Observer()
        let shelf = Shelf()
        await onThreads(6) { thread in
            for round in 0..<300 {
                let observer = Restless(broadcaster, logs, living: living, ended: ended, heir: heir)
                set.add(observer)
                broadcaster.register(Other.self, observer: observer)
                shelf.put(observer)
                broadcaster.notify(Listener.self) { $0.hear(thread * 1000 + round) }
                switch (thread + round) % 12 {
                case 0: broadcaster.unregister(Other.self)
                case 1: broadcaster.unregister(Listener.self, observer: observer)
                case 2: #expect(set.count >= 0)
                case 3: set.removeAll()
                case 4..<7: shelf.clear()
                default: break
                }
            }
        }
        shelf.clear()
        await broadcaster.settled()
        await broadcaster.settled()
        #expect(ended.value == 1800)
        #expect(ended.value == living.value)
        #expect(set.allObjects.allSatisfy { $0 as AnyObject === heir })
        #expect(broadcaster.observers(of: Other.self).isEmpty)
        for log in logs.entries + [heir.log] {
            for thread in 0..<6 {
                let heard = log.entries.filter { $0 / 1000 == thread }
                #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }

    @Test("settled() on many threads, while many notify, always comes back")
    func settledStorm() async {
        let broadcaster = Broadcaster()
        let counter = Counter()
        broadcaster.register(Counting.self, observer: counter)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        if task.isMultiple(of: 2) {
                            broadcaster.notify(Counting.self, on: .global()) { $0.count("") }
                        } else {
                            await broadcaster.settled()
                        }
                    }
                }
            }
        }
        await broadcaster.settled()
        #expect(counter.value == 800)
    }
}
