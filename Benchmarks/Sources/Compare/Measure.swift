import Broadcasts
import Foundation

/// What each workload took for one run, in nanoseconds, round by round.
///
/// Workloads take turns in short slices, in another order each round. So other load on the machine, and the state in which
/// one workload leaves the heap and the caches, affect all alike. Ratios are taken within a round.
struct Measured {
    private(set) var times: [String: [Double]] = [:]

    mutating func add(_ value: Double, to name: String) {
        times[name, default: []].append(value)
    }

    /// Runs the workloads in turns, and returns how often each one ran in all.
    mutating func add(_ workloads: [Workload], rounds: Int, slice: Double) -> [String: Int] {
        var total: [String: Int] = [:]
        var perSlice: [Int] = []
        for workload in workloads {
            let (times, tried) = repetitions(of: workload, for: slice)
            perSlice.append(times)
            total[workload.name] = tried
        }
        for _ in 0..<rounds {
            for (workload, times) in zip(workloads, perSlice).shuffled() {
                add(nanoseconds { workload.run(times) } / Double(times), to: workload.name)
                total[workload.name]! += times
            }
        }
        return total
    }

    func divided(by divisor: Double) -> Measured {
        var result = self
        result.times = times.mapValues { $0.map { $0 / divisor } }
        return result
    }

    func median(_ name: String) -> Double? {
        times[name].map(Compare.median)
    }

    func ratio(_ name: String, to other: String) -> Double? {
        guard let ours = times[name], let theirs = times[other] else { return nil }
        return Compare.median(zip(ours, theirs).map(/))
    }
}

/// Returns how often a workload runs in a slice of time, and how often it ran to find that out.
func repetitions(of workload: Workload, for slice: Double) -> (times: Int, tried: Int) {
    var (times, tried) = (1, 0)
    while true {
        // The best of three, so that a moment's noise doesn't count as work.
        let taken = (0..<3).map { _ in nanoseconds { workload.run(times) } }.min()!
        tried += 3 * times
        if taken >= slice { return (times, tried) }
        times = max(times + 1, min(10 * times, Int(Double(times) * slice / taken)))
    }
}

func nanoseconds(_ work: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
}

func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

/// Measures contenders side by side, and checks that all observers were called.
func compare(
    _ contenders: [Contender], observers count: Int, rounds: Int = 101, slice: Double = 500_000
) -> Measured {
    let observers = countingObservers(count)
    let entrants = contenders.map { contender in
        let tally = Tally(count: count)
        return (contender: contender, workload: contender.workload(observers, tally), tally: tally)
    }
    var measured = Measured()
    let runs = measured.add(
        entrants.map(\.workload), rounds: isQuick ? 1 : rounds, slice: isQuick ? min(slice, 10_000) : slice)
    for (contender, workload, tally) in entrants {
        workload.end()
        tally.check(contender.calls(afterRuns: runs[contender.name]!), contender.name)
        tally.free()
    }
    withExtendedLifetime(observers) {}
    return measured
}

/// Measures each contender in a process of its own, several times.
///
/// With a million observers, one contender would inherit from another a heap in which neighbors are far apart, and miss
/// the caches for it. An app has one contender.
func compareAlone(_ contenders: [Contender], observers count: Int) -> Measured {
    var measured = Measured()
    for _ in 0..<(isQuick ? 1 : 5) {
        for contender in contenders.shuffled() {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["alone", contender.name, "\(count)"]
            process.standardOutput = output
            try! process.run()
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard let taken = Double(String(decoding: printed, as: UTF8.self)) else {
                fatalError("\(contender.name) measured nothing.")
            }
            measured.add(taken, to: contender.name)
        }
    }
    return measured
}

/// The contender and the number of observers that follow a command in the arguments.
private func requested(_ command: String, among contenders: [Contender]) -> (Contender, observers: Int)? {
    guard arguments.first == command, arguments.count > 2, let count = Int(arguments[2]),
        let contender = contenders.first(where: { $0.name == arguments[1] })
    else { return nil }
    return (contender, count)
}

/// The process of one contender: `alone "register all" 1000000`.
func runAlone(_ contenders: [Contender]) {
    guard arguments.count == 3, let (contender, count) = requested("alone", among: contenders) else { return }
    let measured = compare([contender], observers: count, rounds: 1)
    print(measured.median(contender.name)!, terminator: "")
    exit(0)
}

/// Runs one contender alone: `run forEach 10 100000`.
func run(_ contenders: [Contender]) {
    guard arguments.count == 4, let times = Int(arguments[3]),
        let (contender, count) = requested("run", among: contenders)
    else { return }
    let observers = countingObservers(count)
    let workload = contender.workload(observers, Tally(count: count))
    // In batches, because broadcasts that wait for the main queue take memory.
    let taken = nanoseconds {
        for start in stride(from: 0, to: times, by: 1000) { workload.run(min(1000, times - start)) }
    }
    print("\(contender.name), \(count) observers: \((taken / Double(times)).shown) ns")
    withExtendedLifetime((observers, workload)) { exit(0) }
}
