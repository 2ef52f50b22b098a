import Broadcaster
import Explorer

/// Iterating, and compacting what is iterated.
let rule12Programs = [
    Program("an iteration calls no member twice while the set is compacted") { run in
        let set = WeakObjectSet<any Listener>()
        let a = Shared<Observer?>(Observer("a", run))
        let (b, c, d) = (run.observer("b"), run.observer("c"), run.observer("d"))
        set.add(a.value!)
        set.add(b)
        run.thread("iterate twice") { for number in 1...2 { set.forEach { $0.hear(number) } } }
        run.thread("a goes") { a.clear() }
        run.thread("change") {
            set.add(c)
            set.add(d)
            set.remove(b)
            set.add(b)
        }
        run.afterwards {
            run.expect(Set(run.noted).count == run.noted.count, "called twice")
            run.expect(set.allObjects.map { ($0 as! Observer).name } == ["c", "d", "b"], "members")
        }
    },
    Program("two readers that compact after an owner went away release its closure once") { run, broadcaster in
        let owner = Shared<Observer?>(Observer("owner", run))
        let (a, b) = (run.observer("a"), run.observer("b"))
        func observe() {
            let canary = Canary(run)
            broadcaster.observe(ListenerMessage.self, owner: owner.value!) { @Sendable owner, message in
                withExtendedLifetime(canary) {}
            }
        }
        observe()
        broadcaster.add(a)
        run.thread("release") { owner.clear() }
        run.thread("call twice") { for number in 1...2 { broadcaster.call(number) } }
        run.thread("register, call") {
            broadcaster.add(b)
            broadcaster.call(3)
        }
        run.afterwards {
            for number in 1...3 { run.expect(run.noted.count { $0 == "a\(number)" } == 1, "a is missed or twice") }
            run.expect(run.noted.contains("b3"), "b is missed")
            run.expect(run.noted.count { $0.hasPrefix("released") } <= 1, "released twice")
        }
    },
    Program("what two closures captured is released once each, while two readers compact after their owners") {
        run, broadcaster in
        let (first, second) = (
            Shared<Observer?>(Observer("first", run)), Shared<Observer?>(Observer("second", run))
        )
        func observe(_ owner: Observer) {
            let canary = Canary(run)
            broadcaster.observe(ListenerMessage.self, owner: owner) { @Sendable owner, message in
                withExtendedLifetime(canary) {}
            }
        }
        observe(first.value!)
        observe(second.value!)
        first.clear()
        run.thread("call twice") { for number in 1...2 { broadcaster.call(number) } }
        run.thread("release, call twice") {
            second.clear()
            for number in 3...4 { broadcaster.call(number) }
        }
        run.afterwards {
            run.expect(broadcaster.observers(of: (any Listener).self).isEmpty, "left")
            run.expect(run.noted.count <= 2, "released twice")
        }
    },
    Program("members before and after one that is removed are called by all iterations") { run in
        let set = WeakObjectSet<any Listener>()
        let (a, b, c) = (run.observer("a"), run.observer("b"), run.observer("c"))
        for observer in [a, b, c] { set.add(observer) }
        run.thread("remove b") { set.remove(b) }
        run.thread("iterate twice") { for number in 1...2 { set.forEach { $0.hear(number) } } }
        run.thread("iterate") { set.forEach { $0.hear(3) } }
        run.afterwards {
            for number in 1...3 {
                let heard = run.noted.filter { $0.hasSuffix("\(number)") }.map { $0.prefix(1) }.joined()
                run.expect(heard == "abc" || heard == "ac", "heard \(heard)")
            }
        }
    },
    Program("a member that is contained stays so while others are added and removed") { run in
        let set = WeakObjectSet<any Listener>()
        let (member, other) = (run.observer("member"), run.observer("other"))
        set.add(member)
        run.thread("contains") {
            for _ in 0..<2 { run.expect(set.contains(member), "not found") }
        }
        for number in 1...2 {
            run.thread("add and remove \(number)") {
                set.add(other)
                set.remove(other)
            }
        }
        run.afterwards { run.expect(set.allObjects.map { ($0 as! Observer).name } == ["member"], "members") }
    },
    Program("a member's deinit may use the set, even if an iteration retained it last") { run in
        let set = WeakObjectSet<any Listener>()
        let (b, c) = (run.observer("b"), run.observer("c"))
        let a = Shared<Observer?>(
            Observer("a", run) {
                set.remove(b)
                run.expect(!set.contains(b), "b is still found")
            })
        set.add(a.value!)
        set.add(b)
        run.thread("release") { a.clear() }
        run.thread("count") { _ = set.count }
        run.thread("add") { set.add(c) }
        run.afterwards { run.expect(set.allObjects.map { ($0 as! Observer).name } == ["c"], "members") }
    },
    Program("an iterator that is kept calls those that were registered when it began, once each") { run, broadcaster in
        let (a, b, c) = (run.observer("a"), run.observer("b"), run.observer("c"))
        broadcaster.add(a)
        broadcaster.add(b)
        run.thread("iterate") {
            var iterator = broadcaster.observers(of: (any Listener).self).makeIterator()
            iterator.next()?.hear(1)
            run.note("between")
            while let next = iterator.next() { next.hear(1) }
        }
        run.thread("unregister all, register") {
            broadcaster.unregister((any Listener).self)
            run.note("unregistered")
            broadcaster.add(c)
        }
        run.afterwards {
            let heard = run.noted.filter { $0.hasSuffix("1") }
            run.expect(["", "a1", "b1", "c1", "a1 b1"].contains(heard.joined(separator: " ")), "heard")
            let isLate = run.noted.firstIndex(of: "unregistered")! < run.noted.firstIndex(of: "between")!
            if isLate { run.expect(!run.noted.contains("b1"), "b is called after it was unregistered") }
            run.expect(broadcaster.listeners == ["c"], "members")
        }
    },
]
