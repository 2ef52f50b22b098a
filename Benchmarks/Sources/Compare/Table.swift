import Broadcasts
import Foundation

/// What our contenders cost beside others, and the limits that they must keep.
struct Table {
    private let first: String
    private let others: [String]
    private let limits: [Limit]
    private var rows: [String] = []

    init(_ count: String, first: String, others: [String], limits: [Limit]) {
        self.first = first
        self.others = others
        self.limits = limits
        let columns = ["", count, "ns", "/ \(first)"] + others.map { "/ \($0)" }
        addRow(columns)
        addRow(columns.map { _ in "---" })
    }

    /// Adds a row for each of our contenders, and one for the first of the others, which is the floor if there is one.
    mutating func add(_ names: [String], at count: Int, _ measured: Measured) {
        for name in names + [first] {
            let ratios = ([first] + others).map { other in
                guard name != other else { return "1" }
                let ratio = measured.ratio(name, to: other)!
                let limit = limits.first { $0.concerns(name, other, count) }
                return limit.map { "\(ratio.ratioShown) \(ratio.shown(against: $0.ratio))" } ?? ratio.ratioShown
            }
            addRow([name == first ? "*\(name)*" : name, "\(count)", measured.median(name)!.shown] + ratios)
        }
    }

    private mutating func addRow(_ cells: [String]) {
        rows.append("| " + cells.joined(separator: " | ") + " |")
    }

    /// Prints the table, and below it what the figures of a contender don't say by themselves.
    func print(_ title: String, caveatsOf contenders: [Contender]) {
        let caveats = contenders.compactMap { contender in contender.caveat.map { "- \(contender.name) \($0)." } }
        let text = rows.joined(separator: "\n")
        Swift.print("### \(title)\n\n\(text)\n")
        if !caveats.isEmpty { Swift.print("\(caveats.joined(separator: "\n"))\n") }
    }
}

/// A ratio that must not be exceeded.
struct Limit {
    private let name: String
    private let other: String
    private let count: Int
    let ratio: Double

    /// The limits of these contenders, and of their `-open` forms, by the number of observers.
    static func limits(_ names: [String], to other: String, _ ratios: [Int: Double]) -> [Limit] {
        names.flatMap { name in ratios.map { Limit(name: name, other: other, count: $0, ratio: $1) } }
    }

    func concerns(_ name: String, _ other: String, _ count: Int) -> Bool {
        (name == self.name || name == "\(self.name)-open") && other == self.other && count == self.count
    }
}

extension Double {
    var shown: String {
        formatted(.number.precision(.significantDigits(3)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }

    var ratioShown: String {
        self < 0.1 ? String(format: "%.3f", self) : String(format: "%.2f", self)
    }

    func shown(against limit: Double) -> String {
        self <= limit ? "(≤ \(limit.ratioShown))" : "**(> \(limit.ratioShown))**"
    }

    func shown(atLeast limit: Double) -> String {
        self >= limit ? "(≥ \(limit.ratioShown))" : "**(< \(limit.ratioShown))**"
    }
}
