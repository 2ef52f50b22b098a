import Broadcaster
import XCTest

/// A base class for XCTest cases that binds a new broadcaster to each test.
///
/// ```swift
/// final class InboxTests: BroadcastTestCase {
///     @MainActor
///     func testArrival() async {
///         let recorder = MessageRecorder(MailObserverMessage.self)
///         Inbox().receive("Lunch at noon?")
///         await Broadcaster.settled()
///         XCTAssertEqual(recorder.messages, [.mailArrived("Lunch at noon?")])
///     }
/// }
/// ```
///
/// It does for XCTest what the trait `isolatedBroadcaster` does for Swift Testing, and makes the same reports: of
/// broadcasts that are pending when a check fails or a recorder is read, of closures that don't return, of broadcasts
/// from a dispatch queue or a detached task that reach the shared broadcaster, and of a second copy of the library.
open class BroadcastTestCase: XCTestCase {
    /// A Boolean value that indicates whether broadcasts may reach the shared broadcaster while the tests of this class
    /// run; `false` by default.
    open class var allowsSharedBroadcasts: Bool { false }

    class var timeLimit: TimeInterval { IsolatedTest.timeLimit }

    private var isolatedTest: IsolatedTest?

    /// Runs a test with its own broadcaster.
    open override func invokeTest() {
        let isAllowing = Self.allowsSharedBroadcasts
        if isAllowing { StrayBroadcasts.monitor.allowingTestStarts() }
        let test = IsolatedTest(named: name, timeLimit: Self.timeLimit)
        isolatedTest = test
        let watch = Task { await test.watch { XCTFail($0) } }
        IsolatedTest.$current.withValue(test) {
            Broadcaster.$current.withValue(test.broadcaster) { super.invokeTest() }
        }
        isolatedTest = nil
        watch.cancel()
        let isSkipped = testRun?.hasBeenSkipped == true
        if !isSkipped && test.isUnsettled {
            let isSettled = XCTestExpectation()
            Task {
                await test.settle()
                isSettled.fulfill()
            }
            let result = XCTWaiter().wait(for: [isSettled], timeout: 3 * Self.timeLimit)
            // The task may have found no free thread.
            if result != .completed { test.reportUnsettled() }
        }
        for report in test.end(isSkipped: isSkipped) { XCTFail(report) }
        if isAllowing { StrayBroadcasts.monitor.allowingTestEnds() }
    }

    #if canImport(Darwin)
        /// Records an issue, and names the broadcasts that may have caused it.
        open override func record(_ issue: XCTIssue) {
            var issue = issue
            issue.compactDescription = explained(issue.compactDescription, isThrown: issue.type == .thrownError)
            super.record(issue)
        }
    #else
        /// Records a failure, and names the broadcasts that may have caused it.
        ///
        /// A failure is unexpected if the test threw an error.
        open override func recordFailure(
            withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
        ) {
            super.recordFailure(
                withDescription: explained(description, isThrown: !expected), inFile: file, atLine: line,
                expected: expected)
        }
    #endif

    /// Returns the description of a failure, and its possible causes.
    func explained(_ description: String, isThrown: Bool = false) -> String {
        let causes = isThrown ? isolatedTest?.possibleCausesOfError() : isolatedTest?.possibleCauses()
        return ([description] + (causes ?? [])).joined(separator: "\n")
    }
}
