import Broadcaster
import Broadcasts
import Foundation
import Synchronization

/// How much more two threads get done than one, in medians over rounds; 2 is all that there is to gain.
func gains(_ pairs: [Pair], rounds: Int, finish: (_ name: String, _ first: Int, _ second: Int) -> Void) -> Measured {
    var measured = Measured()
    var counted: [String: (first: Int, second: Int)] = [:]
    let times = pairs.map { pair in
        let (times, total) = repetitions(of: pair.first, for: 1_000_000)
        counted[pair.name] = (total, 0)
        return times
    }
    for _ in 0..<rounds {
        for (pair, times) in zip(pairs, times) {
            let alone = nanoseconds { pair.first.run(times) }
            let together = sideBySide({ pair.first.run(times) }, { pair.second.run(times) })
            measured.add(2 * alone / together, to: pair.name)
            counted[pair.name]!.first += 2 * times
            counted[pair.name]!.second += times
        }
    }
    for pair in pairs { finish(pair.name, counted[pair.name]!.first, counted[pair.name]!.second) }
    return measured
}

/// How much longer the first of each pair takes while the second is busy on another thread.
func slowdowns(_ pairs: [Pair], rounds: Int, finish: (_ name: String, _ times: Int) -> Void) -> Measured {
    var measured = Measured()
    for pair in pairs {
        var (times, total) = repetitions(of: pair.first, for: 1_000_000)
        for _ in 0..<rounds {
            let alone = nanoseconds { pair.first.run(times) }
            let over = Flag()
            var taken = 0.0
            _ = sideBySide(
                {
                    taken = nanoseconds { pair.first.run(times) }
                    over.raise()
                }, { while !over.isRaised { pair.second.run(10) } })
            measured.add(taken / alone, to: pair.name)
            total += 2 * times
        }
        finish(pair.name, total)
    }
    return measured
}

private final class Flag: Sendable {
    private let raised = Atomic(false)
    var isRaised: Bool { raised.load(ordering: .acquiring) }
    func raise() { raised.store(true, ordering: .releasing) }
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
