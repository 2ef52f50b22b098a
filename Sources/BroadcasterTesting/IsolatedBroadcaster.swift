import Broadcaster
import Testing
import XCTest

/// A trait that binds a new broadcaster to each test.
///
/// See `isolatedBroadcaster`.
public struct IsolatedBroadcasterTrait: TestTrait, SuiteTrait, TestScoping {
    /// A Boolean value that indicates whether the trait of a suite applies to its tests, which is always `true`.
    public var isRecursive: Bool { true }

    var timeLimit = IsolatedTest.timeLimit

    /// Runs a test with its own broadcaster.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let name = "\(test.id.moduleName).\(test.id.nameComponents.joined(separator: "/"))"
        let isolatedTest = IsolatedTest(named: name, timeLimit: timeLimit)
        let explaining = IssueHandlingTrait.compactMapIssues { issue in
            // An issue outside any test, such as one in an observer, is handed to each test that runs, and reported
            // anyway.
            guard Test.current != nil else { return nil }
            var issue = issue
            issue.comments += isolatedTest.possibleCauses().map { Comment(rawValue: $0) }
            return issue
        }
        let watch = Task {
            await isolatedTest.watch { Issue.record(Comment(rawValue: $0), sourceLocation: test.sourceLocation) }
        }
        var thrown: (any Error)?
        do {
            try await IsolatedTest.$current.withValue(isolatedTest) {
                try await Broadcaster.$current.withValue(isolatedTest.broadcaster) {
                    try await explaining.provideScope(for: test, testCase: testCase, performing: function)
                }
            }
        } catch { thrown = error }
        watch.cancel()
        // `Test.cancel()` and a time limit cancel the task.
        let isSkipped = thrown is XCTSkip || Task.isCancelled
        // A requirement that failed has its causes already.
        if !isSkipped, let thrown, !(thrown is ExpectationFailedError) { isolatedTest.reportCausesOfError() }
        if !isSkipped && isolatedTest.isUnsettled { await isolatedTest.settle() }
        for report in isolatedTest.end(isSkipped: isSkipped) {
            Issue.record(Comment(rawValue: report), sourceLocation: test.sourceLocation)
        }
        if let thrown { throw thrown }
    }
}

extension Trait where Self == IsolatedBroadcasterTrait {
    /// Binds a new broadcaster to each test, or to each test of a suite.
    ///
    /// ```swift
    /// @Suite(.isolatedBroadcaster)
    /// struct InboxTests {
    ///     @Test
    ///     @MainActor
    ///     func arrival() async {
    ///         let recorder = MessageRecorder(MailObserverMessage.self)
    ///         Inbox().receive("Lunch at noon?")
    ///         await Broadcaster.settled()
    ///         #expect(recorder.messages == [.mailArrived("Lunch at noon?")])
    ///     }
    /// }
    /// ```
    ///
    /// The registrations and broadcasts that such a test makes with the static methods are separate from those of all
    /// other tests. Each case of a parameterized test has its own broadcaster, too.
    ///
    /// If a check fails while broadcasts of the test are pending, a comment names them, because the test may have to
    /// await `Broadcaster.settled()` before the check. If a recorder was last read too early, a check that it received
    /// nothing can't fail, so an issue reports it. A broadcast that the test doesn't check may be pending when it ends.
    ///
    /// A test ends when closures that await have handled what it sent. If one hasn't returned after 30 seconds, an
    /// issue names its channel, and the test ends. `settled()` has no such limit: if a test waits in it for a closure
    /// that doesn't return, an issue names the channel, and the test waits on until its task is canceled, as by a time
    /// limit.
    ///
    /// A test that is canceled or skipped ends at once, and only broadcasts that left it are reported.
    ///
    /// Code on a dispatch queue and in a detached task doesn't inherit the broadcaster of the test. If it uses the
    /// static methods, its broadcasts reach the shared broadcaster, where the test doesn't observe them. An issue names
    /// each channel that was broadcast in this way while isolated tests ran, and a sender's source location, once in a
    /// run. Another issue reports that the app that hosts the tests has its own copy of the library.
    ///
    /// A test that fails also names what it may have missed on its channels: broadcasts that left their task, broadcasts
    /// and observers of an object that another test created, such as a singleton, observers of the shared broadcaster,
    /// and its own broadcasts that nothing observed. A recorder that belongs to another test, or to none, is reported
    /// when a test reads it.
    public static var isolatedBroadcaster: Self { Self() }
}

/// A trait for tests that use the shared broadcaster on purpose.
///
/// See `allowsSharedBroadcasts`.
public struct AllowsSharedBroadcastsTrait: TestTrait, SuiteTrait, TestScoping {
    /// A Boolean value that indicates whether the trait of a suite applies to its tests, which is always `true`.
    public var isRecursive: Bool { true }

    /// Runs a test whose broadcasts may reach the shared broadcaster.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        StrayBroadcasts.monitor.allowingTestStarts()
        defer { StrayBroadcasts.monitor.allowingTestEnds() }
        try await function()
    }
}

extension Trait where Self == AllowsSharedBroadcastsTrait {
    /// Accepts broadcasts and observers that reach the shared broadcaster while a test, or a test of a suite, runs.
    ///
    /// `isolatedBroadcaster` doesn't report them. It can't tell which test they belong to, so it accepts those of all
    /// tests that run at the same time.
    public static var allowsSharedBroadcasts: Self { Self() }
}
