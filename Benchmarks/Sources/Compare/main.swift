import Foundation

// While a process has only one thread, the C library drops the atomics from its locks, and every figure with a lock in it
// flatters. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

/// Whether this part is asked for.
@Sendable func asked(_ part: String) -> Bool {
    [nil, part].contains(CommandLine.arguments.dropFirst().first)
}

// What is measured first wants the main thread; the rest, a main queue that runs, and a thread of its own.
if asked("synchronous") { compareSynchronous() }
if CommandLine.arguments.contains("growth") { measureGrowth() }
run(synchronousContenders + registeringContenders)
Thread.detachNewThread {
    if asked("main") { compareToMain() }
    if asked("registering") { compareRegistering() }
    if asked("threads") { compareSecondThread() }
    run(mainQueueContenders)
    exit(0)
}
dispatchMain()
