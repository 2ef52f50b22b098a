import Broadcaster
import Explorer

/// Order, membership, the check before each call, and the item of the main queue.
let rule1To5Programs = [
    Program("a broadcast calls in order who is registered when it is sent and when its turn comes") {
        run, broadcaster in
        let (a, b, c) = (run.observer("a"), run.observer("b"), run.observer("c"))
        broadcaster.add(a)
        broadcaster.add(b)
        run.thread("send") { broadcaster.send(1) }
        run.thread("unregister a") { broadcaster.remove(a) }
        run.thread("register c") { broadcaster.add(c) }
        run.afterwards {
            let heard = run.noted
            run.expect(heard == ["a1", "b1", "c1"].filter(heard.contains), "order")
            run.expect(heard.contains("b1"), "b is missed")
            run.expect(broadcaster.listeners == ["b", "c"], "members \(broadcaster.listeners)")
        }
    },
    Program("broadcasts of one thread to a queue arrive in the order sent, beside those of another thread") {
        run, broadcaster in
        let a = run.observer("a")
        broadcaster.add(a)
        run.thread("send 1 and 2") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.thread("send 3") { broadcaster.send(3, on: run.queue) }
        run.afterwards {
            run.expect(run.noted.filter { $0 != "a3" } == ["a1", "a2"], "order")
            run.expect(run.noted.count == 3, "lost")
        }
    },
    Program("an observer that unregisters on the main queue isn't called there afterwards") { run, broadcaster in
        let a = run.observer("a")
        broadcaster.add(a)
        run.thread("send") { for number in 1...2 { broadcaster.send(number) } }
        run.thread("unregister") {
            LibraryQueue.main.async {
                broadcaster.remove(a)
                run.note("unregistered")
            }
        }
        run.afterwards { run.expect(run.noted.last == "unregistered", "called after unregister") }
    },
    Program("an observer that unregisters on the queue that delivers isn't called afterwards") { run, broadcaster in
        let a = run.observer("a")
        broadcaster.add(a)
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.thread("unregister") {
            run.queue.async {
                broadcaster.unregister(observer: a)
                run.note("unregistered")
            }
        }
        run.afterwards { run.expect(run.noted.last == "unregistered", "called after unregister") }
    },
    Program("an observer that registers again is called at its new place, and not for what was sent before") {
        run, broadcaster in
        let (a, b) = (run.observer("a"), run.observer("b"))
        broadcaster.add(a)
        broadcaster.add(b)
        run.thread("send") { broadcaster.send(1) }
        run.thread("again") {
            broadcaster.remove(a)
            broadcaster.add(a)
        }
        run.afterwards {
            run.expect(run.noted == ["a1", "b1"] || run.noted == ["b1"] || run.noted == ["b1", "a1"], "order")
            run.expect(broadcaster.listeners == ["b", "a"], "members \(broadcaster.listeners)")
        }
    },
    Program("an observation that begins beside a broadcast receives it as a listing says") { run, broadcaster in
        let observation = Shared<Broadcaster.Observation?>(nil)
        run.thread("observe") {
            observation.value = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
                run.note("handled")
            }
        }
        run.thread("send") {
            broadcaster.observers(of: (any Listener).self).forEach {
                run.note("called")
                $0.hear(1)
            }
        }
        run.thread("list") { _ = broadcaster.channels }
        run.afterwards {
            let counts = ["called", "handled"].map { word in run.noted.count { $0 == word } }
            run.expect(counts[0] == counts[1], "lost")
            withExtendedLifetime(observation) {}
        }
    },
    Program("a closure canceled on the main actor isn't called there afterwards") { run, broadcaster in
        let isCanceled = Shared(false)
        let observation = onMainActor {
            broadcaster.observe(ListenerMessage.self) { @MainActor message in
                run.expect(!isCanceled.value, "called after cancel")
                run.note("\(message.number)")
            }
        }
        run.thread("send") {
            broadcaster.send(1, on: run.queue)
            broadcaster.send(2)
        }
        run.thread("cancel") {
            LibraryQueue.main.async {
                observation.cancel()
                isCanceled.value = true
            }
        }
    },
    Program("notify returns before the main queue calls anyone, and its broadcast keeps its place there") {
        run, broadcaster in
        let a = run.observer("a")
        broadcaster.add(a)
        run.thread("send on main") {
            LibraryQueue.main.async {
                LibraryQueue.main.async { run.note("before") }
                broadcaster.send(1)
                LibraryQueue.main.async { run.note("after") }
                run.note("returned")
            }
        }
        run.thread("send") { broadcaster.send(2) }
        run.afterwards {
            run.expect(run.noted.filter { $0 != "a2" } == ["returned", "before", "a1", "after"], "order")
            run.expect(run.noted.contains("a2"), "lost")
        }
    },
    Program("a main-actor closure that is unregistered there isn't called there afterwards") { run, broadcaster in
        let isUnregistered = Shared(false)
        let observation = onMainActor {
            broadcaster.observe(ListenerMessage.self) { @MainActor message in
                run.expect(!isUnregistered.value, "called after unregister")
                run.note("\(message.number)")
            }
        }
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.thread("unregister") {
            LibraryQueue.main.async {
                broadcaster.unregister((any Listener).self)
                isUnregistered.value = true
            }
        }
        run.afterwards { withExtendedLifetime(observation) {} }
    },
    Program("when either of two cancellations of one observation returns, its registration has ended") {
        run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self) { @Sendable message in
            run.note("\(message.number)")
        }
        for number in 1...2 {
            run.thread("cancel \(number)") {
                observation.cancel()
                run.expect(broadcaster.observers(of: (any Listener).self).isEmpty, "still registered")
            }
        }
        run.thread("call") { broadcaster.call(1) }
        run.afterwards { run.expect(run.noted.count <= 1, "called twice") }
    },
    Program("a closure of a key and one of all are each called once, while a third registers between them") {
        run, broadcaster in
        let (a, b, c) = (run.observer("a"), run.observer("b"), run.observer("c"))
        broadcaster.add(a, for: 1)
        run.thread("register b, then c") {
            broadcaster.add(b)
            broadcaster.add(c, for: 1)
        }
        run.thread("send") { broadcaster.call(1, for: 1) }
        run.thread("send again") { broadcaster.call(2, for: 1) }
        run.afterwards {
            for number in 1...2 {
                let heard = run.noted.filter { $0.hasSuffix("\(number)") }.map { $0.prefix(1) }.joined()
                run.expect(["a", "ab", "abc"].contains(heard), "heard \(heard)")
            }
        }
    },
]
