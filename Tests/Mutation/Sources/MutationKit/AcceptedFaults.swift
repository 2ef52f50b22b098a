import Foundation

/// The faults that no test has to notice, because they change nothing that a user would see.
///
/// Each line is `MODULE FUNCTION OPERATOR [ORDINAL]: REASON`. The ordinal counts the faults of the operator in the
/// function, and may be left out if there is only one.
package struct AcceptedFaults: Sendable {
    struct Entry {
        let line: Int
        let module: String
        let function: String
        let `operator`: Operator
        let ordinal: Int?

        func matches(_ fault: Fault) -> Bool {
            module == fault.module && function == fault.function && `operator` == fault.operator
                && (ordinal ?? fault.ordinal) == fault.ordinal
        }
    }

    let entries: [Entry]

    package init(_ text: String) throws {
        var entries: [Entry] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            let parts = line.split(separator: ": ", maxSplits: 1)
            let words = parts[0].split(separator: " ").map(String.init)
            guard parts.count == 2, 3...4 ~= words.count, let `operator` = Operator(rawValue: words[2]),
                words.count == 3 || Int(words[3]) != nil
            else { throw Failure("accepted.txt:\(index + 1): write MODULE FUNCTION OPERATOR [ORDINAL]: REASON") }
            entries.append(
                Entry(
                    line: index + 1, module: words[0], function: words[1], operator: `operator`,
                    ordinal: words.count == 4 ? Int(words[3]) : nil))
        }
        self.entries = entries
    }

    /// What is wrong with the entries, if these are all faults: each entry must match exactly one, and they may be at most
    /// two of a hundred faults that the same tests are for.
    package func problems(_ faults: [Fault]) -> [String] {
        var problems: [String] = []
        for entry in entries {
            let count = faults.count { entry.matches($0) }
            if count == 1 { continue }
            let reason = count == 0 ? "matches no fault any more" : "matches \(count) faults: add an ordinal"
            problems.append("accepted.txt:\(entry.line): \(entry.function) \(entry.operator.rawValue) \(reason)")
        }
        for (name, faults) in Dictionary(grouping: faults, by: { TestedPackage.name(of: $0.module) }) {
            let accepted = entries.count { TestedPackage.name(of: $0.module) == name }
            if 50 * accepted > faults.count {
                problems.append("accepted.txt: \(accepted) of \(faults.count) faults of \(name) are more than 2 %")
            }
        }
        return problems
    }

    package func contains(_ fault: Fault) -> Bool { entries.contains { $0.matches(fault) } }
}
