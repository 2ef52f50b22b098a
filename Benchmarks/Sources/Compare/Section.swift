import Broadcasts
import Foundation

/// A table, and how it is measured.
struct Section: Sendable {
    /// What asks for it on the command line.
    let name: String
    let title: String
    let note: String
    /// What the counts count.
    let unit: String
    let rows: [String]
    let counts: [Int]
    let measure: @Sendable (_ count: Int) -> Measured

    static let synchronous = Section(
        "synchronous", "A synchronous broadcast", "",
        [Rows.weakLoop, Rows.forEach, Rows.forIn, Rows.invoke, Rows.observersOf] + Rows.synchronousPeers,
        [1, 10, 100, 1000])
    static let mainQueue = Section(
        "main", "A broadcast to the main queue",
        """
        From another thread, until the last observer was called. `NotificationCenter` blocks the poster until then, so each of
        its broadcasts waits for two changes of thread. OpenCombine and the first attempt make one hop for each observer.
        """,
        [Rows.mainAsync, Rows.notify, Rows.notifySet] + Rows.mainQueuePeers, [1, 10, 100], rounds: 51, slice: 2_000_000)
    static let register = Section(
        "register", "One observer registers and unregisters",
        "While the others stay registered. With its peers, the observer keeps a token.",
        Rows.registering, [1, 1000], unit: "others")
    static let registerAll = Section(
        name: "all", title: "All observers register, then all unregister",
        note: "For each observer. With a million of them, each contender has a process of its own.",
        unit: "observers", rows: Rows.registeringAll.map(\.name), counts: [1000, 1_000_000]
    ) { count in
        let rows = Rows.registeringAll
        return (count > 1000 ? measureAlone(rows, observers: count) : Compare.measure(rows, observers: count))
            .divided(by: count)
    }
    static let twoThreads = Section(
        "threads", "Two threads broadcast at once",
        "Each to observers and through a protocol or a name of its own: how long both take for one broadcast each.",
        Rows.twoThreads, [1, 10, 1000], rounds: 51, slice: 5_000_000)
    static let besideChanges = Section(
        "changes", "A broadcast while another thread registers and unregisters without pause", "",
        Rows.besideChanges, [1, 10, 100], rounds: 51, slice: 5_000_000)
    static let channels = Section(
        name: "channels", title: "A broadcast on one of many channels",
        note:
            "Each channel has one observer and is used in turn, so nothing that a broadcast reads is still in a cache.",
        unit: "channels", rows: Rows.channels.map(\.name), counts: [10, 10_000]
    ) { count in
        Compare.measure(Rows.channels, observers: count, rounds: 51, slice: 2_000_000).divided(by: count)
    }
    static let memory = Section(
        name: "memory", title: "Bytes of an owner's own instance",
        note: "Without the observers, and without the counts that the first weak reference moves out of each.",
        unit: "observers", rows: Instance.all.map(\.name), counts: [1]
    ) { _ in
        var measured = Measured()
        for instance in Instance.all { measured.add(instance.bytes(), to: instance.name) }
        return measured
    }

    /// Prints a row for each contender: the median, and its ratio to the first row.
    func print(_ measured: [Int: Measured]) {
        Swift.print("### \(title)\n\(note.isEmpty ? "" : "\n\(note)\n")")
        let columns = counts.map { "\($0.formatted(english)) \($0 == 1 ? String(unit.dropLast()) : unit)" }
        printRow([""] + columns)
        printRow(["---"] + columns.map { _ in "---" })
        for row in rows {
            let cells = counts.map { count in
                let taken = measured[count]!.median(row).shown
                return row == rows[0] ? taken : "\(taken) (\(measured[count]!.ratio(row, to: rows[0]).ratioShown))"
            }
            printRow([row == rows[0] ? "*\(row)*" : row] + cells)
        }
        Swift.print()
    }
}

extension Section {
    init(
        _ name: String, _ title: String, _ note: String, _ rows: [Row], _ counts: [Int], unit: String = "observers",
        rounds: Int = 101, slice: Double = 500_000
    ) {
        self.init(name: name, title: title, note: note, unit: unit, rows: rows.map(\.name), counts: counts) { count in
            Compare.measure(rows, observers: count, rounds: rounds, slice: slice)
        }
    }
}

func printRow(_ cells: [String]) { print("| \(cells.joined(separator: " | ")) |") }

private let english = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))

extension Double {
    /// Three digits that count; two of a figure that the README rounds.
    func shown(digits: Int) -> String {
        formatted(.number.precision(.significantDigits(1...digits)).locale(Locale(identifier: "en_US")))
    }

    var shown: String { shown(digits: 3) }
    var ratioShown: String { String(format: self < 0.1 ? "%.3f" : "%.2f", self) }
}
