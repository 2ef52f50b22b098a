import Broadcasts
import Foundation

/// What each subject took for one run, in nanoseconds, round by round.
///
/// The subjects take turns in short slices, each round beginning with another one, so that what the machine does
/// meanwhile meets all of them alike. Ratios are taken within a round.
struct Measured {
    private(set) var times: [String: [Double]] = [:]

    /// Runs them, and returns with how often each one ran in all.
    @discardableResult
    mutating func add(_ subjects: [Subject], rounds: Int, slice: Double = 500_000) -> [String: Int] {
        var total: [String: Int] = [:]
        var perSlice: [Int] = []
        for subject in subjects {
            var times = 1
            total[subject.name, default: 0] += times
            while case let taken = nanoseconds({ subject.run(times) }), taken < slice {
                times = max(times + 1, min(10 * times, Int(Double(times) * slice / taken)))
                total[subject.name, default: 0] += times
            }
            perSlice.append(times)
        }
        for round in 0..<rounds {
            for turn in subjects.indices {
                let (subject, times) = (subjects[(turn + round) % subjects.count], perSlice[(turn + round) % subjects.count])
                let taken = nanoseconds { subject.run(times) }
                self.times[subject.name, default: []].append(taken / Double(times))
                total[subject.name, default: 0] += times
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

func nanoseconds(_ work: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - start)
}

func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

/// Makes a subject of each way, measures them side by side, and checks that all observers were called each time.
func compare(_ ways: [Way], observers count: Int, rounds: Int) -> Measured {
    let ears = ears(count)
    let made = ways.map { way in
        let tally = Tally(count: count)
        return (subject: way.subject(ears, tally), tally: tally)
    }
    var measured = Measured()
    let total = measured.add(made.map(\.subject), rounds: rounds)
    for (subject, tally) in made {
        tally.check(total[subject.name]!, subject.name)
        subject.end()
        tally.free()
    }
    withExtendedLifetime(ears) {}
    return measured
}
