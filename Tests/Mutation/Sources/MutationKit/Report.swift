import Foundation

/// What the tests said of some faults.
package struct Report: Sendable {
    package private(set) var verdicts: [(fault: Fault, verdict: TestRunner.Verdict)] = []
    package private(set) var accepted: [Fault] = []

    package init() {}

    package mutating func add(_ fault: Fault, _ verdict: TestRunner.Verdict) { verdicts.append((fault, verdict)) }
    package mutating func accept(_ fault: Fault) { accepted.append(fault) }

    /// The number of noticed faults, and of all that are reached and not accepted.
    package var score: (noticed: Int, reached: Int) {
        let reached = verdicts.filter { $0.verdict != .notReached }
        return (reached.count { $0.verdict != .notNoticed }, reached.count)
    }

    /// A line for each file, and their sum.
    package var table: String {
        let header = ["file", "faults", "noticed", "not noticed", "not reached", "accepted"]
        let paths = Set(verdicts.map(\.fault.path) + accepted.map(\.path)).sorted()
        var rows = paths.map { path in row(path) { $0.path == path } }
        rows.append(row("all") { _ in true })
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max()! }
        return ([header] + rows).map { row in
            row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    private func row(_ name: String, _ isIncluded: (Fault) -> Bool) -> [String] {
        let verdicts = verdicts.filter { isIncluded($0.fault) }.map(\.verdict)
        let accepted = accepted.count(where: isIncluded)
        let notNoticed = verdicts.count { $0 == .notNoticed }
        let notReached = verdicts.count { $0 == .notReached }
        let noticed = verdicts.count - notNoticed - notReached
        let counts = [verdicts.count + accepted, noticed, notNoticed, notReached, accepted]
        return [name] + counts.map(String.init)
    }

    /// The faults with a verdict, as `path:line:column: what was changed`, in the order of their places, each with what an
    /// entry of `accepted.txt` begins with.
    package func lines(_ verdict: TestRunner.Verdict) -> [String] {
        verdicts.filter { $0.verdict == verdict }.map(\.fault)
            .sorted { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
            .map { "\($0)   [\($0.module) \($0.function) \($0.operator.rawValue) \($0.ordinal)]" }
    }
}
