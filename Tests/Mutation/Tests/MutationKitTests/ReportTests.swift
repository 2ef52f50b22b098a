import Testing

@testable import MutationKit

@Suite("Report")
struct ReportTests {
    private let report: Report = {
        var report = Report()
        let faults = SwitchedSource("func d() {\na()\nb()\nc()\n}\n", path: "A.swift", module: "A").faults
        report.add(faults[0], .noticed("a test"))
        report.add(faults[1], .notNoticed)
        report.add(faults[2], .notReached)
        report.accept(faults[3])
        return report
    }()

    @Test("a fault that no test reaches is apart, and counts neither way, as one that is accepted")
    func score() {
        #expect(report.score == (1, 2))
        #expect(
            report.table == """
                file     faults  noticed  not noticed  not reached  accepted
                A.swift       4        1            1            1         1
                all           4        1            1            1         1

                """)
    }

    @Test("a fault that isn't noticed is printed with its place and what was changed")
    func lines() {
        #expect(report.lines(.notNoticed) == ["A.swift:2:1: removed: a()   [A d() call 1]"])
        #expect(report.lines(.notReached) == ["A.swift:3:1: removed: b()   [A d() call 2]"])
    }
}
