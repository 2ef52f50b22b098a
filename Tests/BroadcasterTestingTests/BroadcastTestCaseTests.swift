import Broadcaster
import BroadcasterTesting
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

/// Its test leaves the task, so it would fail if the failure weren't expected.
final class LostBroadcastTestCase: BroadcastTestCase {
    private var isFailureExpected = true
    private var failures: [String] = []

    #if canImport(Darwin)
        override func record(_ issue: XCTIssue) {
            if isFailureExpected { failures.append(issue.compactDescription) } else { super.record(issue) }
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
        ) {
            if isFailureExpected {
                failures.append(description)
            } else {
                super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
            }
        }
    #endif

    override func invokeTest() {
        super.invokeTest()
        isFailureExpected = false
        XCTAssertEqual(failures.count, 1, "\(failures)")
        XCTAssert(failures.first?.contains("LostInXCTestObserver") == true, "\(failures)")
    }

    func testOnlyABroadcastThatLeavesTheTestIsReported() async {
        Broadcaster.shared.notify(FoundInXCTestObserver.self) { _ in }
        leaving { Broadcaster.notify(LostInXCTestObserver.self) { _ in } }
    }
}

final class AllowingTestCase: BroadcastTestCase {
    override class var allowsSharedBroadcasts: Bool { true }

    func testABroadcastThatLeavesTheTestIsAllowed() {
        leaving { Broadcaster.notify(AllowedInXCTestObserver.self) { _ in } }
    }
}

/// Does the work where the broadcaster of the test isn't bound, and waits for it.
private func leaving(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        done.signal()
    }
    done.wait()
}

private protocol FoundInXCTestObserver {}
private protocol LostInXCTestObserver {}
private protocol AllowedInXCTestObserver {}
