import Foundation
import Testing

@testable import Broadcaster

/// What holds whatever several threads do at once, even under Thread Sanitizer.
@Suite("Threads", .timeLimit(.minutes(60)))
struct ThreadTests {
    protocol Listener: Sendable { func receive(_ number: Int) }

    final class Observer: Listener, @unchecked Sendable {
        let log = Log<Int>()
        let onDeinit: (@Sendable (Observer) -> Void)?

        init(onDeinit: (@Sendable (Observer) -> Void)? = nil) { self.onDeinit = onDeinit }

        func receive(_ number: Int) { log.write(number) }

        deinit { onDeinit?(self) }
    }

    @Test("the first uses of a protocol on many threads find one channel")
    func firstUse() async {
        for _ in 0..<200 {
            let broadcaster = Broadcaster()
            let channels = Log<LockedChannels>()
            await onThreads(4) { _ in channels.write(broadcaster.channels(of: (any Listener).self)) }
            #expect(Set(channels.entries.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test("contains finds the members, and no others, while two threads add and remove")
    func contains() async {
        let set = WeakObjectSet<any Listener>()
        let members = (0..<10).map { _ in Observer() }
        let stranger = Observer()
        set.add(contentsOf: members)
        let isDone = Counter()
        let wrong = Counter()
        await onThreads(3) { thread in
            if thread == 0 {
                for round in 0..<100_000 where !set.contains(members[round % 10]) || set.contains(stranger) {
                    wrong.increment()
                }
                isDone.increment()
            } else {
                let transient = (0..<8).map { _ in Observer() }
                while isDone.value == 0 {
                    set.add(contentsOf: transient)
                    set.remove(contentsOf: transient)
                }
            }
        }
        #expect(wrong.value == 0)
    }

    @Test("an iteration calls no observer twice while others are added and removed")
    func onceEach() async {
        let set = WeakObjectSet<any Listener>()
        let members = (0..<20).map { _ in Observer() }
        set.add(contentsOf: members)
        await onThreads(3) { thread in
            for round in 0..<300 {
                if thread == 0 {
                    let transient = (0..<50).map { _ in Observer() }
                    set.add(contentsOf: transient)
                    set.remove(contentsOf: transient)
                } else {
                    set.forEach { $0.receive(thread * 1000 + round) }
                }
            }
        }
        for observer in members {
            for thread in 1...2 {
                #expect(observer.log.entries.filter { $0 / 1000 == thread } == (0..<300).map { thread * 1000 + $0 })
            }
        }
    }

    @Test("an observer may use the set in its deinit, on any thread, even if the set's own iteration retained it last")
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
        await Broadcaster.settled()  // A purge on the main queue may still retain an observer.
        #expect(set.isEmpty)
    }

    /// Retains objects, and releases them on the thread that clears it, outside its lock.
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

    /// Logs what each thread sends; its `deinit` unregisters it, notifies, and registers another observer.
    final class Restless: Listener, Other {
        let broadcaster: Broadcaster
        let logs: Log<Log<Int>>
        let created: Counter
        let deinits: Counter
        let log = Log<Int>()
        let successor: Observer

        init(_ broadcaster: Broadcaster, _ logs: Log<Log<Int>>, created: Counter, deinits: Counter, successor: Observer)
        {
            self.broadcaster = broadcaster
            self.logs = logs
            self.successor = successor
            self.created = created
            self.deinits = deinits
            created.increment()
        }

        func receive(_ number: Int) { log.write(number) }
        func other() { broadcaster.unregister(observer: self) }

        deinit {
            broadcaster.unregister(observer: self)
            broadcaster.register(Listener.self, observer: successor)
            broadcaster.notify(Other.self) { $0.other() }
            logs.write(log)
            deinits.increment()
        }
    }

    @Test(
        "calls come in order, and nothing is left, whichever thread deallocates an observer, whatever its deinit does"
    )
    func restless() async {
        let broadcaster = Broadcaster()
        let set = broadcaster.observers(of: Listener.self)
        let logs = Log<Log<Int>>()
        let created = Counter()
        let deinits = Counter()
        let successor = Observer()
        let shelf = Shelf()
        await onThreads(6) { thread in
            for round in 0..<300 {
                let observer = Restless(broadcaster, logs, created: created, deinits: deinits, successor: successor)
                broadcaster.register(Listener.self, observer: observer)
                broadcaster.register(Other.self, observer: observer)
                shelf.put(observer)
                broadcaster.notify(Listener.self) { $0.receive(thread * 1000 + round) }
                switch (thread + round) % 12 {
                case 0: broadcaster.unregister(Other.self)
                case 1: broadcaster.unregister(Listener.self, observer: observer)
                case 2: #expect(set.count >= 0)
                case 3: broadcaster.unregister(Listener.self)
                case 4..<7: shelf.clear()
                default: break
                }
            }
        }
        shelf.clear()
        await broadcaster.settled()
        await broadcaster.settled()
        #expect(deinits.value == 1800)
        #expect(deinits.value == created.value)
        #expect(set.allSatisfy { $0 as AnyObject === successor })
        #expect(broadcaster.observers(of: Other.self).isEmpty)
        for log in logs.entries + [successor.log] {
            for thread in 0..<6 {
                let received = log.entries.filter { $0 / 1000 == thread }
                #expect(zip(received, received.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }

    /// As many channels as needed: each type argument makes a channel of its own.
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

    @Test("settled() returns on every thread while other threads notify")
    func settledStorm() async {
        let broadcaster = Broadcaster()
        let counter = Counter()
        broadcaster.register(Incrementing.self, observer: counter)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<200 {
                        if task.isMultiple(of: 2) {
                            broadcaster.notify(Incrementing.self, on: .global()) { $0.increment() }
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
