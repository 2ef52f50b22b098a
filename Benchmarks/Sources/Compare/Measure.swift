import AllocationCounter
import Broadcasts
import Foundation

/// What each row took for one run, in nanoseconds, round by round.
struct Measured: Sendable {
    private var rounds: [String: [Double]] = [:]

    mutating func add(_ value: Double, to name: String) { rounds[name, default: []].append(value) }

    func median(_ name: String) -> Double { median(rounds[name]!) }

    /// The median of the ratios within each round.
    func ratio(_ name: String, to other: String) -> Double { median(zip(rounds[name]!, rounds[other]!).map(/)) }

    func divided(by divisor: Int) -> Measured {
        var result = self
        result.rounds = rounds.mapValues { $0.map { $0 / Double(divisor) } }
        return result
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Measures rows side by side, and checks that all observers were called.
///
/// Rows take turns in short slices, in another order each round. So other load on the machine, and the state in which
/// one row leaves the heap and the caches, affect all alike.
func measure(_ rows: [Row], observers count: Int, rounds: Int = 101, slice: Double = 500_000) -> Measured {
    let observers = countingObservers(count)
    let workloads = rows.map { row in
        let workload = row.workload(observers, Tally(count))
        return (row.name, workload, repetitions(of: workload, for: isQuick ? min(slice, 10_000) : slice))
    }
    let rounds = isQuick ? 1 : rounds
    var measured = Measured()
    for _ in 0..<rounds {
        for (name, workload, repetitions) in workloads.shuffled() {
            let duration = nanoseconds { workload.run(repetitions.times) }
            measured.add(duration / Double(repetitions.times), to: name)
        }
    }
    for (_, workload, repetitions) in workloads { workload.end(repetitions.tried + rounds * repetitions.times) }
    withExtendedLifetime(observers) {}
    return measured
}

private struct Repetitions {
    /// How often a workload runs in a slice of time.
    let times: Int
    /// How often it ran to find that out.
    let tried: Int
}

private func repetitions(of workload: Workload, for slice: Double) -> Repetitions {
    var times = 1
    var tried = 0
    while true {
        // The best of three, so that a moment's noise doesn't count as work.
        let duration = (0..<3).map { _ in nanoseconds { workload.run(times) } }.min()!
        tried += 3 * times
        if duration >= slice { return Repetitions(times: times, tried: tried) }
        times = max(times + 1, min(10 * times, Int(Double(times) * slice / duration)))
    }
}

private func nanoseconds(_ work: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
}

/// What is measured in a process of its own.
///
/// With a million observers, one implementation would inherit from another a heap in which neighbors are far apart, and
/// miss the caches for it. An app has one implementation. The bytes of many instances leave such a heap to all that is
/// measured later. What a row has registered with the shared broadcaster would change what the next row allocates.
enum AloneFigure: String {
    case registeringAll, instances, keys, allocations, burstAllocations
    /// Nothing is measured: another program counts what the process does.
    case run

    private var rows: [Row] {
        switch self {
        case .registeringAll: Rows.registeringAll
        case .instances: Rows.instances
        case .keys: Rows.keys
        case .allocations: Rows.allocating
        case .burstAllocations: Rows.awaiting
        case .run: Rows.ofHeldSets + Rows.counted + Rows.awaiting
        }
    }

    /// Measures each row a number of times.
    @Sendable func measure(_ rows: [Row], _ count: Int, times: Int) -> Measured {
        var measured = Measured()
        for _ in 0..<(isQuick ? 1 : times) {
            for row in rows.shuffled() {
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
                process.arguments = ["alone", rawValue, row.name, "\(count)"]
                process.standardOutput = output
                try! process.run()
                let printed = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                measured.add(Double(String(decoding: printed, as: UTF8.self))!, to: row.name)
            }
        }
        return measured
    }

    /// The process of one row; returns in the process that compares.
    static func runIfAlone() {
        guard arguments.first == "alone", let figure = AloneFigure(rawValue: arguments[1]),
            let row = figure.rows.first(where: { $0.name == arguments[2] }), let count = Int(arguments[3])
        else { return }
        switch figure {
        case .registeringAll: end(printing: Compare.measure([row], observers: count, rounds: 1).median(row.name))
        case .instances, .keys: end(printing: bytesPerObserver(row, observers: count))
        case .allocations, .burstAllocations:
            // What goes to the main queue needs it running.
            Thread.detachNewThread { end(printing: allocationsPerRun(row, observers: count)) }
            dispatchMain()
        case .run:
            let times = Int(arguments[4])!
            Thread.detachNewThread {
                let observers = countingObservers(count)
                let workload = row.workload(observers, Tally(count))
                workload.run(times)
                // The end isn't counted, because what is still pending is no part of the row.
                withExtendedLifetime((observers, workload)) { exit(0) }
            }
            // Not `dispatchMain()`, which ends the main thread, and with it Valgrind.
            while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        }
    }

    @Sendable private static func end(printing value: Double) -> Never {
        print(value, terminator: "")
        exit(0)
    }
}

/// How often one run of a row allocates memory, which depends neither on the machine nor on its load.
///
/// It is an average over a thousand runs, rounded to tenths, so that what Dispatch allocates now and then doesn't count.
private func allocationsPerRun(_ row: Row, observers count: Int) -> Double {
    let observers = countingObservers(count)
    let workload = row.workload(observers, Tally(count))
    workload.run(1000)
    StartCountingAllocations()
    let before = AllocationCount()
    precondition(before >= 0, "allocations can be counted with the C library of GNU only")
    workload.run(1000)
    let allocations = AllocationCount() - before
    workload.end(2000)
    withExtendedLifetime(observers) {}
    return (Double(allocations) / 100).rounded() / 10
}
