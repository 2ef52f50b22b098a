#if Macros
    import SwiftParser
    import Testing

    /// Runs a test of a source, and expects it to fail where swift-syntax can't read the source.
    ///
    /// Releases before 602 know neither raw identifiers nor `nonisolated(nonsending)`, and lose attributes in `#if`.
    func expectingNewSyntax(in source: String, _ test: () -> Void) {
        let isNew = source.contains("nonsending") || source.contains("#if") || source.contains(/`\w+ \w+`/)
        withKnownIssue("swift-syntax before 602 can't read it", isIntermittent: true) {
            test()
        } when: {
            isNew && !readsRawIdentifiers
        }
    }

    private let readsRawIdentifiers = !Parser.parse(source: "func `a b`() {}").hasError
#endif
