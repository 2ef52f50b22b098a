import TestSupport
import Testing

/// What an isolated test reports about a broadcast that reached the shared broadcaster.
struct Report {
    let text: String
    let location: SourceLocation?
}

/// Runs a function of a test, and returns what isolated tests report meanwhile, instead of recording it.
func collectReports(of function: @Sendable () async throws -> Void) async throws -> [Report] {
    let reports = Log<Report>()
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        let text = issue.comments.map(\.rawValue).joined()
        guard text.contains("was broadcast with the shared broadcaster") else { return issue }
        reports.write(Report(text: text, location: issue.sourceLocation))
        return nil
    }
    let test = try #require(Test.current)
    try await collecting.provideScope(for: test, testCase: Test.Case.current, performing: function)
    return reports.entries
}

/// Expects issues that name a channel; the channels of other tests of this process are ignored.
struct ReportsTrait: TestTrait, TestScoping {
    let channel: String
    let times: Int

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let reports = try await collectReports(of: function)
        // The name of a private protocol contains the file's address.
        let names = reports.filter { $0.text.contains(".\(channel)'") || $0.text.contains(").\(channel)'") }
        #expect(names.count == times)
    }
}

extension Trait where Self == ReportsTrait {
    static func reports(_ channel: String, times: Int) -> Self { Self(channel: channel, times: times) }
}
