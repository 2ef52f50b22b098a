import Broadcaster
import Explorer

/// Locks and lifetimes: what is released, by which thread, and that no lock is held then.
let rule6And7Programs = [
    Program("an observer's last reference goes away while others iterate, register and ask for it") {
        run, broadcaster in
        let b = run.observer("b")
        let deinits = Shared(0)
        let a = Shared<Observer?>(
            Observer("a", run) {
                broadcaster.remove(b)
                deinits.value += 1
            })
        broadcaster.add(a.value!)
        broadcaster.add(b)
        run.thread("release") { a.clear() }
        run.thread("iterate") { broadcaster.call(1) }
        run.thread("contains, register") {
            _ = broadcaster.observers(of: (any Listener).self).contains(b)
            broadcaster.add(b)
        }
        run.afterwards {
            run.expect(Set(run.noted).count == run.noted.count, "called twice")
            run.expect(deinits.value == 1, "deallocated \(deinits.value) times")
        }
    },
    Program("an owner's last reference goes away while two threads call its closure") { run, broadcaster in
        let owner = Shared<Observer?>(Observer("owner", run))
        broadcaster.observe(ListenerMessage.self, owner: owner.value!) { @Sendable owner, message in
            owner.hear(message.number)
        }
        run.thread("release") { owner.clear() }
        for number in 1...2 { run.thread("call \(number)") { broadcaster.call(number) } }
        run.afterwards {
            run.expect(broadcaster.observers(of: (any Listener).self).isEmpty, "left")
            run.expect(Set(run.noted).count == run.noted.count, "called twice")
        }
    },
    Program("an owner's deinit may unregister, although another thread asks for its closure meanwhile") {
        run, broadcaster in
        let owner = Shared<Observer?>(Observer("owner", run) { broadcaster.unregister((any Listener).self) })
        broadcaster.observe(ListenerMessage.self, for: 1, owner: owner.value!) { @Sendable owner, message in }
        let observers = broadcaster.observers(of: (any Listener).self, for: 1)
        let closure = Array(observers)[0]
        run.thread("release") { owner.clear() }
        run.thread("contains") { for _ in 0..<2 { _ = observers.contains(closure) } }
        run.afterwards { run.expect(observers.isEmpty, "left") }
    },
    Program("what an owner's closure captured is released once, and its deinit may unregister") { run, broadcaster in
        let a = run.observer("a")
        let owner = Shared<Observer?>(Observer("owner", run))
        func observe() {
            let canary = Canary(run) { broadcaster.unregister(observer: a) }
            broadcaster.observe(ListenerMessage.self, owner: owner.value!) { @Sendable owner, message in
                withExtendedLifetime(canary) {}
            }
        }
        observe()
        broadcaster.add(a)
        run.thread("release") { owner.clear() }
        for number in 1...2 {
            run.thread("call and unregister \(number)") {
                broadcaster.call(number)
                broadcaster.unregister(observer: a)
            }
        }
        run.afterwards { run.expect(run.noted.count { $0.hasPrefix("released") } <= 1, "released twice") }
    },
    Program("what an owner's closure captured is released once when all observers of its key are unregistered") {
        run, broadcaster in
        let (a, owner) = (run.observer("a"), run.observer("owner"))
        func observe() {
            let canary = Canary(run) {
                broadcaster.remove(a)
                broadcaster.add(a)
            }
            broadcaster.observe(ListenerMessage.self, for: 1, owner: owner) { @Sendable owner, message in
                withExtendedLifetime(canary) {}
            }
        }
        observe()
        run.thread("unregister all") { broadcaster.unregister((any Listener).self, for: 1) }
        run.thread("register") { broadcaster.add(a) }
        run.thread("call") { broadcaster.call(1, for: 1) }
        run.afterwards { run.expect(run.noted.count { $0.hasPrefix("released") } == 1, "released never or twice") }
    },
    Program("what an observation's closure captured is released once, and its deinit may cancel it") {
        run, broadcaster in
        let observation = Shared<Broadcaster.Observation?>(nil)
        func observe() {
            let canary = Canary(run) { observation.value?.cancel() }
            observation.value = broadcaster.observe(ListenerMessage.self) { @Sendable message in
                withExtendedLifetime(canary) {}
            }
        }
        observe()
        run.thread("cancel") { observation.value!.cancel() }
        run.thread("unregister all") { broadcaster.unregister((any Listener).self) }
        run.thread("call") { broadcaster.call(1) }
        run.afterwards { run.expect(run.noted.count == 1, "released \(run.noted.count) times") }
    },
    Program("a closure of the main actor is released there, whoever cancels it or calls it") { run, broadcaster in
        func observe() -> Broadcaster.Observation {
            let canary = Canary(run)
            return onMainActor {
                broadcaster.observe(ListenerMessage.self) { @MainActor message in withExtendedLifetime(canary) {} }
            }
        }
        let observation = Shared<Broadcaster.Observation?>(observe())
        broadcaster.send(1, on: run.queue)
        run.thread("cancel") {
            observation.value?.cancel()
            observation.clear()
        }
        run.thread("call") { broadcaster.call(2) }
        run.afterwards { run.expect(run.noted == ["released on main"], "released elsewhere") }
    },
    Program("a closure of the main actor that awaits is released there, whoever cancels it") { run, broadcaster in
        func observe() -> Broadcaster.Observation {
            let canary = Canary(run)
            return broadcaster.observe(ListenerMessage.self) { @MainActor message async in
                withExtendedLifetime(canary) {}
            }
        }
        let observation = Shared<Broadcaster.Observation?>(observe())
        run.thread("send") { broadcaster.send(1, on: run.queue) }
        run.thread("cancel") {
            observation.value?.cancel()
            observation.clear()
        }
        run.afterwards { run.expect(run.noted.count == 1, "released \(run.noted.count) times") }
    },
    Program("the owner of a main-actor closure is released on main, or by its own thread") { run, broadcaster in
        let owner = Shared<Observer?>(nil)
        func observe() {
            owner.value = Observer("owner", run) { run.note(ExplorerIsOnMain() ? "main" : agentName) }
            let canary = Canary(run)
            onMainActor {
                broadcaster.observe(ListenerMessage.self, owner: owner.value!) { @MainActor owner, message in
                    withExtendedLifetime(canary) {}
                }
            }
        }
        observe()
        broadcaster.send(1, on: run.queue)
        run.thread("release") { owner.clear() }
        run.thread("call") { broadcaster.call(2) }
        run.afterwards {
            for place in run.noted {
                run.expect(["main", "release", "released on main"].contains(place), "released elsewhere")
            }
        }
    },
    Program("no observer is released by a thread that registers, unregisters or lists others") { run, broadcaster in
        let a = Shared<Observer?>(Observer("a", run) { run.note(ExplorerIsOnMain() ? "main" : agentName) })
        let others = (0..<6).map { Observer("\($0)", run) }
        let b = run.observer("b")
        broadcaster.add(a.value!)
        for other in others { broadcaster.add(other) }
        run.thread("release") { a.clear() }
        run.thread("register, unregister") {
            broadcaster.add(b)
            broadcaster.remove(others[0])
        }
        run.thread("list") { _ = broadcaster.channels }
        run.afterwards {
            run.expect(run.noted == ["main"] || run.noted == ["release"], "released elsewhere, or never")
            withExtendedLifetime(others) {}
        }
    },
    Program("a set's last reference goes away while two threads iterate it") { run in
        let set = Shared<WeakObjectSet<any Listener>?>(WeakObjectSet())
        let a = Shared<Observer?>(Observer("a", run))
        let b = run.observer("b")
        set.value!.add(a.value!)
        set.value!.add(b)
        for number in 1...2 { run.thread("iterate \(number)") { set.value?.forEach { $0.hear(number) } } }
        run.thread("release both") {
            set.clear()
            a.clear()
        }
        run.afterwards {
            let heard = run.noted
            run.expect(Set(heard).count == heard.count, "called twice")
            for number in 1...2 {
                if heard.contains("a\(number)") { run.expect(heard.contains("b\(number)"), "b is missed") }
            }
        }
    },
    Program("a broadcaster's last reference goes away before what it sent is delivered") { run in
        let broadcaster = Shared<Broadcaster?>(Broadcaster())
        let observation = broadcaster.value!.observe(ListenerMessage.self) { @Sendable message async in
            run.note("\(message.number)")
        }
        let sender = Shared(broadcaster.value)
        run.thread("release") { broadcaster.clear() }
        run.thread("send") {
            sender.value?.send(1, on: run.queue)
            sender.value?.send(2)
            sender.clear()
        }
        run.afterwards {
            run.expect(run.noted.sorted() == ["1", "2"], "lost")
            withExtendedLifetime(observation) {}
        }
    },
    Program("a broadcaster's last reference goes away beside a cancellation and a pending broadcast") { run in
        let broadcaster = Shared<Broadcaster?>(Broadcaster())
        let owner = run.observer("owner")
        func observe() -> Broadcaster.Observation {
            let canary = Canary(run)
            broadcaster.value!.observe(ListenerMessage.self, owner: owner) { @Sendable owner, message in
                owner.hear(message.number)
            }
            return broadcaster.value!.observe(ListenerMessage.self) { @Sendable message in
                withExtendedLifetime(canary) {}
            }
        }
        let observation = Shared<Broadcaster.Observation?>(observe())
        broadcaster.value!.send(1)
        run.thread("release") { broadcaster.clear() }
        run.thread("cancel") {
            observation.value?.cancel()
            observation.clear()
        }
        run.afterwards {
            run.expect(run.noted.contains("owner1"), "the owner is missed")
            run.expect(run.noted.count { $0.hasPrefix("released") } == 1, "released never or twice")
        }
    },
    Program("a key is released once, and not under a lock, by the last of the threads that use it") {
        run, broadcaster in
        let a = run.observer("a")
        let key = Shared<Key?>(Key(run))
        broadcaster.add(a, for: key.value!)
        run.thread("release") { key.clear() }
        run.thread("unregister") { broadcaster.unregister(observer: a) }
        run.thread("list") { _ = broadcaster.channels }
        run.afterwards { run.expect(run.noted == ["key is released"], "released never or twice") }
    },
]

/// A key that is an object.
private final class Key: Hashable, @unchecked Sendable {
    private let run: Run

    init(_ run: Run) { self.run = run }

    static func == (left: Key, right: Key) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(1) }

    deinit { run.note("key is released") }
}
