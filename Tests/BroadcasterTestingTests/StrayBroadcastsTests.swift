import Broadcaster
@testable import BroadcasterTesting
import Foundation
import TestSupport
import Testing

extension BroadcasterTestingTests {
    @Suite("What another broadcaster gets")
    @MainActor
    struct StrayBroadcastsTests {
        // MARK: Singletons

        @Test(
            "a test that fails names the place where a singleton sends with the broadcaster of an earlier test",
            arguments: Way.allCases, [false, true])
        func singletonSends(_ way: Way, isThrown: Bool) async throws {
            let singleton = Singleton<Sender>()
            let earlier = try await issues { await singleton.instance { Sender() }.send(1, way) }
            #expect(earlier.isEmpty)
            let issues = try await issues {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                await singleton.instance { Sender() }.send(2, way)
                await Broadcaster.settled()
                if isThrown { _ = try await recorder.next(within: 0) }
                #expect(recorder.messages == [.orderPlaced(2)])
            }
            #expect(
                issues.first == """
                    'TestSupport.OrderObserver' was broadcast at \
                    BroadcasterTestingTests/StrayBroadcastsTests.swift:\(Sender.line) with the broadcaster of another \
                    test, '\(try testName)'. \(Self.explanation)
                    """)
        }

        private static let explanation = """
            An object that one test creates and others use, such as a singleton, keeps the broadcaster of that test: \
            create a new one for each test, or pass it the broadcaster.
            """

        private var testName: String {
            get throws {
                let id = try #require(Test.current).id
                return "\(id.moduleName).\(id.nameComponents.joined(separator: "/"))"
            }
        }

        @Test("a test that fails names what a task sends that an earlier test left behind, and what its observers send")
        func taskLeftBehind() async throws {
            let ticks = AsyncStream.makeStream(of: Int.self)
            let sent = Log<Int>()
            let relay = Relay()
            _ = try await issues {
                let broadcaster = Broadcaster.current
                broadcaster.register(UploadObserver.self, observer: relay)
                Task {
                    for await tick in ticks.stream {
                        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                        sent.write(tick)
                    }
                }
            }
            let issues = try await issues {
                let uploads = MessageRecorder(UploadObserverMessage.self)
                let orders = MessageRecorder(OrderObserverMessage.self)
                ticks.continuation.yield(1)
                while sent.entries.isEmpty { await Task.yield() }
                await drainMainQueue()
                #expect(orders.messages.count + uploads.messages.count == 2)
            }
            ticks.continuation.finish()
            #expect(issues.count == 1)
            for channel in ["OrderObserver", "UploadObserver"] {
                #expect(issues.first?.contains("\(channel)' was broadcast at") == true)
            }
            withExtendedLifetime(relay) {}
        }

        @Test("a test that passes doesn't name what a singleton of an earlier test sends, nor does a later test")
        func passing() async throws {
            let sender = Singleton<Sender>()
            _ = try await issues { await sender.instance { Sender() }.send(1, .inTask) }
            for _ in 1...2 {
                try await expectIssues([]) {
                    let recorder = MessageRecorder(OrderObserverMessage.self)
                    await sender.instance { Sender() }.send(2, .onQueue)
                    await Broadcaster.settled()
                    #expect(recorder.messages.isEmpty)
                }
            }
            try await expectIssues([""]) {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                #expect(recorder.messages == [.orderPlaced(2)])
            }
        }

        @Test("a test that fails doesn't name what a singleton of an earlier test sends to other channels")
        func otherChannel() async throws {
            let sender = Singleton<Sender>()
            _ = try await issues { await sender.instance { Sender() }.send(1, .inTask) }
            let issues = try await issues {
                let recorder = MessageRecorder(UploadObserverMessage.self)
                await sender.instance { Sender() }.send(2, .inTask)
                #expect(recorder.messages == [.uploadDidFail])
            }
            #expect(issues == [""])
        }

        @Test("if a test sends with the broadcaster of another one that runs, each of them that fails names it")
        func parallel() async throws {
            let sender = Singleton<Sender>()
            let isCreated = Gate()
            let isSent = Gate()
            async let owner = issues {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                await sender.instance { Sender() }.send(1, .inTask)
                isCreated.open()
                await isSent.pass()
                await Broadcaster.settled()
                #expect(recorder.messages == [.orderPlaced(1)])
            }
            async let other = issues {
                await isCreated.pass()
                let recorder = MessageRecorder(OrderObserverMessage.self)
                await sender.instance { Sender() }.send(2, .inTask)
                await Broadcaster.settled()
                #expect(recorder.messages == [.orderPlaced(2)])
                isSent.open()
            }
            let start = """
                'TestSupport.OrderObserver' was broadcast at \
                BroadcasterTestingTests/StrayBroadcastsTests.swift:\(Sender.line) with the broadcaster of
                """
            let name = try testName
            #expect(try await owner == ["\(start) this test, by another test, '\(name)'. \(Self.explanation)"])
            #expect(try await other == ["\(start) another test, '\(name)'. \(Self.explanation)"])
        }

        @Test("a test that fails names the test that sent with its broadcaster, or with whose broadcaster it sent")
        func names() async {
            let owner = IsolatedTest(named: "owner", timeLimit: 30)
            let sender = IsolatedTest(named: "sender", timeLimit: 30)
            IsolatedTest.$current.withValue(sender) {
                owner.broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                _ = sender.broadcaster.observers(of: OrderObserver.self)
            }
            await owner.broadcaster.settled()
            #expect(owner.possibleCauses().first?.contains("of this test, by another test, 'sender'.") == true)
            #expect(sender.possibleCauses().first?.contains("of another test, 'owner'.") == true)
            for test in [owner, sender] { #expect(test.end() == []) }
        }

        @Test(
            "what a queue sends with the broadcaster of a running test is named by one that sent nothing to that channel",
            arguments: [false, true])
        func parallelQueue(hasSent: Bool) async throws {
            let sender = Singleton<Sender>()
            let isCreated = Gate()
            let hasEnded = Gate()
            async let owner = issues {
                await sender.instance { Sender() }.send(1, .onQueue)
                isCreated.open()
                await hasEnded.pass()
            }
            async let other = issues {
                await isCreated.pass()
                let recorder = MessageRecorder(OrderObserverMessage.self)
                await sender.instance { Sender() }.send(2, .onQueue)
                if hasSent { Broadcaster.notify(OrderObserverMessage.orderPlaced(3)) }
                await Broadcaster.settled()
                #expect(recorder.messages == [.orderPlaced(2)])
                hasEnded.open()
            }
            #expect(try await owner.isEmpty)
            let issues = try await other
            #expect(issues.count == 1)
            #expect(issues.first?.contains("with the broadcaster of another test") == !hasSent)
        }

        @Test("what the observers of a running test send isn't named by another test that fails")
        func parallelRelay() async throws {
            let isRecording = Gate()
            let isSent = Gate()
            let hasFailed = Gate()
            async let owner = issues {
                let relay = Relay()
                Broadcaster.register(UploadObserver.self, observer: relay)
                await isRecording.pass()
                Broadcaster.notify(UploadObserverMessage.uploadDidFail)
                await Broadcaster.settled()
                isSent.open()
                await hasFailed.pass()
                withExtendedLifetime(relay) {}
            }
            async let other = issues {
                let recorder = MessageRecorder(OrderObserverMessage.self)
                isRecording.open()
                await isSent.pass()
                #expect(recorder.messages == [.orderPlaced(1)])
                hasFailed.open()
            }
            #expect(try await owner.isEmpty)
            #expect(try await other == [""])
        }

        @Test("a test that fails names a singleton that was registered with the broadcaster of an earlier test")
        func singletonObserves() async throws {
            let singleton = Singleton<Counter>()
            let earlier = try await issues {
                let counter = singleton.instance { Counter() }
                Broadcaster.register(OrderObserver.self, observer: counter)
            }
            #expect(earlier.isEmpty)
            let issues = try await issues {
                let counter = singleton.instance { Counter() }
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                await Broadcaster.settled()
                #expect(counter.count == 1)
            }
            #expect(issues.count == 1)
            #expect(
                issues.first?.contains(
                    """
                    Counter with the broadcaster of another test, '\(try testName)'. \(Self.explanation)
                    """) == true)
            let onOtherChannel = try await Self.failingIssues(on: UploadObserver.self)
            #expect(onOtherChannel.allSatisfy { !$0.contains("is observed by") })
        }

        @Test("a test that fails doesn't name an observer of an earlier test that is deallocated")
        func deallocatedObserver() async throws {
            let observer = Singleton<Released>()
            _ = try await issues {
                Broadcaster.register(OrderObserver.self, observer: observer.instance { Released() })
            }
            observer.release()
            let issues = try await Self.failingIssues(on: OrderObserver.self)
            #expect(issues.count == 1)
            #expect(issues.allSatisfy { !$0.contains("Released") })
        }

        /// The issues of a test that uses a channel, and fails.
        private static func failingIssues<T>(on channel: T.Type) async throws -> [String] {
            try await issues {
                Broadcaster.notify(T.self) { _ in }
                #expect(Bool(false))
            }
        }

        @Test("a test that fails doesn't name an observer that several tests kept, or of which it has its own")
        func keptObservers() async throws {
            let first = Kept()
            let second = Kept()
            _ = try await issues { Broadcaster.register(OrderObserver.self, observer: first) }
            let ofSecond = try await issues {
                Broadcaster.register(OrderObserver.self, observer: second)
                #expect(Bool(false))
            }
            let ofThird = try await issues {
                Broadcaster.notify(OrderObserverMessage.orderPlaced(1))
                await Broadcaster.settled()
                #expect(Bool(false))
            }
            #expect(ofSecond.allSatisfy { !$0.contains("Kept") })
            #expect(ofThird.allSatisfy { !$0.contains("Kept") })
            withExtendedLifetime((first, second)) {}
        }

        // MARK: Observers of the shared broadcaster

        @Test("a test that fails names what was registered with the shared broadcaster off its task")
        func registeredElsewhere() async throws {
            let counter = MissedCounter()
            let closure = Log<Broadcaster.Observation>()
            let issues = try await issues {
                await onQueue {
                    Broadcaster.register(MissedObserver.self, observer: counter)
                    Broadcaster.observe(MissedMessage.self, for: "key", owner: counter) { counter, _ in
                        counter.call()
                    }
                }
                await Task.detached { closure.write(Broadcaster.observe(MissedMessage.self) { _ in }) }.value
                Broadcaster.notify(MissedMessage.missed)
                await Broadcaster.settled()
                #expect(counter.count == 1)
            }
            let names = ["\(typeName(MissedCounter.self))", "closure", "closure of \(typeName(MissedCounter.self))"]
            let reports = names.map {
                """
                '\(typeName((any MissedObserver).self))' is observed by \($0) \(ObserversElsewhere.explanationOfShared)
                """
            }
            #expect(issues.count == 1)
            let start = reports.sorted().joined(separator: "\n") + "\nNothing observed"
            #expect(issues.first?.hasPrefix(start) == true, "\(issues)")
            withExtendedLifetime((counter, closure)) {}
        }

        @Test(
            "a test that fails names an observer that an earlier test registered with the shared broadcaster",
            arguments: [false, true])
        func registeredElsewhereBefore(isEarlierTestRunning: Bool) async throws {
            let counter = LeftCounter()
            let failingTest = { @MainActor @Sendable in
                try await issues {
                    Broadcaster.notify(LeftObserver.self) { $0.call() }
                    #expect(counter.count == 1)
                }
            }
            let reports = Log<String>()
            let earlier = try await issues {
                await onQueue { Broadcaster.register(LeftObserver.self, observer: counter) }
                Broadcaster.notify(LeftObserver.self) { $0.call() }
                if isEarlierTestRunning { for report in try await failingTest() { reports.write(report) } }
            }
            #expect(earlier.isEmpty)
            if !isEarlierTestRunning { for report in try await failingTest() { reports.write(report) } }
            #expect(reports.entries.first?.contains("LeftObserver' is observed by ") == true)
            withExtendedLifetime(counter) {}
        }

        @Test(
            "a test that fails names no observer of the shared broadcaster that is allowed, or that is gone",
            arguments: [false, true])
        func belonging(isAllowed: Bool) async throws {
            let counter = BelongingCounter()
            let test = try #require(Test.current)
            let allows = AllowsSharedBroadcastsTrait.allowsSharedBroadcasts
            let isRegistered = Gate()
            let hasFailed = Gate()
            async let sharing: Void = {
                if !isAllowed { return }
                try await allows.provideScope(for: test, testCase: Test.Case.current) {
                    isRegistered.open()
                    await hasFailed.pass()
                }
            }()
            let issues = try await issues {
                if isAllowed { await isRegistered.pass() }
                await onQueue {
                    Broadcaster.register(BelongingObserver.self, observer: isAllowed ? counter : BelongingCounter())
                }
                Broadcaster.notify(BelongingObserver.self) { $0.call() }
                #expect(Bool(false))
            }
            hasFailed.open()
            try await sharing
            #expect(issues.allSatisfy { !$0.contains("is observed by") })
            Broadcaster.shared.unregister(observer: counter)
        }
    }
}

/// How a singleton sends.
enum Way: CaseIterable { case inTask, onQueue, detached }

/// Sends with the broadcaster that was current when it was created.
private final class Sender: Sendable {
    private let broadcaster = Broadcaster.current

    func send(_ number: Int, _ way: Way) async {
        switch way {
        case .inTask: notify(number)
        case .onQueue: await onQueue { [self] in notify(number) }
        case .detached: await Task.detached { [self] in notify(number) }.value
        }
    }

    static let line = #line + 3

    private func notify(_ number: Int) {
        broadcaster.notify(OrderObserverMessage.orderPlaced(number))
    }
}

/// Creates an object when it is first used, as a static property does.
private final class Singleton<Object: Sendable>: @unchecked Sendable {
    private var object: Object?
    private let lock = NSLock()

    func instance(_ make: () -> Object) -> Object {
        lock.withLock {
            let new = object ?? make()
            object = new
            return new
        }
    }

    func release() { lock.withLock { object = nil } }
}

/// Sends an order for each upload that failed.
private final class Relay: UploadObserver, Sendable {
    func uploadDidFinish(_ name: String, bytes: Int) {}
    func uploadDidFail() { Broadcaster.notify(OrderObserverMessage.orderPlaced(1)) }
}

private class Calls: @unchecked Sendable {
    private let calls = Log<Void>()

    var count: Int { calls.entries.count }
    func call() { calls.write(()) }
}

private final class Counter: Calls, OrderObserver, @unchecked Sendable {
    func orderPlaced(_ number: Int) { call() }
}

private final class Released: OrderObserver {
    func orderPlaced(_ number: Int) {}
}

private final class Kept: OrderObserver {
    func orderPlaced(_ number: Int) {}
}

private protocol LeftObserver: Sendable { func call() }
private protocol BelongingObserver: Sendable { func call() }

private final class MissedCounter: Calls, MissedObserver, @unchecked Sendable {
    func missed() { call() }
}
private final class LeftCounter: Calls, LeftObserver, @unchecked Sendable {}
private final class BelongingCounter: Calls, BelongingObserver, @unchecked Sendable {}
