import Broadcasts
import Foundation

// While a process has one thread, the C library drops the atomics from its locks, which flatters every figure with a lock
// in it. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let isQuick = CommandLine.arguments.contains("quick")
let arguments = CommandLine.arguments.dropFirst().filter { $0 != "quick" }
if arguments == ["growth"] { measureGrowth() }
runAlone(Rows.registeringAll)

@Sendable func measure(_ sections: [Section]) -> [String: [Int: Measured]] {
    var results: [String: [Int: Measured]] = [:]
    for section in sections where arguments.isEmpty || arguments.contains(section.name) {
        results[section.name] = Dictionary(uniqueKeysWithValues: section.counts.map { ($0, section.measure($0)) })
    }
    return results
}

// These need the main thread. The others need a running main queue, and a thread of their own.
let synchronous = measure([.synchronous])
Thread.detachNewThread {
    let others: [Section] = [
        .mainQueue, .register, .registerAll, .twoThreads, .besideChanges, .channels, .memory,
    ]
    let results = synchronous.merging(measure(others)) { $1 }
    if isQuick { print("A quick run checks that every row works. Its figures mean nothing.\n") }
    print("### Budgets\n")
    printRow(["", "observers", "measured", "at most"])
    printRow(["---", "---", "---", "---"])
    for budget in Budget.all { if let measured = results[budget.section.name] { budget.print(measured) } }
    print()
    for section in [.synchronous] + others { if let measured = results[section.name] { section.print(measured) } }
    if let synchronous = results[Section.synchronous.name], let mainQueue = results[Section.mainQueue.name] {
        printSummary(synchronous, mainQueue)
    }
    exit(0)
}
dispatchMain()

/// The table of the README at the top.
@Sendable func printSummary(_ synchronous: [Int: Measured], _ mainQueue: [Int: Measured]) {
    let counts = [1, 10, 100]
    let rows = [
        ("*a bare loop over weak references*", synchronous, "weak loop"),
        ("`Broadcaster.observers(of:)` and `forEach`", synchronous, "`observers(of:)`"),
        ("`NotificationCenter.post`", synchronous, "NotificationCenter"),
        ("*to the main queue: a bare `main.async` of the loop*", mainQueue, "`main.async`"),
        ("to the main queue: `notify`", mainQueue, "`notify`"),
        ("to the main queue: `NotificationCenter`", mainQueue, "NotificationCenter"),
    ]
    print("## For the README at the top\n")
    printRow([""] + counts.map(String.init))
    printRow(["---"] + counts.map { _ in "---" })
    for (title, measured, name) in rows {
        printRow([title] + counts.map { measured[$0]!.median(name).shown(digits: 2) })
    }
}
