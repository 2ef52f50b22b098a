import Broadcasts
import Foundation

// While a process has one thread, the C library drops the atomics from its locks, which flatters every figure with a
// lock in it. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let isQuick = CommandLine.arguments.contains("quick")
let showsBudgets = CommandLine.arguments.contains("budgets")
let arguments = CommandLine.arguments.dropFirst().filter { !["quick", "budgets"].contains($0) }
if arguments == ["growth"] { measureGrowth() }
if arguments == ["deallocated"] {
    for (form, bytes) in bytesPerDeallocatedObserver(count: isQuick ? 1000 : 100_000) {
        print("\(form): \(bytes) bytes")
    }
    exit(0)
}
if arguments == ["locked"] { measureLocked() }
AloneFigure.runIfAlone()

// Synchronous broadcasts need the main thread. The others need a running main queue, and a thread of their own.
let synchronous = Section.synchronous.run()
Thread.detachNewThread {
    let sections = [synchronous] + (Section.others + Section.memory + Section.instructions).map { $0.run() }
    if isQuick { print("A quick run checks that every row works. Its figures mean nothing.\n") }
    let staysWithinBudgets = !showsBudgets || Budget.printAll(sections)
    for section in sections where !section.measured.isEmpty { section.print() }
    if arguments.isEmpty { printSummary(sections) }
    exit(staysWithinBudgets || isQuick ? 0 : 1)
}
dispatchMain()

/// The table of the README at the top.
@Sendable func printSummary(_ sections: [Section]) {
    let rows = [
        ("*a bare loop over weak references*", "synchronous", "weak loop"),
        ("a loop over a channel's observers", "synchronous", "`observers(of:)`"),
        ("a notification center's `post`", "synchronous", "NotificationCenter"),
        ("*to the main queue: one item with the bare loop*", "main", "`main.async`"),
        ("to the main queue: `notify`", "main", "`notify`"),
    ]
    print("\n## For the README at the top\n")
    printRow(["", "1", "10", "100"])
    printRow(["---", "---", "---", "---"])
    for (title, section, name) in rows {
        guard let measured = sections.first(where: { $0.name == section })?.measured, !measured.isEmpty else {
            continue
        }
        printRow([title] + [1, 10, 100].map { measured[$0]!.median(name).shown(2) })
    }
}
