import Broadcaster
@testable import BroadcasterTesting
import Foundation
import TestSupport
import Testing

extension BroadcasterTestingTests {
    @Suite("Isolated tests")
    @MainActor
    struct IsolatedTestTests {
        @Test("a check that fails while broadcasts are pending names them, and their senders' places")
        func pending() async throws {
            let line = #line + 4
            let issues = try await issues {
                let badge = Badge()
                badge.observe()
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                #expect(badge.count == 3)
            }
            #expect(
                issues == [
                    """
                    Pending broadcasts: 'TestSupport.UploadObserver' from \
                    BroadcasterTestingTests/IsolatedTestTests.swift:\(line), 'TestSupport.OrderObserver' from \
                    BroadcasterTestingTests/IsolatedTestTests.swift:\(line + 2). If a check is about what they cause, \
                    await 'Broadcaster.settled()' before it.
                    """
                ])
        }

        @Test("a check that fails after settled() names no broadcast")
        func settled() async throws {
            try await expectIssues([""]) {
                let badge = Badge()
                badge.observe()
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                await Broadcaster.settled()
                #expect(badge.count == 2)
            }
        }

        @Test("a check that fails before a closure has handled a message names its channel")
        func unhandled() async throws {
            let gate = Gate()
            try await expectIssue(containing: "'TestSupport.UploadObserver' in a closure that") {
                let badge = Badge()
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { badge, _ in
                    await gate.pass()
                    badge.count += 1
                }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                // The message is in the mailbox when the main queue runs this.
                await drainMainQueue()
                #expect(badge.count == 1)
                gate.open()
            }
        }

        @Test(
            "a test that throws names the broadcasts that it hadn't waited for, even if they are delivered meanwhile",
            arguments: [false, true])
        func thrown(isDelivered: Bool) async throws {
            let line = #line + 6
            let issues = try await issues {
                let badge = Badge()
                badge.observe()
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                await Broadcaster.settled()
                Broadcaster.notify(OrderObserverMessage.orderPlaced(2))
                Broadcaster.notify(OrderObserverMessage.orderPlaced(3))
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                if isDelivered { await drainMainQueue() }
                withExtendedLifetime(badge) {}
                throw CancellationError()
            }
            let file = "BroadcasterTestingTests/IsolatedTestTests.swift"
            #expect(
                issues == [
                    """
                    The test threw an error, and hadn't waited for these broadcasts: \
                    'TestSupport.OrderObserver' from \(file):\(line), \
                    'TestSupport.UploadObserver' from \(file):\(line + 2). If the error is about what they \
                    cause, await 'Broadcaster.settled()' before it.
                    """, "CancellationError()",
                ])
        }

        @Test("a test that throws after it has waited names no broadcast", arguments: Wait.allCases)
        func thrownAfterWait(wait: Wait) async throws {
            let issues = try await issues {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                let observation = Broadcaster.observe(UploadObserverMessage.self) { _ async in await Task.yield() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                switch wait {
                case .settled: await Broadcaster.settled()
                case .next: _ = try await recorder.next()
                case .skipped:
                    await drainMainQueue()
                    _ = try? await recorder.next(where: { _ in false }, within: 0)
                case .messages: while recorder.messages.isEmpty { await Task.yield() }
                }
                withExtendedLifetime(observation) {}
                throw CancellationError()
            }
            #expect(issues == ["CancellationError()"])
        }

        enum Wait: CaseIterable { case settled, next, skipped, messages }

        @Test(
            "a test that throws doesn't name a broadcast whose message it has, even while another observer is called")
        func thrownWhileCalled() async throws {
            try await isolated {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                let mayReturn = DispatchSemaphore(value: 0)
                let observation = Broadcaster.observe(OrderObserverMessage.self) { @Sendable _ in mayReturn.wait() }
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
                let message = try? await recorder.next()
                let causes = IsolatedTest.current?.possibleCausesOfError()
                mayReturn.signal()
                while IsolatedTest.current?.isUnsettled == true { await Task.yield() }
                #expect(message == .orderPlaced(1))
                #expect(causes == [])
                #expect(IsolatedTest.current?.possibleCausesOfError() == [])
                withExtendedLifetime(observation) {}
            }
        }

        @Test("a recorder that was last read while a broadcast was pending is reported, although the check passes")
        func readTooEarly() async throws {
            let line = #line + 3
            let issues = try await issues {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(recorder.messages.isEmpty)
            }
            #expect(
                issues == [
                    """
                    A recorder was last read while 'TestSupport.UploadObserver', broadcast at \
                    BroadcasterTestingTests/IsolatedTestTests.swift:\(line), was pending, so the test can't have checked \
                    that broadcast. Await 'Broadcaster.settled()' before you read 'messages'.
                    """
                ])
        }

        @Test("a recorder that was read too early is reported once, at a check that fails")
        func readTooEarlyByFailingCheck() async throws {
            try await expectIssue(containing: "Pending broadcasts: ") {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(recorder.messages == [.uploadDidFail])
            }
        }

        @Test("a recorder that is read early isn't reported if the test waits and reads on", arguments: [false, true])
        func readAgain(withNext: Bool) async throws {
            try await expectIssues([]) {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(recorder.messages.isEmpty)
                if withNext {
                    _ = try await recorder.next()
                } else {
                    await Broadcaster.settled()
                    #expect(recorder.messages == [.uploadDidFail])
                }
            }
        }

        @Test("a recorder that was last read too early names a broadcast that it receives, and no earlier one")
        func sentBeforeRecorder() async throws {
            let line = #line + 8
            try await expectIssue(containing: "/IsolatedTestTests.swift:\(line), was pending") {
                let badge = Badge()
                badge.observe()
                // Pending as well, but not for the recorder.
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                let recorder = MessageRecorder(UploadObserverMessage.self)
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(recorder.messages.isEmpty)
                withExtendedLifetime(badge) {}
            }
        }

        @Test("a recorder that has every message isn't reported while another observer is still called")
        func readInTime() async throws {
            let observer = WaitingOrders()
            try await expectIssues([]) {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.register(OrderObserver.self, observer: observer)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: .global())
                while recorder.messages.isEmpty { await Task.yield() }
                observer.goOn.signal()
            }
        }

        @Test(
            "a recorder isn't reported after its turn in a broadcast, although broadcasts called nothing",
            arguments: [false, true])
        func readAfterItsTurn(isLastEmpty: Bool) async throws {
            let observer = WaitingOrders()
            try await expectIssues([]) {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserver.self) { _ in }
                await Broadcaster.settled()
                Broadcaster.register(OrderObserver.self, observer: observer)
                Broadcaster.notify(OrderObserver.self, on: .global()) {
                    if !isLastEmpty || $0 is WaitingOrders { $0.orderPlaced(1) }
                }
                await observer.hasStarted()
                #expect(recorder.messages == (isLastEmpty ? [] : [.orderPlaced(1)]))
                observer.goOn.signal()
            }
        }

        @Test("a recorder of a key that was last read while a broadcast with the key was pending is reported")
        func keyReadTooEarly() async throws {
            try await expectIssue {
                let recorder = MessageRecorder(OrderObserverMessage.self, for: "key")
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: "other key")
                #expect(recorder.messages.isEmpty)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(2), for: "key")
                #expect(recorder.messages.isEmpty)
            }
        }

        @Test("a recorder that was read too early is reported, although it was released before the message came")
        func releasedEarly() async throws {
            try await expectIssue {
                @MainActor
                func read() {
                    let recorder = MessageRecorder(UploadObserverMessage.self)
                    Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                    #expect(recorder.messages.isEmpty)
                }
                read()
                await Broadcaster.settled()
            }
        }

        @Test("a message is released with its recorder, although the test goes on")
        func releasesMessages() async throws {
            try await expectIssues([]) {
                weak var document: Document?
                do {
                    let recorder = MessageRecorder(DocumentObserverMessage.self)
                    let new = Document()
                    document = new
                    Broadcaster.notify(DocumentObserver.self) { $0.documentWillClose(new, then: { _ in }) }
                    await Broadcaster.settled()
                    #expect(recorder.messages.count == 1)
                }
                #expect(document == nil)
            }
        }

        @Test("a recorder isn't reported after next() returned the message of a broadcast whose call still runs")
        func readDuringItsTurn() async throws {
            let mayReturn = DispatchSemaphore(value: 0)
            try await expectIssues([]) {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserver.self, on: .global()) {
                    $0.orderPlaced(1)
                    mayReturn.wait()
                }
                _ = try await recorder.next()
                #expect(recorder.messages == [.orderPlaced(1)])
                mayReturn.signal()
            }
        }

        @Test("a recorder that was last read too early is reported, although an earlier broadcast called it twice")
        func calledTwice() async throws {
            let line = #line + 5
            try await expectIssue(containing: "/IsolatedTestTests.swift:\(line), was pending") {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserver.self) { for number in 1...2 { $0.orderPlaced(number) } }
                await Broadcaster.settled()
                Broadcaster.notify(OrderObserverMessage.orderPlaced(3))
                #expect(recorder.messages == [.orderPlaced(1), .orderPlaced(2)])
            }
        }

        @Test("a recorder that was read too early is reported, although an earlier one has the key of the broadcast")
        func keyOfAnother() async throws {
            try await expectIssue {
                let ofKey = MessageRecorder(OrderObserverMessage.self, for: "key")
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1), for: "key")
                #expect(recorder.messages.isEmpty)
                withExtendedLifetime(ofKey) {}
            }
        }

        @Test("a recorder that was read too early is reported, although next() then returned an earlier message")
        func earlierNext() async throws {
            try await expectIssue(containing: "last read while 'TestSupport.OrderObserver'") {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                await Broadcaster.settled()
                Broadcaster.notify(OrderObserverMessage.orderPlaced(2))
                #expect(recorder.messages == [.orderPlaced(1)])
                let next = try await recorder.next()
                #expect(next == .orderPlaced(1))
            }
        }

        @Test("a recorder that was read too early is reported, although next() then returned the first of two messages")
        func firstNext() async throws {
            let line = #line + 4
            try await expectIssue(containing: "/IsolatedTestTests.swift:\(line), was pending") {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                Broadcaster.notify(OrderObserverMessage.orderPlaced(2))
                #expect(recorder.messages.isEmpty)
                await drainMainQueue()
                let next = try await recorder.next()
                #expect(next == .orderPlaced(1))
            }
        }

        @Test(
            "a test that expects next() to fail is reported if a broadcast was pending, even between its turn and its call",
            arguments: [false, true])
        func vainNext(hasTurn: Bool) async throws {
            let turn = Gate()
            let mayCall = DispatchSemaphore(value: 0)
            try await expectIssue(containing: "last read while 'TestSupport.OrderObserver'") {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                let queue = DispatchQueue(label: "test")
                if !hasTurn { queue.suspend() }
                Broadcaster.notify(OrderObserver.self, on: queue) {
                    turn.open()
                    mayCall.wait()
                    $0.orderPlaced(1)
                }
                if hasTurn { await turn.pass() }
                await #expect(throws: (any Error).self) { try await recorder.next(within: 0) }
                if !hasTurn { queue.resume() }
                mayCall.signal()
            }
        }

        @Test(
            "a recorder that is read between its turn in a broadcast and its call is reported, if the call comes",
            arguments: [false, true], [false, true])
        func readBeforeItsCall(isCalled: Bool, isOnMainQueue: Bool) async throws {
            let hasTurn = Gate()
            let mayCall = DispatchSemaphore(value: 0)
            let issues = try await issues {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                let block: @Sendable (any OrderObserver) -> Void = {
                    hasTurn.open()
                    mayCall.wait()
                    if isCalled { $0.orderPlaced(1) }
                }
                let broadcaster = Broadcaster.current
                await Task.detached {
                    if isOnMainQueue {
                        broadcaster.notify(OrderObserver.self) { block($0) }
                    } else {
                        broadcaster.notify(OrderObserver.self, on: .global(), block: block)
                    }
                    await hasTurn.pass()
                    #expect(recorder.messages.isEmpty)
                    mayCall.signal()
                }.value
            }
            #expect(issues.count == (isCalled ? 1 : 0))
            #expect(issues.allSatisfy { $0.contains("last read while 'TestSupport.OrderObserver'") })
        }

        @Test("a test that ends with a broadcast that it checks nowhere isn't reported")
        func unchecked() async throws {
            try await expectIssues([]) {
                let badge = Badge()
                badge.observe()
                let recorder = MessageRecorder(UploadObserverMessage.self)
                let orders = MessageRecorder(OrderObserverMessage.self)
                let ofKey = MessageRecorder(UploadObserverMessage.self, for: "photo")
                let ofOther = MessageRecorder(UploadObserverMessage.self, from: Broadcaster())
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(orders.messages.isEmpty)
                #expect(ofKey.messages.isEmpty)
                #expect(ofOther.messages.isEmpty)
                withExtendedLifetime((badge, recorder)) {}
            }
        }

        @Test(
            "each isolated test that fails names what its channels sent with the shared broadcaster",
            arguments: [false, true])
        func shared(hasThrown: Bool) async throws {
            for _ in 1...2 {
                let issues = try await issues {
                    let recorder = MessageRecorder(UploadObserverMessage.self)
                    await onQueue {
                        Broadcaster.notify(UploadObserver.self) { $0.uploadDidFail() }
                        Broadcaster.notify(UnobservedObserver.self) { _ in }
                    }
                    if hasThrown { _ = try await recorder.next(within: 0) }
                    #expect(recorder.messages.count == 1)
                }
                let start = "'TestSupport.UploadObserver' was broadcast with the shared broadcaster"
                #expect(issues[0].hasPrefix(start))
                #expect(!issues[0].contains("UnobservedObserver"))
                // The end of the test doesn't repeat it.
                #expect(issues.count { $0.hasPrefix(start) } == 1)
            }
        }

        @Test("a check that fails names a channel's pending broadcast, and not one that reached the shared broadcaster")
        func sharedAndPending() async throws {
            let issues = try await issues {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                await onQueue { Broadcaster.notify(UploadObserver.self) { $0.uploadDidFail() } }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                #expect(recorder.messages.count == 1)
            }
            #expect(issues[0].hasPrefix("Pending broadcasts: "))
        }

        @Test("an isolated test that fails doesn't name what was sent with the shared broadcaster before it started")
        func sharedEarlier() async throws {
            // While another isolated test runs.
            try await isolated {
                _ = try await issues { await onQueue { Broadcaster.notify(UploadObserver.self) { _ in } } }
                try await expectIssues([""]) {
                    let recorder = MessageRecorder(UploadObserverMessage.self)
                    #expect(recorder.messages.count == 1)
                }
            }
        }

        @Test("an isolated test lists its own observers only")
        func channels() async throws {
            try await isolated {
                #expect(Broadcaster.current.channels.isEmpty)
                #expect("\(Broadcaster.current)" == "no observers")
                #expect(!"\(Broadcaster.shared)".contains("StrayBroadcasts"))
            }
        }
    }

    @Suite("Isolated tests and closures that await")
    @MainActor
    struct WaitingTests {
        let gate = Gate()

        @Test(
            "an isolated test waits until closures have handled what it sent, even if it throws",
            arguments: [false, true])
        func waits(hasThrown: Bool) async throws {
            let log = Log<String>()
            let badge = Badge()
            let issues = try await issues {
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in
                    await gate.pass()
                    log.write("handled")
                }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Task.detached { [gate] in
                    // A test that doesn't wait ends meanwhile.
                    for _ in 0..<1000 { await Task.yield() }
                    gate.open()
                }
                if hasThrown { throw CancellationError() }
            }
            #expect(log.entries == ["handled"])
            #expect(issues.contains { $0.contains("CancellationError") } == hasThrown)
        }

        private static let late = """
            A closure that awaits the messages of 'TestSupport.UploadObserver' didn't return within 0.01 \
            seconds. 'settled()' and the end of the test wait for it.
            """

        @Test("a closure that doesn't return is named after a time limit, which ends the test")
        func limit() async throws {
            let badge = Badge()
            let log = Log<OrderObserverMessage>()
            let wayOut = ifItHangs { [gate] in gate.open() }
            let received = Log<UploadObserverMessage>()
            let issues = try await issues(timeLimit: 0.01) {
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, message in
                    received.write(message)
                    await gate.pass()
                }
                Broadcaster.observe(OrderObserverMessage.self, owner: badge) { _, order async in log.write(order) }
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                while log.entries.isEmpty || !Broadcaster.current.unhandledMessages.isEmpty { await Task.yield() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                while received.entries.isEmpty { await Task.yield() }
            }
            wayOut.cancel()
            gate.open()
            #expect(issues == [Self.late])
        }

        @Test(
            "a closure that doesn't return is named once while a test waits for it in settled(), which has no limit",
            arguments: [false, true])
        func watch(isDetached: Bool) async throws {
            let badge = Badge()
            let recorded = Log<String>()
            let issues = try await issues(
                timeLimit: 0.01,
                onIssue: { [gate] issue in
                    recorded.write(issue)
                    gate.open()
                }
            ) {
                let broadcaster = Broadcaster.current
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in
                    if isDetached {
                        // A closure that awaited this task would never return. Here, the gate is a way out.
                        let settling = Task.detached { await broadcaster.settled() }
                        await gate.pass()
                        withExtendedLifetime(settling) {}
                    } else {
                        await gate.pass()
                    }
                }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                await Broadcaster.settled()
                #expect(recorded.entries == [Self.late])
            }
            #expect(issues == [Self.late])
        }

        @Test("a closure that doesn't return is named once, however long a test waits for it in settled()")
        func longWait() async throws {
            let badge = Badge()
            let recorded = Log<String>()
            let issues = try await issues(timeLimit: 0.01, onIssue: { recorded.write($0) }) {
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in await gate.pass() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                async let settled: Void = Broadcaster.settled()
                while recorded.entries.isEmpty { await Task.yield() }
                // Time: as long as several looks at what the test waits for.
                try await Task.sleep(nanoseconds: 100_000_000)
                gate.open()
                await settled
            }
            #expect(issues == [Self.late])
        }

        @Test("what a closure sends at the end of a test, after its turn, isn't named as late")
        func sentAtEnd() async throws {
            let queue = DispatchQueue(label: "blocked")
            queue.suspend()
            let wayOut = ifItHangs { queue.resume() }
            let badge = Badge()
            let issues = try await issues {
                badge.observe()
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in
                    await gate.pass()
                    Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: queue)
                }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                // Once everything is delivered, and the end of the test waits for the closure.
                Task.detached { [gate, broadcaster = Broadcaster.current] in
                    while !broadcaster.unhandledMessages.contains(where: \.isAwaited) { await Task.yield() }
                    gate.open()
                }
            }
            wayOut.cancel()
            queue.resume()
            #expect(issues == [])
        }

        @Test("the broadcaster of an isolated test is released when the test has ended")
        func released() async throws {
            let broadcaster = WeakBroadcaster()
            try await isolated { broadcaster.keep(.current) }
            await eventually { !broadcaster.isAlive }
        }

        @Test("a closure that a test has waited for less than the time limit isn't named when the limit comes")
        func shortWait() async throws {
            let badge = Badge()
            // Time: what isn't in time is checked less.
            let start = DispatchTime.now()
            let ended = Log<DispatchTime>()
            let issues = try await issues(timeLimit: 0.1) {
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in await gate.pass() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                async let settled: Void = Broadcaster.settled()
                // Time: after the first look at what the test waits for, and before the second one.
                try await Task.sleep(nanoseconds: 150_000_000)
                gate.open()
                await settled
                ended.write(.now())
            }
            // On a busy machine, it may have been waited for as long as the limit.
            if ended.entries[0] < start + 0.2 { #expect(issues.isEmpty) }
        }

        @Test("a closure that was named while a test waited for it isn't named again at the end of the test")
        func namedOnce() async throws {
            let badge = Badge()
            let recorded = Log<String>()
            let wayOut = ifItHangs { [gate] in gate.open() }
            let issues = try await issues(timeLimit: 0.01, onIssue: { recorded.write($0) }) {
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in await gate.pass() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                Task { await Broadcaster.settled() }
                while recorded.entries.isEmpty { await Task.yield() }
            }
            wayOut.cancel()
            gate.open()
            #expect(issues == [Self.late])
        }

        @Test("messages that are dropped while they wait for a closure hold up neither settled() nor a test")
        func dropped() async throws {
            let log = Log<UploadObserverMessage>()
            let badge = Badge()
            try await expectIssues([]) {
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, message in
                    log.write(message)
                    await gate.pass()
                }
                for _ in 0..<3 { Broadcaster.notify(UploadObserverMessage.uploadDidFail) }
                // The messages are in the mailbox when the main queue runs this.
                await drainMainQueue()
                while log.entries.isEmpty { await Task.yield() }
                Broadcaster.unregister(UploadObserver.self)
                gate.open()
                await Broadcaster.settled()
            }
            #expect(log.entries.count == 1)
        }

        @Test("the time limit of an isolated test is less than a minute, the shortest one that a test can have")
        func shortLimit() {
            #expect(IsolatedTest.timeLimit == 30)
            #expect(BroadcastTestCase.timeLimit == 30)
        }

        @Test("a queue that doesn't deliver is named once after a time limit, and no closure that isn't waited for yet")
        func blockedQueue() async throws {
            let queue = DispatchQueue(label: "blocked")
            queue.suspend()
            let wayOut = ifItHangs { queue.resume() }
            let badge = Badge()
            let line = #line + 3
            let issues = try await issues(timeLimit: 0.01) {
                badge.observe()
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1), on: queue)
                Broadcaster.observe(UploadObserverMessage.self, owner: badge) { [gate] _, _ in await gate.pass() }
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                while Broadcaster.current.unhandledMessages.isEmpty { await Task.yield() }
            }
            wayOut.cancel()
            gate.open()
            queue.resume()
            #expect(
                issues == [
                    """
                    'TestSupport.OrderObserver', broadcast at \
                    BroadcasterTestingTests/IsolatedTestTests.swift:\(line), wasn't delivered within 0.01 seconds. \
                    The end of the test waits for it.
                    """
                ])
        }
    }
}

private protocol UnobservedObserver {}

/// Waits in its call, on another queue.
private final class WaitingOrders: OrderObserver {
    let goOn = DispatchSemaphore(value: 0)
    private let started = AsyncStream.makeStream(of: Void.self)

    /// Waits until it is called.
    func hasStarted() async { for await _ in started.stream { return } }

    func orderPlaced(_ number: Int) {
        started.continuation.yield()
        goOn.wait()
    }
}

@MainActor
private final class Badge {
    var count = 0

    /// Counts uploads and orders.
    func observe() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { badge, _ in badge.count += 1 }
        Broadcaster.register(OrderObserver.self, observer: orders)
    }

    private let orders = Orders()

    private final class Orders: OrderObserver {
        func orderPlaced(_ number: Int) {}
    }
}

/// A weak reference that one task writes before others read it.
private final class WeakBroadcaster: @unchecked Sendable {
    private weak var broadcaster: Broadcaster?

    var isAlive: Bool { broadcaster != nil }

    func keep(_ broadcaster: Broadcaster) { self.broadcaster = broadcaster }
}
