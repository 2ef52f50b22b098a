import Broadcaster
import Testing

/// Binds a new broadcaster to each test: `@Test(.isolatedBroadcaster)` or `@Suite(.isolatedBroadcaster)`.
nonisolated struct IsolatedBroadcaster: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await Broadcaster.$current.withValue(Broadcaster()) { try await function() }
    }
}

extension Trait where Self == IsolatedBroadcaster {
    static var isolatedBroadcaster: Self { Self() }
}
