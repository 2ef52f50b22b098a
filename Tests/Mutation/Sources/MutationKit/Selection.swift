import Foundation

/// A random number generator whose numbers a seed determines, on every system.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    // SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// The lines that differ from a revision.
package struct ChangedLines: Sendable {
    private(set) var lines: [String: [Range<Int>]] = [:]

    package var paths: Set<String> { Set(lines.keys) }

    /// What changed since the revision and the working tree parted.
    package init(since revision: String, in root: URL) throws {
        let options = [
            "diff", "--unified=0", "--merge-base", "--no-color", "--no-ext-diff", "--src-prefix=a/", "--dst-prefix=b/",
        ]
        let result = try Command(arguments: ["git", "-C", root.path] + options + [revision]).run()
        if result.ending != .exited(0) { throw Failure(result.output) }
        self.init(diff: result.output)
    }

    init(diff: String) {
        var path = ""
        for line in diff.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/\+\+\+ b/(.*)/#) { path = String(match.1) }
            if let match = line.prefixMatch(of: #/@@ -\S+ \+(\d+)(?:,(\d+))? @@/#) {
                let start = Int(match.1)!
                let count = match.2.map { Int($0)! } ?? 1
                lines[path, default: []].append(start..<start + count)
            }
        }
    }

    package func contains(_ fault: Fault) -> Bool { lines[fault.path]?.contains { $0.contains(fault.line) } == true }
}
