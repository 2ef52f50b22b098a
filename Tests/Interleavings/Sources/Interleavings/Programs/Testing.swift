import Broadcaster
import Explorer

@testable import BroadcasterTesting

/// The testing library: recorders, and the end of an isolated test.
let testingPrograms = [
    Program("next(within:) returns a message or is canceled, and ends once") { run, broadcaster in
        let recorder = MessageRecorder(ListenerMessage.self, from: broadcaster)
        let wait = run.task("wait") {
            let message = try? await recorder.next(within: .infinity)
            run.note(message.map { "\($0.number)" } ?? "none")
        }
        run.thread("send") { broadcaster.send(1, on: run.queue) }
        run.thread("cancel") { wait.cancel() }
        run.afterwards { run.expect(run.noted == ["1"] || run.noted == ["none"], "never, or twice") }
    },
    Program("next(within:) that is canceled before or while it waits ends, even if nothing is sent") {
        run, broadcaster in
        let recorder = MessageRecorder(ListenerMessage.self, from: broadcaster)
        let wait = run.task("wait") {
            let message = try? await recorder.next(within: .infinity)
            run.note(message == nil ? "none" : "message")
        }
        run.thread("cancel") { wait.cancel() }
        run.afterwards { run.expect(run.noted == ["none"], "it hasn't ended") }
    },
    Program("next(within:) returns a message as its time is over, or the call after it does") { run, broadcaster in
        let recorder = MessageRecorder(ListenerMessage.self, from: broadcaster)
        run.task("wait twice") {
            for limit in [1, Double.infinity] {
                let message = try? await recorder.next(within: limit)
                run.note(message.map { "\($0.number)" } ?? "none")
            }
        }
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.afterwards { run.expect([["1", "2"], ["none", "1"]].contains(run.noted), "lost or twice") }
    },
    Program("two calls of next() that wait get different messages, although one is canceled") { run, broadcaster in
        let recorder = MessageRecorder(ListenerMessage.self, from: broadcaster)
        let wait: @Sendable () async -> Void = {
            let message = try? await recorder.next(within: .infinity)
            run.note(message.map { "\($0.number)" } ?? "none")
        }
        let canceled = run.task("wait 1", wait)
        run.task("wait 2", wait)
        run.thread("send") { for number in 1...2 { broadcaster.send(number, on: run.queue) } }
        run.thread("cancel") { canceled.cancel() }
        run.afterwards {
            run.expect([["1", "2"], ["1", "none"], ["2", "none"]].contains(run.noted.sorted()), "lost or twice")
        }
    },
    Program("a recorder that is read beside a delivery has the message, or its test reports that") { run in
        let test = IsolatedTest(named: "test", timeLimit: 30)
        let recorder = IsolatedTest.$current.withValue(test) {
            MessageRecorder(ListenerMessage.self, from: test.broadcaster)
        }
        let isRead = Shared(false)
        test.broadcaster.send(1, on: run.queue)
        run.thread("read") { isRead.value = !recorder.messages.isEmpty }
        run.afterwards {
            let isReported = !test.end().isEmpty
            run.expect(isRead.value != isReported, isReported ? "read, and reported" : "neither read nor reported")
            withExtendedLifetime(recorder) {}
        }
    },
    Program("a recorder that is read after settled() has what was sent, and its test reports nothing") { run in
        let test = IsolatedTest(named: "test", timeLimit: 30)
        let recorder = IsolatedTest.$current.withValue(test) {
            MessageRecorder(ListenerMessage.self, from: test.broadcaster)
        }
        let a = run.observer("a")
        test.broadcaster.add(a)
        run.task("send, settle, read") {
            test.broadcaster.send(1, on: run.queue)
            await test.broadcaster.settled()
            run.expect(recorder.messages.count == 1, "not read")
        }
        run.afterwards { run.expect(test.end().isEmpty, "reported") }
    },
    Program("a test that throws names a broadcast that it hasn't waited for, even while it is being delivered") { run in
        let test = IsolatedTest(named: "test", timeLimit: 30)
        let a = run.observer("a")
        test.broadcaster.add(a)
        test.broadcaster.send(1, on: run.queue)
        run.thread("throw") { run.expect(!test.possibleCausesOfError().isEmpty, "not named") }
    },
    Program("an isolated test ends when what it left behind is handled, or its time is over") { run in
        let test = IsolatedTest(named: "test", timeLimit: 30)
        let observation = test.broadcaster.observe(ListenerMessage.self) { @Sendable message async in
            run.note("handled")
        }
        test.broadcaster.call(1)
        run.task("end") {
            if test.isUnsettled { await test.settle() }
            let reports = test.end()
            run.note(reports.isEmpty ? "ended" : "reported")
        }
        run.afterwards {
            if run.noted.last != "ended" { run.expect(run.noted.contains("reported"), "left, and not reported") }
            run.expect(run.noted.contains("handled"), "lost")
            withExtendedLifetime(observation) {}
        }
    },
]
