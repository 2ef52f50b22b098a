import BroadcasterTesting
import Testing

/// Does what the runner does for an isolated test.
func isolated(_ function: @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await IsolatedBroadcasterTrait.isolatedBroadcaster
        .provideScope(for: test, testCase: Test.Case.current, performing: function)
}
