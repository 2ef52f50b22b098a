import Broadcasts
import Foundation

/// A table, and how it is measured.
struct Section: Sendable {
    /// What asks for it on the command line.
    let name: String
    let title: String
    /// What the counts count.
    let unit: String
    let counts: [Int]
    private let rows: [String]
    private let showsRatios: Bool
    private let measure: @Sendable (_ count: Int) -> Measured
    private(set) var measured: [Int: Measured] = [:]

    init(
        _ name: String, _ title: String, _ counts: [Int], of unit: String = "observers", _ rows: [Row],
        showsRatios: Bool = true, measure: @escaping @Sendable ([Row], _ count: Int) -> Measured
    ) {
        self.name = name
        self.title = title
        self.unit = unit
        self.counts = counts
        self.rows = rows.map(\.name)
        self.showsRatios = showsRatios
        self.measure = { measure(rows, $0) }
    }

    static let synchronous = Section(
        "synchronous", "A synchronous broadcast", [1, 10, 100, 1000], Rows.synchronous
    ) { Compare.measure($0, observers: $1) }

    static let others = [
        Section(
            "main", "A broadcast to the main queue, until the last observer was called", [1, 10, 100],
            [Rows.mainAsync, Rows.notify, Rows.notifyForKey, Rows.notifySet] + Rows.mainQueuePeers
        ) { Compare.measure($0, observers: $1, rounds: 51, slice: 2_000_000) },
        Section("messages", "Observers, closures, and sinks of a subject, on the main queue", [1, 10], Rows.messages) {
            Compare.measure($0, observers: $1, rounds: 51, slice: 2_000_000)
        },
        Section("monitored", "A monitored broadcast, to the main queue", [1, 10], Rows.monitored) {
            Compare.measure($0, observers: $1, rounds: 51, slice: 2_000_000)
        },
        Section(
            "awaiting", "A message of a burst on the main queue, until the burst is handled", [1, 100],
            of: "messages", Rows.awaiting
        ) { Compare.measure($0, observers: $1, rounds: 51, slice: 2_000_000).divided(by: $1) },
        Section("keys", "A synchronous broadcast with a key", [1, 10, 1000], Rows.withKeys) {
            Compare.measure($0, observers: $1)
        },
        Section("register", "One observer registers and unregisters", [1, 1000], of: "others", Rows.registering) {
            Compare.measure($0, observers: $1)
        },
        Section(
            "all", "All observers register, then all unregister: for each", [1000, 1_000_000], Rows.registeringAll
        ) { rows, count in
            let measured =
                count > 1000
                ? AloneFigure.registeringAll.measure(rows, count, times: 5) : Compare.measure(rows, observers: count)
            return measured.divided(by: count)
        },
        Section("threads", "Two threads broadcast at once, each on its own channel", [1, 10, 1000], Rows.twoThreads) {
            Compare.measure($0, observers: $1, rounds: 51, slice: 5_000_000)
        },
        Section(
            "changes", "A broadcast while another thread registers and unregisters without pause", [1, 10, 100],
            Rows.besideChanges
        ) { Compare.measure($0, observers: $1, rounds: 51, slice: 5_000_000) },
        Section(
            "broadcasts", "One observer registers and unregisters while another thread broadcasts without pause",
            [1, 10, 100], Rows.besideBroadcasts
        ) { Compare.measure($0, observers: $1, rounds: 51, slice: 5_000_000) },
        Section(
            "channels", "A broadcast on one of many channels", [10, 10_000], of: "channels", Rows.protocols
        ) { Compare.measure($0, observers: $1, rounds: 51, slice: 2_000_000).divided(by: $1) },
    ]

    static let memory = [
        Section("instances", "Bytes of an owner's own instance", [1000], of: "instances", Rows.instances) {
            AloneFigure.instances.measure($0, $1, times: 1)
        },
        Section("bytes", "Bytes of a key, or of an observed object", [100_000], of: "keys", Rows.keys) {
            AloneFigure.keys.measure($0, $1, times: 1)
        },
        Section("allocations", "Allocations of a call", [0, 10, 1000], Rows.allocating, showsRatios: false) {
            AloneFigure.allocations.measure($0, $1, times: 1)
        },
        Section(
            "burst-allocations", "Allocations of a burst, until it is handled", [1, 100], of: "messages", Rows.awaiting,
            showsRatios: false
        ) { AloneFigure.burstAllocations.measure($0, $1, times: 1) },
    ]

    /// Instructions of the library and of the rows; those of the runtime and the system aren't counted.
    static let instructions = [
        Section(
            "held-instructions", "Instructions for each observer of a broadcast", [1, 1000], Rows.ofHeldSets,
            showsRatios: false
        ) { rows, count in countInstructions(rows, count).divided(by: count) },
        Section("instructions", "Instructions of a call", [1, 10], Rows.counted, showsRatios: false) {
            countInstructions($0, $1)
        },
        Section(
            "burst-instructions", "Instructions of a message of a burst", [100], of: "messages", Rows.awaiting,
            showsRatios: false
        ) { rows, count in countInstructions(rows, count).divided(by: count) },
    ]

    @Sendable private static func countInstructions(_ rows: [Row], _ count: Int) -> Measured {
        var measured = Measured()
        for row in rows { measured.add(instructionsPerRun(row, observers: count), to: row.name) }
        return measured
    }

    /// Measures everything, if it is asked for.
    func run() -> Section {
        var result = self
        if arguments.isEmpty || arguments.contains(name) {
            result.measured = Dictionary(uniqueKeysWithValues: counts.map { ($0, measure($0)) })
        }
        return result
    }

    /// Prints a row for each implementation: the median, and its ratio to the first row if the table shows ratios.
    func print() {
        Swift.print("\n### \(title)\n")
        let columns = counts.map { "\(Double($0).shown(7)) \($0 == 1 ? String(unit.dropLast()) : unit)" }
        printRow([""] + columns)
        printRow(["---"] + columns.map { _ in "---" })
        for row in rows {
            let cells = counts.map { count in
                let median = measured[count]!.median(row).shown(showsRatios ? 3 : 5)
                if row == rows[0] || !showsRatios { return median }
                return "\(median) (\(measured[count]!.ratio(row, to: rows[0]).ratioShown))"
            }
            printRow([row == rows[0] && showsRatios ? "*\(row)*" : row] + cells)
        }
    }
}

func printRow(_ cells: [String]) { print("| \(cells.joined(separator: " | ")) |") }

extension Double {
    func shown(_ digits: Int) -> String {
        formatted(.number.precision(.significantDigits(1...digits)).locale(Locale(identifier: "en_US")))
    }

    var ratioShown: String { String(format: self < 0.1 ? "%.3f" : "%.2f", self) }
}
