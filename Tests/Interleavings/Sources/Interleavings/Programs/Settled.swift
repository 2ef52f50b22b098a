import Broadcaster
import Explorer

/// What `settled()` waits for, and what monitors see.
let settledPrograms = [
    Program("settled() waits for what its task sent, beside what another thread sends") { run, broadcaster in
        broadcaster.observeAwaiting(run)
        run.thread("send 2") { broadcaster.send(2, on: run.queue) }
        run.task("send 1 and settle") {
            broadcaster.send(1, on: run.queue)
            await broadcaster.settled()
            run.expect(run.noted.contains("1"), "settled before 1")
        }
        run.afterwards { run.expect(run.noted.sorted() == ["1", "2"], "lost") }
    },
    Program("two calls of settled() each wait for what their task sent") { run, broadcaster in
        let a = run.observer("a")
        broadcaster.add(a)
        for number in 1...2 {
            run.task("send and settle \(number)") {
                broadcaster.send(number, on: .global())
                await broadcaster.settled()
                run.expect(run.noted.contains("a\(number)"), "settled before \(number)")
            }
        }
        run.afterwards { run.expect(run.noted.count == 2, "lost") }
    },
    Program("a call that was already checked ends before settled() returns to what unregistered") { run, broadcaster in
        let a = run.observer("a")
        broadcaster.add(a)
        broadcaster.send(1)
        broadcaster.send(2, on: .global())
        run.task("unregister and settle") {
            broadcaster.unregister(observer: a)
            await broadcaster.settled()
            run.note("settled")
        }
        run.thread("send") { broadcaster.send(3, on: .global()) }
        run.afterwards { run.expect(run.noted.last == "settled", "called after settled") }
    },
    Program("settled() waits for a main-actor closure's own item of the main queue") { run, broadcaster in
        let observation = onMainActor {
            broadcaster.observe(ListenerMessage.self) { @MainActor message in run.note("\(message.number)") }
        }
        run.task("send and settle") {
            broadcaster.send(1, on: run.queue)
            await broadcaster.settled()
            run.expect(run.noted.contains("1"), "settled before 1")
        }
        run.thread("send") { broadcaster.send(2, on: .global()) }
        run.afterwards {
            run.expect(run.noted.sorted() == ["1", "2"], "lost")
            withExtendedLifetime(observation) {}
        }
    },
    Program("settled() inside a closure that awaits returns, and so does the call that waits for it") {
        run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            await broadcaster.settled()
            run.note("handled")
        }
        run.task("send and settle") {
            broadcaster.send(1, on: run.queue)
            await broadcaster.settled()
            run.note("settled")
        }
        run.afterwards {
            run.expect(run.noted == ["handled", "settled"], "settled before it was handled")
            withExtendedLifetime(observation) {}
        }
    },
    Program("settled() returns when what it waits for is dropped by a cancellation") { run, broadcaster in
        let observation = broadcaster.observeAwaiting(run)
        for number in 1...2 { broadcaster.call(number) }
        run.task("settle") { await broadcaster.settled() }
        run.thread("cancel") { observation.cancel() }
        run.afterwards { run.expect(run.noted == ["1", "2"].filter(run.noted.contains), "order") }
    },
    Program("two threads that each register the first monitor and then notify are observed") { run, broadcaster in
        let watchers = [Watcher("1", run), Watcher("2", run)]
        for (number, watcher) in watchers.enumerated() {
            run.thread("register and notify \(number + 1)") {
                broadcaster.register((any Broadcaster.Monitor).self, observer: watcher)
                broadcaster.notify((any Second).self) { _ in }
                run.note("sent \(number + 1)")
            }
        }
        run.afterwards {
            for number in 1...2 {
                let ownEnd = run.noted.firstIndex(of: "sent \(number)")!
                run.expect(run.noted[..<ownEnd].contains("\(number)+"), "\(number) misses its own broadcast")
            }
            withExtendedLifetime(watchers) {}
        }
    },
    Program("a monitor that comes or goes beside a broadcast sees all of it, or its end, or nothing") {
        run, broadcaster in
        let a = run.observer("a")
        let (going, coming) = (Watcher("going", run), Watcher("coming", run))
        broadcaster.add(a)
        broadcaster.register((any Broadcaster.Monitor).self, observer: going)
        run.thread("send") { broadcaster.send(1) }
        run.thread("one goes") { broadcaster.unregister((any Broadcaster.Monitor).self, observer: going) }
        run.thread("one comes") { broadcaster.register((any Broadcaster.Monitor).self, observer: coming) }
        run.afterwards {
            run.expect(run.noted.contains("a1"), "lost")
            run.expect(run.noted.contains("coming-") == run.noted.contains("coming+"), "the one that comes")
            run.expect(!run.noted.contains("going-") || run.noted.contains("going+"), "the one that goes")
            withExtendedLifetime((going, coming)) {}
        }
    },
    Program("a list of the channels counts the messages that wait, while they are handled and canceled") {
        run, broadcaster in
        let observation = broadcaster.observeAwaiting(run)
        run.thread("call") { for number in 1...2 { broadcaster.call(number) } }
        run.thread("list") {
            for observer in broadcaster.channels.flatMap(\.observers) {
                run.expect(["closure", "closure, 1 waiting", "closure, 2 waiting"].contains(observer), observer)
            }
        }
        run.thread("cancel") { observation.cancel() }
    },
    Program("settled() returns as its task is canceled or its wait ends") { run, broadcaster in
        broadcaster.observeAwaiting(run)
        broadcaster.call(1)
        let canceled = run.task("settle") { await broadcaster.settled() }
        run.thread("cancel") { canceled.cancel() }
        run.afterwards { run.expect(run.noted == ["1"], "lost") }
    },
    Program("settled() that only its cancellation ends returns, whether it waits already or not") { run, broadcaster in
        let mayReturn = AsyncStream.makeStream(of: Void.self)
        let observation = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            await mayReturn.stream.take { false }
            run.note("handled")
        }
        broadcaster.call(1)
        let settling = run.task("settle") {
            await broadcaster.settled()
            run.expect(!run.noted.contains("handled"), "it waited")
            mayReturn.continuation.finish()
        }
        run.thread("cancel") { settling.cancel() }
        run.afterwards { withExtendedLifetime(observation) {} }
    },
    Program("settled() waits for the message that is handled, although a cancellation drops a later one") {
        run, broadcaster in
        let observation = broadcaster.observeAwaiting(run)
        broadcaster.call(1)
        run.task("settle") {
            await broadcaster.settled()
            run.note("settled")
        }
        run.thread("call, cancel") {
            broadcaster.call(2)
            observation.cancel()
        }
        run.afterwards {
            guard let end = run.noted.firstIndex(of: "1") else { return }
            run.expect(end < run.noted.firstIndex(of: "settled")!, "settled before 1 ended")
        }
    },
]
