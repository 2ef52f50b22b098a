import Broadcaster
@testable import BroadcasterTesting
import TestSupport
import XCTest

final class BroadcastTestCaseTests: BroadcastTestCase {
    nonisolated(unsafe) private static weak var last: Broadcaster?

    func testEachTestHasANewBroadcaster() { expectNewBroadcaster() }

    func testEachOtherTestHasANewBroadcaster() { expectNewBroadcaster() }

    private func expectNewBroadcaster() {
        XCTAssert(Broadcaster.current !== Broadcaster.shared)
        XCTAssert(Broadcaster.current !== Self.last)
        Self.last = Broadcaster.current
    }

    @MainActor
    func testRecorder() async throws {
        let recorder = MessageRecorder(UploadObserverMessage.self)
        Broadcaster.notify(UploadObserverMessage.uploadDidFinish("photo", bytes: 1))
        let next = try await recorder.next()
        XCTAssertEqual(next, .uploadDidFinish("photo", bytes: 1))
    }
}

/// A base class of test cases that fail, whose failures are expected.
class FailingTestCase: BroadcastTestCase {
    private var isFailureExpected = true
    private let recorded = Log<String>()

    /// What a failure of the test must contain.
    class var expectedFailure: String { "" }

    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            if isFailureExpected { recordExpected(explained(issue.compactDescription)) } else { super.record(issue) }
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
        ) {
            if isFailureExpected {
                recordExpected(explained(description))
            } else {
                super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
            }
        }
    #endif

    /// Whether the failure is that of a running test, which names the pending broadcasts as well.
    class var isExplained: Bool { false }

    /// Called when a failure is recorded, on any thread.
    func failureWasRecorded() {}

    private func recordExpected(_ failure: String) {
        recorded.write(failure)
        failureWasRecorded()
    }

    override func invokeTest() {
        super.invokeTest()
        isFailureExpected = false
        let failures = recorded.entries
        XCTAssertEqual(failures.count, 1, "\(failures)")
        XCTAssert(failures.first?.contains(Self.expectedFailure) == true, "\(failures)")
        XCTAssertEqual(failures.first?.contains("\nPending"), Self.isExplained, "\(failures)")
    }
}

final class LostBroadcastTestCase: FailingTestCase {
    override class var expectedFailure: String { "LostInXCTestObserver" }

    func testOnlyABroadcastThatLeavesTheTestIsReported() async {
        Broadcaster.shared.notify(FoundInXCTestObserver.self) { _ in }
        blockingOnNewThread { Broadcaster.notify(LostInXCTestObserver.self) { _ in } }
    }
}

final class EarlyReadTestCase: FailingTestCase {
    override class var expectedFailure: String { "last read while 'TestSupport.UploadObserver'" }

    @MainActor
    func testARecorderThatWasReadWhileABroadcastWasPendingIsReported() async {
        let recorder = MessageRecorder(UploadObserverMessage.self)
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
        XCTAssert(recorder.messages.isEmpty)
    }
}

final class ReadBeforeCallTestCase: FailingTestCase {
    override class var expectedFailure: String { "last read while 'TestSupport.OrderObserver'" }

    func testARecorderThatWasReadBetweenItsTurnAndItsCallIsReported() {
        let recorder = MessageRecorder(OrderObserverMessage.self)
        let hasTurn = DispatchSemaphore(value: 0)
        let mayCall = DispatchSemaphore(value: 0)
        Broadcaster.notify(OrderObserver.self, on: .global()) {
            hasTurn.signal()
            mayCall.wait()
            $0.orderPlaced(1)
        }
        hasTurn.wait()
        XCTAssert(recorder.messages.isEmpty)
        mayCall.signal()
    }
}

/// Whichever test runs first creates the singletons.
final class SingletonTestCase: BroadcastTestCase {
    nonisolated(unsafe) private static var sender: (broadcaster: Broadcaster, test: String)?
    nonisolated(unsafe) private static var observer: Orders?

    func testASingletonIsNamed() { expectSingletonsToBeNamed() }

    func testASingletonOfAnotherTestIsNamed() { expectSingletonsToBeNamed() }

    private func expectSingletonsToBeNamed() {
        let recorder = MessageRecorder(OrderObserverMessage.self)
        if Self.observer == nil {
            let observer = Orders()
            Broadcaster.register(OrderObserver.self, observer: observer)
            Self.observer = observer
        }
        guard let (broadcaster, test) = Self.sender else {
            Self.sender = (.current, name)
            return
        }
        broadcaster.notify(OrderObserverMessage.orderPlaced(1))
        let text = explained("failed")
        XCTAssert(text.contains("OrderObserver' was broadcast at BroadcasterTestingTests/BroadcastTestCase"), text)
        XCTAssert(text.contains("with the broadcaster of another test, '\(test)'"), text)
        XCTAssert(text.contains("Orders with the broadcaster of another test, '\(test)'"), text)
        XCTAssert(recorder.messages.isEmpty)
    }

    private final class Orders: OrderObserver {
        func orderPlaced(_ number: Int) {}
    }
}

final class RegistersElsewhereTestCase: BroadcastTestCase {
    func testAnObserverOfTheSharedBroadcasterIsNamed() {
        let observer = Observer()
        blockingOnNewThread { Broadcaster.register(LeftInXCTestObserver.self, observer: observer) }
        Broadcaster.notify(LeftInXCTestObserver.self) { _ in }
        let text = explained("failed")
        XCTAssert(text.contains("LeftInXCTestObserver' is observed by "), text)
        XCTAssert(text.contains("Observer with the shared broadcaster, because it was registered outside a test"), text)
        withExtendedLifetime(observer) {}
    }

    private final class Observer: LeftInXCTestObserver {}
}

/// The end of a test must not need a thread of the pool, because its closures may occupy them all.
final class OccupiedThreadsTestCase: FailingTestCase {
    override class var timeLimit: TimeInterval { 0.01 }
    override class var expectedFailure: String { "messages of 'TestSupport.UploadObserver'" }

    private let gate = Gate()
    private let threads = DispatchSemaphore(value: 0)
    private let threadCount = 2 * ProcessInfo.processInfo.activeProcessorCount
    private var observation: Broadcaster.Observation?

    override func invokeTest() {
        super.invokeTest()
        observation = nil
    }

    func testAClosureThatDoesNotReturnIsNamed() {
        let hasBegun = expectation(description: "The closure has begun.")
        observation = MainActor.assumeIsolated { [gate] in
            defer { Broadcaster.notify(UploadObserverMessage.uploadDidFail) }
            return Broadcaster.observe(UploadObserverMessage.self) { _ in
                hasBegun.fulfill()
                await gate.pass()
            }
        }
        // Time: as much as the suites have.
        wait(for: [hasBegun], timeout: 3600)
        for _ in 0..<threadCount { Task.detached { [threads] in threads.occupyThread() } }
    }

    override func failureWasRecorded() {
        for _ in 0..<threadCount { threads.signal() }
        gate.open()
    }
}

extension DispatchSemaphore {
    /// Waits where a task must not, which is what the test is about.
    fileprivate func occupyThread() { wait() }
}

final class AwaitedClosureTestCase: FailingTestCase {
    override class var timeLimit: TimeInterval { 0.01 }
    override class var expectedFailure: String { "messages of 'TestSupport.UploadObserver'" }

    override class var isExplained: Bool { true }

    private let gate = Gate()

    @MainActor
    func testAClosureThatATestWaitsForIsNamed() async {
        let observation = Broadcaster.observe(UploadObserverMessage.self) { [gate] _ in await gate.pass() }
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await Broadcaster.settled()
        withExtendedLifetime(observation) {}
    }

    override func failureWasRecorded() { gate.open() }
}

final class ClosureTestCase: BroadcastTestCase {
    // Time: the test ends when its closure returns, long before.
    override class var timeLimit: TimeInterval { 3600 }

    private let handled = Log<String>()
    private var observation: Broadcaster.Observation?

    override func invokeTest() {
        super.invokeTest()
        XCTAssertEqual(handled.entries, ["handled"])
        observation = nil
    }

    @MainActor
    func testEndsAfterClosuresHaveHandledItsBroadcasts() async {
        observation = Broadcaster.observe(UploadObserverMessage.self) { [handled] _ in
            for _ in 0..<100 { await Task.yield() }
            handled.write("handled")
        }
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
    }
}

final class PendingTestCase: BroadcastTestCase {
    @MainActor
    func testAFailureNamesPendingBroadcasts() async {
        let recorder = MessageRecorder(UploadObserverMessage.self)
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
        XCTAssert(explained("failed").hasPrefix("failed\nPending broadcasts: 'TestSupport.UploadObserver'"))
        await Broadcaster.settled()
        XCTAssertEqual(explained("failed"), "failed")
        XCTAssertEqual(recorder.messages, [.uploadDidFail])
    }

    @MainActor
    func testAThrownErrorNamesTheBroadcastsThatTheTestHadNotWaitedFor() async {
        let recorder = MessageRecorder(UploadObserverMessage.self)
        Broadcaster.notify(UploadObserverMessage.uploadDidFail)
        await drainMainQueue()
        let start = "threw\nThe test threw an error, and hadn't waited for these broadcasts: 'TestSupport."
        XCTAssert(explained("threw", isThrown: true).hasPrefix(start))
        XCTAssertEqual(recorder.messages, [.uploadDidFail])
        XCTAssertEqual(explained("threw", isThrown: true), "threw")
    }

    @MainActor
    func testAFailureInAnObserverOrAClosureThatAwaitsDoesNotNameTheBroadcastThatItReceives() async {
        var descriptions: [String] = []
        for isAwaiting in [false, true] {
            let observation =
                isAwaiting
                ? Broadcaster.observe(UploadObserverMessage.self) { _ async in
                    descriptions.append(self.explained("failed"))
                }
                : Broadcaster.observe(UploadObserverMessage.self) { _ in descriptions.append(self.explained("failed")) }
            Broadcaster.notify(UploadObserverMessage.uploadDidFail)
            await Broadcaster.settled()
            observation.cancel()
        }
        XCTAssertEqual(descriptions, ["failed", "failed"])
    }
}

final class AllowingTestCase: BroadcastTestCase {
    override class var allowsSharedBroadcasts: Bool { true }

    func testABroadcastThatLeavesTheTestIsAllowed() {
        blockingOnNewThread { Broadcaster.notify(AllowedInXCTestObserver.self) { _ in } }
    }
}

private protocol LeftInXCTestObserver: Sendable {}
private protocol FoundInXCTestObserver {}
private protocol LostInXCTestObserver {}
private protocol AllowedInXCTestObserver {}
