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
    exit(staysWithinBudgets || isQuick ? 0 : 1)
}
dispatchMain()
