import Counting
import Foundation

// Prints the names of the workloads, or runs one of them: `Instructions forEach-1 10000`. Each runs twice. The first run
// creates what is created once, and callgrind counts the second one.

// The C library drops the atomics from its locks while a process has one thread. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first else {
    for (name, _) in workloads { print(name) }
    exit(0)
}
guard let workload = workloads.first(where: { $0.key == name })?.value, let times = arguments.last.flatMap(Int.init)
else {
    fatalError("Usage: Instructions [WORKLOAD TIMES]")
}

/// The loop that is counted, in a form that C can call.
private final class Counted {
    let run: (Int) -> Void
    let times: Int

    init(_ run: @escaping (Int) -> Void, times: Int) {
        self.run = run
        self.times = times
    }
}

let observers = (0..<workload.observerCount).map { _ in CountingObserver() }
let prepared = workload.prepare(observers)
prepared.before(times)
prepared.run(times)
prepared.after()

private let counted = Counted(prepared.run, times: times)
prepared.before(times)
CountInstructions(
    { context in
        let counted = Unmanaged<Counted>.fromOpaque(context!).takeUnretainedValue()
        counted.run(counted.times)
    }, Unmanaged.passUnretained(counted).toOpaque())
prepared.after()

// Without this, calls that the optimizer removed would count as cheap.
let expected = workload.expectedCalls(afterOperations: 2 * times)
for observer in observers where observer.calls != expected {
    fatalError("\(name): an observer was called \(observer.calls) times, not \(expected)")
}
withExtendedLifetime((observers, prepared, counted)) {}
exit(0)
