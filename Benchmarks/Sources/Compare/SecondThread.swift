import Broadcasts
import Foundation
import Synchronization

func compareSecondThread() {
    print("How much more two threads get done than one, of 2 at most\n")
    print("| | observers | weak loop | forEach | keyed | NotificationCenter |\n| --- | --- | --- | --- | --- | --- |")
    for count in [1, 10, 100] {
        let (observers, tallies) = (countingObservers(count), (Tally(count: count), Tally(count: count)))
        let gains = gains(SecondThread.sharing(observers, tallies), tallies)
        let floor = gains.median("weak loop")!
        let cells = ["forEach", "keyed"].map { name in
            let gain = gains.median(name)!
            return "\(gain.ratioShown) \(gain.shown(atLeast: 0.85 * floor))"
        }
        let center = gains.median("NotificationCenter")!.ratioShown
        print("| the same observers | \(count) | \(floor.ratioShown) | \(cells.joined(separator: " | ")) | \(center) |")
        withExtendedLifetime(observers) {}
    }
    for count in [1, 10, 100] {
        let (observers, tallies) = (separatedCountingObservers(count), (Tally(count: count), Tally(count: count)))
        let gains = gains(SecondThread.apart(observers, tallies), tallies)
        let (floor, keyed) = (gains.median("weak loop")!, gains.median("keyed")!)
        let center = gains.median("NotificationCenter")!.ratioShown
        print(
            "| two protocols | \(count) | \(floor.ratioShown) | | \(keyed.ratioShown) \(keyed.shown(atLeast: 1.7)) | \(center) |"
        )
        withExtendedLifetime(observers) {}
    }
    print("\nHow much longer a broadcast takes while another thread registers and unregisters\n")
    print("| observers | keyed | NotificationCenter |\n| --- | --- | --- |")
    for count in [1, 10, 100] {
        let (observers, tally) = (countingObservers(count), Tally(count: count))
        let slowdowns = slowdowns(SecondThread.whileRegistering(observers, tally), tally)
        let cells = ["keyed", "NotificationCenter"].map { slowdowns.median($0)!.ratioShown }
        print("| \(count) | \(cells.joined(separator: " | ")) |")
        withExtendedLifetime(observers) {}
    }
    print()
}

/// How much more two threads get done than one.
private func gains(_ pairs: [ThreadPair], _ tallies: (Tally, Tally), rounds: Int = 101) -> Measured {
    var measured = Measured()
    let sizes = pairs.map { repetitions(of: $0.first, for: 1_000_000).times }
    tallies.0.clear()
    var calls = 0
    for _ in 0..<rounds {
        for (pair, times) in zip(pairs, sizes) {
            let alone = nanoseconds { pair.first.run(times) }
            let together = sideBySide({ pair.first.run(times) }, { pair.second.run(times) })
            measured.add(2 * alone / together, to: pair.name)
            calls += times
        }
    }
    tallies.0.check(2 * calls, "first thread")
    tallies.1.check(calls, "second thread")
    for pair in pairs { pair.end() }
    tallies.0.free()
    tallies.1.free()
    return measured
}

/// How much longer the first of each pair takes while the second is busy on another thread.
private func slowdowns(_ pairs: [ThreadPair], _ tally: Tally, rounds: Int = 101) -> Measured {
    var measured = Measured()
    let sizes = pairs.map { repetitions(of: $0.first, for: 1_000_000).times }
    tally.clear()
    var calls = 0
    for _ in 0..<rounds {
        for (pair, times) in zip(pairs, sizes) {
            let alone = nanoseconds { pair.first.run(times) }
            let over = Flag()
            var disturbed = 0.0
            _ = sideBySide(
                {
                    disturbed = nanoseconds { pair.first.run(times) }
                    over.raise()
                }, { while !over.isRaised { pair.second.run(10) } })
            measured.add(disturbed / alone, to: pair.name)
            calls += 2 * times
        }
    }
    tally.check(calls, "broadcasts while others come and go")
    for pair in pairs { pair.end() }
    tally.free()
    return measured
}

/// Starts both at the same moment, the second on a thread of its own, and returns how long it took until both were done.
private func sideBySide(_ first: () -> Void, _ second: @escaping @Sendable () -> Void) -> Double {
    let (ready, go, done) = (Flag(), Flag(), Flag())
    Thread.detachNewThread {
        ready.raise()
        while !go.isRaised {}
        second()
        done.raise()
    }
    while !ready.isRaised {}
    return nanoseconds {
        go.raise()
        first()
        while !done.isRaised {}
    }
}

private final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
}
