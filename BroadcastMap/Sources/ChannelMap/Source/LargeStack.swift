import Foundation

/// Threads whose stack has room for deeply nested code, because what reads a syntax tree calls itself for each level.
package enum LargeStack {
    private static let size = 512 << 20

    /// Runs work, and waits for it.
    package static func run(_ work: @escaping @Sendable () -> Void) {
        let isDone = DispatchSemaphore(value: 0)
        start {
            work()
            isDone.signal()
        }
        isDone.wait()
    }

    /// Calls `transform` with each number below `count`, in parallel, and returns the results in order.
    static func map<Result: Sendable>(count: Int, _ transform: @escaping @Sendable (Int) -> Result) -> [Result] {
        let lock = NSLock()
        // `nonisolated(unsafe)`: the lock guards the results.
        nonisolated(unsafe) var results: [Int: Result] = [:]
        let threads = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
        let areDone = DispatchGroup()
        for thread in 0..<threads {
            areDone.enter()
            start {
                for number in stride(from: thread, to: count, by: threads) {
                    let result = transform(number)
                    lock.withLock { results[number] = result }
                }
                areDone.leave()
            }
        }
        areDone.wait()
        return results.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func start(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.stackSize = size
        thread.start()
    }
}
