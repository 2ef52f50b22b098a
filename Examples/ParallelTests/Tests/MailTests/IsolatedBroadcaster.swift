import Broadcaster
import Testing

/// Gives each test a broadcaster of its own: `@Test(.isolatedBroadcaster)`, or `@Suite(.isolatedBroadcaster)` for all in it.
struct IsolatedBroadcaster: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Broadcaster.$current.withValue(Broadcaster()) { try await function() }
    }
}

extension Trait where Self == IsolatedBroadcaster {
    static var isolatedBroadcaster: Self { Self() }
}
