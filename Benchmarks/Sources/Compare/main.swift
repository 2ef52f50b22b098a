import Broadcasts
import Foundation

// While a process has only one thread, the C library drops the atomics from its locks, and every figure with a lock in it
// flatters. No app has one thread.
Thread.detachNewThread { while true { sleep(1000) } }

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "run": runOne([Synchronous.floor] + Synchronous.ours + Synchronous.peers, Array(arguments.dropFirst()))
case "growth":
    var growth = Growth()
    growth.measureAll()
    exit(0)
case "threads":
    compareThreads()
    exit(0)
case "registering":
    compareRegistering()
    exit(0)
case "main": break
default: compareSynchronous()
}
Thread.detachNewThread {
    runOne([ToMain.floor] + ToMain.ours + ToMain.peers + [Registering.ours], Array(CommandLine.arguments.dropFirst(2)))
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
        let measured = compare([Synchronous.floor] + Synchronous.ours + Synchronous.peers, observers: count)
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
        let measured = compare([ToMain.floor] + ToMain.ours + ToMain.peers, observers: count, rounds: 51, slice: 2_000_000)
        table.add(ToMain.ours.map(\.name), measured, observers: count, limits: limits)
    }
    print(table.text)
    print()
}

/// Runs one of them alone, for a profiler: `Compare run forEach 10 100000`.
func runOne(_ ways: [Way], _ arguments: [String]) {
    guard arguments.count == 3, let count = Int(arguments[1]), let times = Int(arguments[2]),
        let way = ways.first(where: { $0.name == arguments[0] })
    else { return }
    let ears = ears(count)
    let tally = Tally(count: count)
    let subject = way.subject(ears, tally)
    let taken = nanoseconds { subject.run(times) }
    print("\(way.name), \(count) observers: \((taken / Double(times)).shown) ns")
    withExtendedLifetime(ears) { exit(0) }
}

func compareThreads() {
    for count in [1, 10, 100] {
        let ears = ears(count)
        let tallies = (Tally(count: count), Tally(count: count))
        let measured = gains(SecondThread.sharing(ears, tallies), rounds: 51) { name, first, second in
        }
        print(count, measured.times.mapValues(median))
    }
}

func compareRegistering() {
    let ways = [Registering.ours] + Registering.peers
    for count in [1, 1000, 100_000, 1_000_000] {
        let measured = compare(ways, observers: count, rounds: count > 1000 ? 5 : 101, slice: max(500_000, 1500.0 * Double(count)), calls: 1)
        print(count, measured.times.mapValues(median))
    }
}
