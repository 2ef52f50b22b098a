import Foundation

/// What our ways cost beside the floor and the peers, and what they must reach.
struct Table {
    let floor: String
    let peers: [String]
    private var rows: [String] = []
    private(set) var missed = 0

    init(floor: String, peers: [String]) {
        self.floor = floor
        self.peers = peers
        let columns = ["broadcast", "observers", "ns"] + ["/ \(floor)"] + peers.map { "/ \($0)" }
        rows = ["| " + columns.joined(separator: " | ") + " |", "|" + columns.map { _ in " --- |" }.joined()]
    }

    mutating func add(_ names: [String], _ measured: Measured, observers: Int, limits: [Limit]) {
        for name in names {
            var cells = [name, "\(observers)", measured.median(name)!.shown]
            for other in [floor] + peers {
                let ratio = measured.ratio(name, to: other)!
                let limit = limits.first { name.hasPrefix($0.name) && $0.other == other && $0.observers == observers }
                cells.append(ratio.ratioShown)
                if let limit {
                    let met = ratio <= limit.ratio
                    cells[cells.count - 1] += met ? " (≤ \(limit.ratio.ratioShown))" : " **(> \(limit.ratio.ratioShown))**"
                    if !met { missed += 1 }
                }
            }
            rows.append("| " + cells.joined(separator: " | ") + " |")
        }
        var cells = ["*\(floor)*", "\(observers)", measured.median(floor)!.shown, "1"]
        for peer in peers { cells.append(measured.ratio(floor, to: peer)!.ratioShown) }
        rows.append("| " + cells.joined(separator: " | ") + " |")
    }

    var text: String { rows.joined(separator: "\n") }
}

/// A ratio that must not be exceeded.
struct Limit {
    let name: String
    let other: String
    let observers: Int
    let ratio: Double

    static func limits(_ names: [String], to other: String, _ ratios: [Int: Double]) -> [Limit] {
        names.flatMap { name in ratios.map { Limit(name: name, other: other, observers: $0, ratio: $1) } }
    }
}

extension Double {
    var shown: String { formatted(.number.precision(.significantDigits(3)).grouping(.never).locale(.init(identifier: "en_US_POSIX"))) }
    var ratioShown: String { formatted(.number.precision(.fractionLength(self < 0.1 ? 3 : 2)).locale(.init(identifier: "en_US_POSIX"))) }
}
