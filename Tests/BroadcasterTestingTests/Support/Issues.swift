@testable import BroadcasterTesting
import Foundation
import TestSupport
import Testing

/// Runs an isolated test, and returns its issues, which aren't recorded: the comments of each, or its error.
@MainActor
func issues(
    timeLimit: TimeInterval = 30, onIssue: @escaping @Sendable (String) -> Void = { _ in },
    of function: @escaping @MainActor @Sendable () async throws -> Void
) async throws -> [String] {
    let log = Log<String>()
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        let text = issue.comments.map(\.rawValue).joined(separator: "\n")
        log.write(text)
        onIssue(text)
        return nil
    }
    let test = try #require(Test.current)
    try await collecting.provideScope(for: test, testCase: Test.Case.current) {
        do {
            try await IsolatedBroadcasterTrait(timeLimit: timeLimit)
                .provideScope(for: test, testCase: Test.Case.current) { try await function() }
        } catch { log.write("\(error)") }
    }
    return log.entries
}

/// Runs an isolated test, and expects these issues.
@MainActor
func expectIssues(
    _ expected: [String], at location: SourceLocation = #_sourceLocation,
    of function: @escaping @MainActor @Sendable () async throws -> Void
) async throws {
    let issues = try await issues(of: function)
    #expect(issues == expected, sourceLocation: location)
}

/// Runs an isolated test, and expects one issue, which contains a text if one is given.
@MainActor
func expectIssue(
    containing text: String? = nil, at location: SourceLocation = #_sourceLocation,
    of function: @escaping @MainActor @Sendable () async throws -> Void
) async throws {
    let issues = try await issues(of: function)
    #expect(issues.count == 1, sourceLocation: location)
    if let text { #expect(issues.first?.contains(text) == true, sourceLocation: location) }
}
