import Broadcaster
import Testing

/// A trait that binds a new broadcaster to each test.
///
/// See `isolatedBroadcaster`.
public struct IsolatedBroadcasterTrait: TestTrait, SuiteTrait, TestScoping {
    /// A Boolean value that indicates whether the trait of a suite applies to its tests, which is always `true`.
    public var isRecursive: Bool { true }

    /// Runs a test with its own broadcaster.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        SharedBroadcasts.isolatedTestStarts()
        defer {
            for report in SharedBroadcasts.isolatedTestEnds() {
                Issue.record(Comment(rawValue: report), sourceLocation: test.sourceLocation)
            }
        }
        try await Broadcaster.$current.withValue(Broadcaster()) { try await function() }
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
    /// Code on a dispatch queue and in a detached task doesn't inherit the broadcaster of the test. If it uses the
    /// static methods, its broadcasts reach the shared broadcaster, where the test doesn't observe them. An issue names
    /// each channel that was broadcast in this way while isolated tests ran, and a sender's source location, once in a
    /// run. Another issue reports that the app that hosts the tests has its own copy of the library.
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
        SharedBroadcasts.sharingTestStarts()
        defer { SharedBroadcasts.sharingTestEnds() }
        try await function()
    }
}

extension Trait where Self == AllowsSharedBroadcastsTrait {
    /// Accepts broadcasts that reach the shared broadcaster while a test, or a test of a suite, runs.
    ///
    /// `isolatedBroadcaster` reports no issue about them. It can't tell which test sent a broadcast, so it accepts
    /// those of all tests that run at the same time.
    public static var allowsSharedBroadcasts: Self { Self() }
}
