import Explorer

@testable import Broadcaster

/// Closures that await: their mailboxes, tasks and cancellation.
let mailboxPrograms = [
    Program("a message that arrives as a mailbox's task ends is handled once, in order") { run, broadcaster in
        broadcaster.observeAwaiting(run)
        run.thread("send 1") { broadcaster.send(1, on: run.queue) }
        run.thread("send 2 and 3") { for number in 2...3 { broadcaster.send(number, on: run.queue) } }
        run.afterwards {
            run.expect(run.noted.sorted() == ["1", "2", "3"], "lost or twice")
            run.expect(run.noted.filter { $0 != "1" } == ["2", "3"], "order")
        }
    },
    Program("two queues deliver to a closure that awaits, which handles one message at a time") { run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            run.note("begin")
            await pause()
            run.note("end")
        }
        for number in 1...2 { run.thread("call \(number)") { broadcaster.call(number) } }
        run.afterwards {
            run.expect(run.noted == ["begin", "end", "begin", "end"], "lost, or two at a time")
            withExtendedLifetime(observation) {}
        }
    },
    Program("no mailbox stays among the pending deliveries when its messages are handled") { run, broadcaster in
        broadcaster.observeAwaiting(run)
        for number in 1...2 { run.thread("call \(number)") { broadcaster.call(number) } }
        run.afterwards {
            run.expect(broadcaster.withRegistry { $0.deliveries.presentMailboxes }.isEmpty, "a mailbox is left")
        }
    },
    Program("a buffer of one keeps the newest message, and settled() waits for it") { run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self, bufferingPolicy: .bufferingNewest(1)) {
            @Sendable message async in
            run.note("\(message.number)")
            await pause()
        }
        run.task("send and settle") {
            for number in 1...3 { broadcaster.send(number, on: run.queue) }
            await broadcaster.settled()
            run.expect(run.noted.contains("3"), "settled before the last message")
        }
        run.afterwards {
            run.expect(run.noted.first == "1" && run.noted.last == "3", "the first or the last is lost")
            run.expect(run.noted == run.noted.sorted() && Set(run.noted).count == run.noted.count, "order")
            withExtendedLifetime(observation) {}
        }
    },
    Program("a buffer that keeps the oldest is canceled while messages are dropped") { run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self, bufferingPolicy: .bufferingOldest(1)) {
            @Sendable message async in run.note("\(message.number)")
        }
        run.thread("call") { for number in 1...3 { broadcaster.call(number) } }
        run.thread("cancel") { observation.cancel() }
        run.afterwards {
            run.expect(run.noted == run.noted.sorted() && Set(run.noted).count == run.noted.count, "order")
        }
    },
    Program("no message is handled after cancel() and settled(), and the one that is handled ends first") {
        run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            run.note("begin")
            await pause()
            run.note("end")
        }
        for number in 1...2 { broadcaster.send(number, on: run.queue) }
        run.task("cancel and settle") {
            observation.cancel()
            await broadcaster.settled()
            run.note("settled")
        }
        run.afterwards {
            run.expect(run.noted.last == "settled", "called after settled")
            run.expect(run.noted.count { $0 == "begin" } == run.noted.count { $0 == "end" }, "not ended")
        }
    },
    Program("a handler that cancels itself, and one that another thread cancels, end once") { run, broadcaster in
        let observation = Shared<Broadcaster.Observation?>(nil)
        observation.value = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            run.note("\(message.number)")
            if message.number == 1 { observation.value?.cancel() }
        }
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.thread("cancel") { observation.value?.cancel() }
        run.afterwards { run.expect(run.noted == [] || run.noted == ["1"], "called after it canceled") }
    },
    Program("a handler's own cancellation handler may cancel the observation") { run, broadcaster in
        let observation = Shared<Broadcaster.Observation?>(nil)
        observation.value = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            await withTaskCancellationHandler {
                await pause()
            } onCancel: {
                observation.value?.cancel()
            }
            run.note("end")
        }
        broadcaster.send(1, on: run.queue)
        run.thread("cancel") { observation.value?.cancel() }
        run.task("settle") { await broadcaster.settled() }
        run.afterwards { run.expect(run.noted.count <= 1, "called twice") }
    },
    Program("a canceled handler that waits is resumed, and its message counts as handled") { run, broadcaster in
        let observation = broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            try? await Task.sleep(nanoseconds: 1_000)
            run.note("end")
        }
        run.task("send and settle") {
            broadcaster.send(1, on: run.queue)
            await broadcaster.settled()
            run.note("settled")
        }
        run.thread("cancel") { observation.cancel() }
        run.afterwards { run.expect(run.noted.last == "settled", "settled before it ended") }
    },
    Program("a closure that awaits, canceled on its actor, isn't called there afterwards") { run in
        ExplorerHasActor()
        let broadcaster = Broadcaster()
        let isCanceled = Shared(false)
        let observation = broadcaster.observe(ListenerMessage.self) { @Desk message async in
            run.expect(!isCanceled.value, "called after cancel")
            run.note("\(message.number)")
        }
        run.thread("send") { broadcaster.send(1, on: run.queue) }
        run.task("cancel") {
            await { @Desk in
                observation.cancel()
                isCanceled.value = true
            }()
        }
    },
    Program("a closure that awaits on the main actor, canceled there, isn't called afterwards") { run, broadcaster in
        let isCanceled = Shared(false)
        let observation = broadcaster.observe(ListenerMessage.self) { @MainActor message async in
            run.expect(!isCanceled.value, "called after cancel")
            run.note("\(message.number)")
        }
        run.thread("send") {
            broadcaster.send(1, on: run.queue)
            broadcaster.send(2)
        }
        run.task("cancel") {
            await { @MainActor in
                observation.cancel()
                isCanceled.value = true
            }()
        }
    },
    Program("a closure that awaits ends with its owner, beside a message and a call of settled()") { run, broadcaster in
        let owner = Shared<Observer?>(Observer("owner", run))
        broadcaster.observe(ListenerMessage.self, owner: owner.value!) { @Sendable owner, message async in
            await pause()
            owner.hear(message.number)
        }
        run.thread("release") { owner.clear() }
        run.task("send and settle") {
            broadcaster.send(1, on: run.queue)
            await broadcaster.settled()
            run.note("settled")
        }
        run.afterwards { run.expect(run.noted.last == "settled", "called after settled") }
    },
]

@globalActor
actor Desk {
    static let shared = Desk()
}
