import Agents

/// Programs that are wrong in some order, each of another kind, which the explorer must find.
let explorerPrograms = [
    Program("the explorer finds an assertion that fails in one order", finds: "lost") { run in
        let count = Shared(0)
        for name in ["first", "second"] { run.thread(name) { count.value += 1 } }
        run.afterwards { run.expect(count.value == 2, "lost") }
    },
    Program("the explorer finds a deadlock of two locks in two orders", finds: "a deadlock") { run in
        let a = LibraryLock()
        let b = LibraryLock()
        run.thread("a, b") { a.withLock { b.withLock {} } }
        run.thread("b, a") { b.withLock { a.withLock {} } }
    },
    Program("the explorer finds a task that never ends", finds: "'waiting' never ends") { run in
        let isReady = Shared(false)
        let continuation = Shared<CheckedContinuation<Void, Never>?>(nil)
        run.task("waiting") {
            if isReady.value { return }
            await withCheckedContinuation { continuation.value = $0 }
        }
        run.thread("waking") {
            isReady.value = true
            continuation.value?.resume()
        }
    },
    Program("the explorer finds a task that yields for ever", finds: "a livelock") { run in
        let isReady = Shared(false)
        run.task("yielding") { while !isReady.value { await Task.yield() } }
    },
    Program("the explorer finds a crash", finds: "a crash") { run in
        let group = LibraryGroup()
        run.thread("enter") { group.enter() }
        run.thread("leave") { group.leave() }
    },
    Program("the explorer finds user code under a lock", finds: "user code under a lock") { run in
        let lock = LibraryLock()
        let observer = Shared<Observer?>(Observer("a", run))
        run.thread("release") { lock.withLock { observer.clear() } }
    },
    Program("the explorer finds a queue's items in another order than they were added") { run in
        run.thread("add") { for number in 1...3 { run.queue.async { run.note("\(number)") } } }
        run.afterwards { run.expect(run.noted == ["1", "2", "3"], "order") }
    },
    Program("a task that yields until another agent is done ends") { run in
        let isReady = Shared(false)
        run.task("yielding") { while !isReady.value { await Task.yield() } }
        run.thread("ready") { isReady.value = true }
    },
]
