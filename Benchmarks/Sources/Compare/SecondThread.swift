import Broadcasts
import Foundation
import Synchronization

func compareSecondThread() {
    print("### A second thread\n\nHow much more two threads get done than one, of 2 at most\n")
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
        let gains = gains(SecondThread.separate(observers, tallies), tallies)
        let (floor, keyed) = (gains.median("weak loop")!, gains.median("keyed")!)
        let center = gains.median("NotificationCenter")!.ratioShown
        print(
            "| two protocols | \(count) | \(floor.ratioShown) | | \(keyed.ratioShown) \(keyed.shown(atLeast: 1.7)) | \(center) |"
        )
        withExtendedLifetime(observers) {}
    }
    print(
        """

        How much longer a broadcast takes while another thread registers and unregisters

        | | observers | ns alone | ns meanwhile | ratio | changes per broadcast |
        | --- | --- | --- | --- | --- | --- |
        """)
    for (count, limit) in [(1, 2.0), (10, 2), (100, 1.5)] {
        let (observers, tally) = (countingObservers(count), Tally(count: count))
        for slowdown in slowdowns(SecondThread.whileRegistering(observers, tally), tally) {
            let verdict = slowdown.name == "keyed" ? " \(slowdown.ratio.shown(against: limit))" : ""
            let cells = [
                slowdown.name, "\(count)", slowdown.alone.shown, slowdown.meanwhile.shown,
                slowdown.ratio.ratioShown + verdict, slowdown.changes.shown,
            ]
            print("| \(cells.joined(separator: " | ")) |")
        }
        withExtendedLifetime(observers) {}
    }
    print(
        """

        - A change is one `register` and one `unregister`. The faster they are, the more of them a broadcast meets.
        - On one core of a shared machine, the other thread takes time from the broadcast, whichever contender runs.

        """)
}

/// How much more two threads get done than one.
private func gains(_ pairs: [ThreadPair], _ tallies: (Tally, Tally), rounds: Int = 101) -> Measured {
    var measured = Measured()
    let sizes = pairs.map { repetitions(of: $0.first, for: isQuick ? 10_000 : 1_000_000).times }
    tallies.0.clear()
    var calls = 0
    for _ in 0..<(isQuick ? 1 : rounds) {
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

/// What the first workload of a pair takes alone, and while the second one runs on another thread.
private struct Slowdown {
    let name: String
    let alone: Double
    let meanwhile: Double
    let ratio: Double
    /// How often the second workload ran during one run of the first.
    let changes: Double
}

private func slowdowns(_ pairs: [ThreadPair], _ tally: Tally, rounds: Int = 101) -> [Slowdown] {
    var (alone, meanwhile, changes) = (Measured(), Measured(), Measured())
    let sizes = pairs.map { repetitions(of: $0.first, for: isQuick ? 10_000 : 1_000_000).times }
    tally.clear()
    var calls = 0
    for _ in 0..<(isQuick ? 1 : rounds) {
        for (pair, times) in zip(pairs, sizes).shuffled() {
            alone.add(nanoseconds { pair.first.run(times) } / Double(times), to: pair.name)
            let finished = Flag()
            let counter = Counter()
            var taken = 0.0
            _ = sideBySide(
                {
                    taken = nanoseconds { pair.first.run(times) }
                    finished.raise()
                },
                {
                    while !finished.isRaised {
                        pair.second.run(10)
                        counter.add(10)
                    }
                })
            meanwhile.add(taken / Double(times), to: pair.name)
            changes.add(Double(counter.value) / Double(times), to: pair.name)
            calls += 2 * times
        }
    }
    tally.check(calls, "broadcasts while others come and go")
    for pair in pairs { pair.end() }
    tally.free()
    return pairs.map { pair in
        Slowdown(
            name: pair.name, alone: alone.median(pair.name)!, meanwhile: meanwhile.median(pair.name)!,
            ratio: median(zip(meanwhile.times[pair.name]!, alone.times[pair.name]!).map(/)),
            changes: changes.median(pair.name)!)
    }
}

/// Starts both at the same moment, the second on a thread of its own, and returns the time until both have finished.
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

private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add(_ amount: Int) { count.add(amount, ordering: .relaxed) }
}
