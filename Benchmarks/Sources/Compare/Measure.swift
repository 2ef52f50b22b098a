import Broadcasts
import Foundation

/// What each subject took for one run, in nanoseconds, round by round.
///
/// The subjects take turns in short slices, in another order each round: what the machine does meanwhile, and the state in
/// which one leaves the heap and the caches to the next, meet all of them alike. Ratios are taken within a round.
struct Measured {
    private(set) var times: [String: [Double]] = [:]

    mutating func add(_ value: Double, to name: String) {
        times[name, default: []].append(value)
    }

    /// Runs them in turns, and returns how often each one ran in all.
    mutating func add(_ subjects: [Workload], rounds: Int, slice: Double) -> [String: Int] {
        var total: [String: Int] = [:]
        var perSlice: [Int] = []
        for subject in subjects {
            let (times, tried) = repetitions(of: subject, for: slice)
            perSlice.append(times)
            total[subject.name] = tried
        }
        for _ in 0..<rounds {
            for (subject, times) in zip(subjects, perSlice).shuffled() {
                add(nanoseconds { subject.run(times) } / Double(times), to: subject.name)
                total[subject.name]! += times
            }
        }
        return total
    }

    func median(_ name: String) -> Double? {
        times[name].map(Compare.median)
    }

    func ratio(_ name: String, to other: String) -> Double? {
        guard let ours = times[name], let theirs = times[other] else { return nil }
        return Compare.median(zip(ours, theirs).map(/))
    }
}

/// How often a subject runs in a slice of time, and how often it ran to find that out.
func repetitions(of subject: Workload, for slice: Double) -> (times: Int, tried: Int) {
    var (times, tried) = (1, 0)
    while true {
        // The best of three, so that a moment's noise doesn't pass for work.
        let taken = (0..<3).map { _ in nanoseconds { subject.run(times) } }.min()!
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

/// Makes a subject of each contender, measures them side by side, and checks that all observers were called.
///
/// They are called once for each run, or `calls` times in all.
func compare(
    _ contenders: [Contender], observers count: Int, rounds: Int = 101, slice: Double = 500_000, calls: Int? = nil
) -> Measured {
    let observers = countingObservers(count)
    let made = contenders.map { contender in
        let tally = Tally(count: count)
        return (subject: contender.workload(observers, tally), tally: tally)
    }
    var measured = Measured()
    let total = measured.add(made.map(\.subject), rounds: rounds, slice: slice)
    for (subject, tally) in made {
        subject.end()
        tally.check(calls ?? total[subject.name]!, subject.name)
        tally.free()
    }
    withExtendedLifetime(observers) {}
    return measured
}

/// Runs one of them alone: `run forEach 10 100000`.
func run(_ contenders: [Contender]) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.first == "run", arguments.count == 4, let count = Int(arguments[2]), let times = Int(arguments[3]),
        let contender = contenders.first(where: { $0.name == arguments[1] })
    else { return }
    let observers = countingObservers(count)
    let subject = contender.workload(observers, Tally(count: count))
    // Not all at once: what waits for the main queue takes memory.
    let taken = nanoseconds {
        for start in stride(from: 0, to: times, by: 1000) { subject.run(min(1000, times - start)) }
    }
    print("\(contender.name), \(count) observers: \((taken / Double(times)).shown) ns")
    withExtendedLifetime((observers, subject)) { exit(0) }
}
