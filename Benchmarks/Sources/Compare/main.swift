import Foundation

// While a process has one thread, the C library drops the atomics from its locks, which flatters every figure with a lock
// in it. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let isQuick = CommandLine.arguments.contains("quick")
let arguments = CommandLine.arguments.dropFirst().filter { $0 != "quick" }

/// Whether the arguments ask for a part, or for all parts.
@Sendable func isWanted(_ part: String) -> Bool {
    [nil, part].contains(arguments.first)
}

if isQuick { print("A quick run checks that every contender works. Its figures mean nothing.\n") }

// The first parts need the main thread. The others need a running main queue, and a thread of their own.
if isWanted("synchronous") { compareSynchronous() }
if isWanted("queries") { compareQueries() }
if isWanted("stand-ins") { compareStandIns() }
if isWanted("memory") { compareMemory() }
if arguments.first == "growth" { measureGrowth() }
runAlone(registeringAllContenders)
run(synchronousContenders + queryContenders + standInContenders + registeringContenders)
Thread.detachNewThread {
    if isWanted("main") { compareMainQueue() }
    if isWanted("registering") {
        compareRegistering()
        compareRegisteringAll()
    }
    if isWanted("threads") { compareSecondThread() }
    run(mainQueueContenders)
    exit(0)
}
dispatchMain()
