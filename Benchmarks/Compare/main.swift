import Broadcasts
import Foundation

// While a process has only one thread, the C library drops the atomics from its locks, and every figure with a lock in it
// flatters. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "run": runOne(Array(arguments.dropFirst()))
default: compareSynchronous()
}
Thread.detachNewThread {
    compareToMain()
    exit(0)
}
dispatchMain()

func compareSynchronous() {
    let limits =
        Limit.limits(["forEach", "invoke"], to: "weak loop", [1: 1.5, 10: 1.2, 1000: 1.15])
        + Limit.limits(["forEach", "invoke"], to: "OpenCombine", [1: 0.68, 10: 0.54, 1000: 0.54])
        + Limit.limits(["for-in"], to: "OpenCombine", [1: 0.72, 10: 0.56, 1000: 0.56])
        + Limit.limits(["keyed"], to: "NotificationCenter", [1: 0.52, 10: 0.66, 1000: 0.78])
    var table = Table(floor: Synchronous.floor.name, peers: Synchronous.peers.map(\.name))
    for count in [0, 1, 10, 100, 1000] {
        let measured = compare([Synchronous.floor] + Synchronous.ours + Synchronous.peers, observers: count, rounds: 101)
        table.add(Synchronous.ours.map(\.name), measured, observers: count, limits: limits)
    }
    print(table.text)
    print()
}

func compareToMain() {
    let limits =
        Limit.limits(["notify"], to: ToMain.floor.name, [1: 1.5, 10: 1.25, 100: 1.2])
        + Limit.limits(["notify"], to: "OpenCombine", [1: 0.85, 10: 0.2, 100: 0.12])
        + Limit.limits(["notify"], to: "NotificationCenter", [1: 0.03, 10: 0.03, 100: 0.03])
    var table = Table(floor: ToMain.floor.name, peers: ToMain.peers.map(\.name))
    for count in [0, 1, 10, 100, 1000] {
        let measured = compare([ToMain.floor] + ToMain.ours + ToMain.peers, observers: count, rounds: 101)
        table.add(ToMain.ours.map(\.name), measured, observers: count, limits: limits)
    }
    print(table.text)
    print()
}

/// Runs one of them alone, for a profiler: `Compare run forEach 10 100000`.
func runOne(_ arguments: [String]) {
    guard arguments.count == 3, let count = Int(arguments[1]), let times = Int(arguments[2]),
        let way = ([Synchronous.floor] + Synchronous.ours + Synchronous.peers).first(where: { $0.name == arguments[0] })
    else { return print("Compare run NAME OBSERVERS TIMES") }
    let ears = ears(count)
    let tally = Tally(count: count)
    let subject = way.subject(ears, tally)
    let taken = nanoseconds { subject.run(times) }
    tally.check(times, way.name)
    print("\(way.name), \(count) observers: \((taken / Double(times)).shown) ns")
    exit(0)
}
