/// The channel of all measurements.
package protocol Listener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

/// The same channel, not limited to classes.
package protocol OpenListener: Sendable {
    func receive(_ tally: Tally)
}

/// An observer that counts its calls in the tally that the broadcast carries.
package final class CountingObserver: Listener, OpenListener {
    package let position: Int

    init(position: Int) {
        self.position = position
    }

    @inline(never)
    package func receive(_ tally: Tally) {
        tally.calls[position] &+= 1
    }
}

/// Makes observers, numbered from zero.
package func countingObservers(_ count: Int) -> [CountingObserver] {
    (0..<count).map(CountingObserver.init)
}

/// Makes observers for two threads, so far apart in memory that the threads share no cache line.
package func separatedCountingObservers(_ count: Int) -> ([CountingObserver], [CountingObserver]) {
    let (first, between, second) = (countingObservers(count), countingObservers(64), countingObservers(count))
    // The first weak reference to an object moves its reference counts to memory of their own.
    _ = WeakLoop(first + between + second)
    return (first, second)
}

/// An observer that comes and goes, and doesn't count its calls.
final class TransientObserver: Listener {
    @inline(never)
    func receive(_ tally: Tally) {}
}
