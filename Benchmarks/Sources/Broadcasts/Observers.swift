/// The channel of most rows.
protocol Listener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

/// The channel of a second thread, and of a second row in one measurement.
protocol OtherListener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

/// The channel of a row whose protocol must have no other keys, and no observers without a key.
protocol KeyListener: AnyObject, Sendable {
    func receive(_ tally: Tally)
}

/// One of them, as a type argument.
protocol ObserverChannel: Sendable {
    associatedtype Observer: Sendable
    static func view(_ observer: CountingObserver) -> Observer
    static func call(_ observer: Observer, _ tally: Tally)
}

enum ListenerChannel: ObserverChannel {
    static func view(_ observer: CountingObserver) -> any Listener { observer }
    static func call(_ observer: any Listener, _ tally: Tally) { observer.receive(tally) }
}

enum OtherListenerChannel: ObserverChannel {
    static func view(_ observer: CountingObserver) -> any OtherListener { observer }
    static func call(_ observer: any OtherListener, _ tally: Tally) { observer.receive(tally) }
}

enum KeyListenerChannel: ObserverChannel {
    static func view(_ observer: CountingObserver) -> any KeyListener { observer }
    static func call(_ observer: any KeyListener, _ tally: Tally) { observer.receive(tally) }
}

/// An observer that counts its calls in the tally that the broadcast carries.
package final class CountingObserver: Listener, OtherListener, KeyListener {
    let position: Int

    init(position: Int) {
        self.position = position
    }

    @inline(never)
    func receive(_ tally: Tally) { tally.count(position) }
}

/// Makes observers, numbered from zero.
package func countingObservers(_ count: Int) -> [CountingObserver] { (0..<count).map(CountingObserver.init) }

/// Observers that come and go; they count together.
let temporaryObservers = (0..<64).map { _ in CountingObserver(position: -1) }

/// How often each observer was called, for one thread at a time.
package struct Tally: @unchecked Sendable {
    private let calls: UnsafeMutablePointer<Int>
    let count: Int

    package init(_ count: Int) {
        self.count = count
        // No two tallies share a cache line: threads that share nothing must not contend.
        let bytes = (MemoryLayout<Int>.stride * (count + 1) / 128 + 1) * 128
        calls = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128).assumingMemoryBound(to: Int.self) + 1
        (calls - 1).initialize(repeating: 0, count: count + 1)
    }

    @inline(__always)
    func count(_ position: Int) { calls[position] &+= 1 }

    func forgetTemporaryObservers() { calls[-1] = 0 }

    /// Stops the program unless each observer was called that many times, and no temporary one was; frees the counts.
    ///
    /// Without this, a benchmark of deallocated observers, or of calls that the optimizer removed, would look fast.
    func end(_ name: String, expecting times: Int) {
        for position in -1..<count where calls[position] != (position < 0 ? 0 : times) {
            fatalError("\(name): observer \(position) of \(count) was called \(calls[position]) times, not \(times)")
        }
        (calls - 1).deallocate()
    }
}
