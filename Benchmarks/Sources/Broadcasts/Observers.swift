/// The channel of most rows.
protocol Listener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

/// The channel of a second thread.
protocol OtherListener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

/// An observer that counts its calls in the tally that the broadcast carries.
package final class CountingObserver: Listener, OtherListener {
    let position: Int

    init(position: Int) {
        self.position = position
    }

    @inline(never)
    func receive(_ tally: Tally) { tally.count(position) }
}

/// Makes observers, numbered from zero.
package func countingObservers(_ count: Int) -> [CountingObserver] {
    (0..<count).map(CountingObserver.init)
}

/// How often each observer was called, for one thread at a time.
package struct Tally: @unchecked Sendable {
    private let calls: UnsafeMutablePointer<Int>
    /// The number of observers, and the position of all that come and go meanwhile.
    let guest: Int

    init(observers: Int) {
        guest = observers
        // No two tallies share a cache line: threads that share nothing must not contend.
        let bytes = (MemoryLayout<Int>.stride * (observers + 1) / 128 + 1) * 128
        calls = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128).assumingMemoryBound(to: Int.self)
        calls.initialize(repeating: 0, count: observers + 1)
    }

    @inline(__always)
    func count(_ position: Int) { calls[position] &+= 1 }

    func forgetGuests() { calls[guest] = 0 }

    /// Stops the program unless each observer was called that many times and no guest was called; frees the counts.
    ///
    /// Without this, a benchmark of deallocated observers, or of calls that the optimizer removed, would look fast.
    func end(_ name: String, expecting times: Int) {
        for position in 0...guest where calls[position] != (position == guest ? 0 : times) {
            fatalError("\(name): observer \(position) of \(guest) was called \(calls[position]) times, not \(times)")
        }
        calls.deallocate()
    }
}
