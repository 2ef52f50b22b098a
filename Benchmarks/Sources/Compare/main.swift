import Foundation

// While a process has only one thread, the C library drops the atomics from its locks, and every figure with a lock in it
// flatters. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let arguments = Array(CommandLine.arguments.dropFirst())

// What is measured first wants the main thread; the rest, a main queue that runs, and a thread of its own.
switch arguments.first {
case nil: compareSynchronous()
case "growth": measureGrowth()
case "run": run(synchronousWays + registeringWays, arguments)
default: break
}
Thread.detachNewThread {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case nil:
        compareToMain()
        compareRegistering()
        compareSecondThread()
    case "growth": break
    case "run": run(waysToMain, arguments)
    default:
        print(
            """
            Compare                               everything, as Markdown
            Compare growth                        the growth curves, as comma-separated values
            Compare run NAME OBSERVERS TIMES      one way to broadcast or to register alone, for a profiler
            """)
    }
    exit(0)
}
dispatchMain()
