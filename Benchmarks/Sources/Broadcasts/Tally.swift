import Foundation

/// How often each observer was called.
///
/// Use a tally on one thread at a time.
package struct Tally: @unchecked Sendable {
    let calls: UnsafeMutablePointer<Int>
    private let count: Int

    package init(count: Int) {
        // No two tallies share a cache line: threads that share nothing must not contend.
        let bytes = (count * MemoryLayout<Int>.stride / 128 + 1) * 128
        calls = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128).assumingMemoryBound(to: Int.self)
        calls.initialize(repeating: 0, count: count)
        self.count = count
    }

    /// Stops the program unless each observer was called that many times, and resets the counts.
    ///
    /// Without this, a benchmark of deallocated observers, or of calls that the optimizer removed, would look fast.
    package func check(_ times: Int, _ name: String) {
        for position in 0..<count where calls[position] != times {
            fatalError("\(name): observer \(position) of \(count) was called \(calls[position]) times, not \(times)")
        }
        clear()
    }

    package func clear() {
        calls.update(repeating: 0, count: count)
    }

    package func free() {
        calls.deallocate()
    }

    // For peers whose notifications don't carry the tally.

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Makes this the tally of the current thread.
    func makeCurrent() {
        pthread_setspecific(Self.key, calls)
    }

    /// The tally of the current thread.
    static var current: Tally {
        Tally(calls: pthread_getspecific(key)!.assumingMemoryBound(to: Int.self))
    }

    private init(calls: UnsafeMutablePointer<Int>) {
        self.calls = calls
        count = 0
    }
}
