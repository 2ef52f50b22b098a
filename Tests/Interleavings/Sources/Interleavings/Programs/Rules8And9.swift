import Broadcaster
import Explorer

/// What a registration is, and what a channel is.
let rule8And9Programs = [
    Program("two threads that register an observer register it once, and one that unregisters it ends that") {
        run, broadcaster in
        let a = run.observer("a")
        for number in 1...2 { run.thread("register \(number)") { broadcaster.add(a) } }
        run.thread("call") { broadcaster.call(1) }
        run.afterwards {
            run.expect(broadcaster.listeners == ["a"], "members")
            run.expect(run.noted.count <= 1, "called twice")
            broadcaster.remove(a)
            run.expect(broadcaster.listeners == [], "still registered")
        }
    },
    Program("a new object at the address of an observer that was deallocated inherits nothing") { run in
        ExplorerReusesAddresses()
        let broadcaster = Broadcaster()
        let a = Shared<Observer?>(Observer("a", run))
        let b = Shared<Observer?>(nil)
        broadcaster.add(a.value!, for: 1)
        run.thread("replace") {
            a.clear()
            let new = Observer("b", run)
            broadcaster.add(new, for: 1)
            b.value = new
        }
        run.thread("call") { broadcaster.call(1, for: 1) }
        run.thread("first use, list") {
            broadcaster.register((any Second).self, observer: Observer("c", run))
            _ = broadcaster.channels
        }
        run.afterwards {
            run.expect(Set(run.noted).count == run.noted.count, "called twice")
            run.expect(broadcaster.listeners(for: 1) == ["b"], "members")
            withExtendedLifetime(b) {}
        }
    },
    Program("an observer with a key replaces another, while one without a key registers again") { run, broadcaster in
        let (a, b, c) = (run.observer("a"), run.observer("b"), run.observer("c"))
        broadcaster.add(a, for: 1)
        broadcaster.add(b)
        run.thread("call") { broadcaster.call(1, for: 1) }
        run.thread("c for a") {
            broadcaster.add(c, for: 1)
            broadcaster.remove(a, for: 1)
        }
        run.thread("b again") {
            broadcaster.unregister(observer: b)
            broadcaster.add(b, for: 1)
        }
        run.afterwards {
            run.expect(Set(run.noted).count == run.noted.count, "called twice")
            run.expect(broadcaster.listeners(for: 1).sorted() == ["b", "c"], "members")
            run.expect(broadcaster.listeners(for: 2) == [], "of another key")
        }
    },
    Program("a broadcast that calls an observer without a key also calls one registered for its key before") {
        run, broadcaster in
        let (keyed, unkeyed) = (run.observer("keyed"), run.observer("unkeyed"))
        run.thread("come and go") {
            broadcaster.add(keyed, for: 1)
            broadcaster.add(unkeyed)
            broadcaster.remove(unkeyed)
            broadcaster.unregister((any Listener).self, for: 1)
        }
        run.thread("call") { broadcaster.call(1, for: 1) }
        run.thread("list") { _ = broadcaster.channels }
        run.afterwards {
            // The one with the key ends last, so it is skipped only if the other one is.
            run.expect(run.noted != ["unkeyed1"], "the observer with the key is missed")
        }
    },
    Program("an observer that registers for a key as the last one leaves it is found by a broadcast") {
        run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        broadcaster.add(a, for: 1)
        run.thread("a leaves") { broadcaster.remove(a, for: 1) }
        run.thread("b arrives, and calls") {
            broadcaster.add(b, for: 1)
            broadcaster.call(1, for: 1)
        }
        run.afterwards {
            run.expect(run.noted.contains("b1"), "b isn't found")
            run.expect(broadcaster.listeners(for: 1) == ["b"], "members")
            broadcaster.unregister(observer: b)
            run.expect(broadcaster.listeners(for: 1) == [], "b stays")
        }
    },
    Program("an observer that registers for a key as it is purged of a deallocated one is found") { run, broadcaster in
        let a = Shared<Observer?>(Observer("a", run))
        let b = run.observer("b")
        broadcaster.add(a.value!, for: 1)
        run.thread("a goes") {
            a.clear()
            broadcaster.call(1, for: 1)
            broadcaster.call(2, for: 1)
        }
        run.thread("b arrives, and calls") {
            broadcaster.add(b, for: 1)
            broadcaster.call(3, for: 1)
        }
        run.afterwards {
            run.expect(run.noted.contains("b3"), "b isn't found")
            run.expect(broadcaster.listeners(for: 1) == ["b"], "members")
        }
    },
    Program("two threads that register for a new key register for one channel") { run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        run.thread("a") { broadcaster.add(a, for: 1) }
        run.thread("b") { broadcaster.add(b, for: 1) }
        run.afterwards {
            run.expect(broadcaster.channels.count == 1, "channels")
            run.expect(broadcaster.listeners(for: 1).sorted() == ["a", "b"], "members")
        }
    },
    Program("observers that come and go for one key leave nothing behind") { run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        let c = Shared<Observer?>(Observer("c", run))
        broadcaster.add(c.value!, for: 1)
        run.thread("a comes and goes") {
            broadcaster.add(a, for: 1)
            broadcaster.unregister(observer: a)
        }
        run.thread("b comes, and all go") {
            broadcaster.add(b, for: 1)
            broadcaster.unregister((any Listener).self, for: 1)
        }
        run.thread("c goes") {
            c.clear()
            broadcaster.call(1, for: 1)
        }
        run.afterwards {
            run.expect(broadcaster.listeners(for: 1) == [], "left")
            run.expect(broadcaster.channels.flatMap(\.observers).isEmpty, "listed")
        }
    },
    Program("unregistering everywhere ends the registrations of an observer, whatever keys others use") {
        run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        broadcaster.add(a, for: 1)
        broadcaster.add(a, for: 2)
        broadcaster.add(a)
        run.thread("a leaves") { broadcaster.unregister(observer: a) }
        run.thread("b comes and goes") {
            broadcaster.add(b, for: 1)
            broadcaster.remove(b, for: 1)
        }
        run.thread("call") { broadcaster.call(1, for: 2) }
        run.afterwards { run.expect(broadcaster.channels.flatMap(\.observers).isEmpty, "left") }
    },
    Program("unregistering everywhere leaves the observers of a channel that has replaced the observer's own") {
        run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        broadcaster.add(a, for: 1)
        run.thread("a leaves") { broadcaster.unregister(observer: a) }
        run.thread("all leave, and b comes") {
            broadcaster.unregister((any Listener).self, for: 1)
            broadcaster.add(b, for: 1)
        }
        run.afterwards { run.expect(broadcaster.listeners(for: 1) == ["b"], "members") }
    },
    Program("unregistering all observers of a protocol ends those that were there, and none that comes later") {
        run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        broadcaster.add(a)
        broadcaster.add(a, for: 1)
        run.thread("unregister all") { broadcaster.unregister((any Listener).self) }
        run.thread("b") {
            broadcaster.add(b)
            broadcaster.add(b, for: 1)
        }
        run.thread("call") { broadcaster.call(1, for: 1) }
        run.afterwards {
            run.expect(run.noted.count { $0 == "a1" } <= 2 && run.noted.count { $0 == "b1" } <= 2, "called too often")
            let left = [broadcaster.listeners, broadcaster.listeners(for: 1)]
            run.expect([[[], []], [[], ["b"]], [["b"], ["b", "b"]]].contains(left), "left \(left)")
        }
    },
    Program("two threads that use a protocol first find one channel, and a reader finds it or nothing") {
        run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        run.thread("a") { broadcaster.add(a) }
        run.thread("b") { broadcaster.add(b) }
        run.thread("call") { broadcaster.call(1) }
        run.afterwards {
            run.expect(broadcaster.channels.count == 1, "channels")
            run.expect(broadcaster.listeners.sorted() == ["a", "b"], "members")
        }
    },
    Program("a reader finds a protocol, or the monitor, while others are used first, and the table of types grows") {
        run, broadcaster in
        let a = run.observer("a")
        let watcher = Watcher("watcher", run)
        broadcaster.register((any Broadcaster.Monitor).self, observer: watcher)
        run.thread("second, listener") {
            broadcaster.register((any Second).self, observer: a)
            broadcaster.add(a)
        }
        run.thread("third, listener") {
            broadcaster.register((any Third).self, observer: a)
            broadcaster.add(a)
        }
        run.thread("read") {
            let seconds = broadcaster.observers(of: (any Second).self).map { ($0 as AnyObject) === a }
            run.expect(seconds == [] || seconds == [true], "another object")
            broadcaster.notify((any Fourth).self) { _ in }
        }
        run.afterwards {
            run.expect(broadcaster.observers(of: (any Second).self).count == 1, "Second")
            run.expect(broadcaster.observers(of: (any Third).self).count == 1, "Third")
            run.expect(broadcaster.listeners == ["a"], "Listener")
            run.expect(broadcaster.channels.count == 4, "channels")  // with that of the monitor
            run.expect(run.noted == ["watcher+", "watcher-"], "the monitor is missed")
            withExtendedLifetime(watcher) {}
        }
    },
    Program("two threads that use a channel off the main actor for the first time don't trap") { run, broadcaster in
        broadcaster.notify((any Listener).self) { $0.hear(1) }
        for number in 1...2 { run.thread("use \(number)") { broadcaster.call(number) } }
    },
    Program("of two threads that use a channel first, one on the main actor and one off it, the later one traps") {
        run in
        ExplorerExpectsTraps()
        let broadcaster = Broadcaster()
        LibraryQueue.main.async {
            onMainActor { _ = broadcaster.observers(of: (any Unsendable).self) }
            run.note("used on the main actor")
        }
        run.thread("use off the main actor") {
            _ = broadcaster.observers(of: (any Unsendable & Sendable).self)
            run.note("used off it")
        }
        run.afterwards { run.expect(run.noted.count == 1, "no trap, or two") }
    },
    Program("two threads that use two types of one name first find two channels") { run, broadcaster in
        let (first, second) = (Shared<AnyObject?>(nil), Shared<AnyObject?>(nil))
        run.thread("first") { first.value = useFirstOfOneName(broadcaster) }
        run.thread("second") { second.value = useSecondOfOneName(broadcaster) }
        run.thread("list") { _ = broadcaster.channels }
        run.afterwards {
            run.expect(Set(broadcaster.channels.map(\.protocolName)).count == 2, "channels")
            run.expect(broadcaster.channels.allSatisfy { $0.observers.count == 1 }, "members")
            withExtendedLifetime((first, second)) {}
        }
    },
]

private func useFirstOfOneName(_ broadcaster: Broadcaster) -> AnyObject {
    final class Namesake: Sendable {}
    let object = Namesake()
    broadcaster.register(Namesake.self, observer: object)
    return object
}

private func useSecondOfOneName(_ broadcaster: Broadcaster) -> AnyObject {
    final class Namesake: Sendable {}
    let object = Namesake()
    broadcaster.register(Namesake.self, observer: object)
    return object
}
