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
        let results = Results<Result>()
        let threads = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
        let areDone = DispatchGroup()
        for thread in 0..<threads {
            areDone.enter()
            start {
                for number in stride(from: thread, to: count, by: threads) {
                    results.set(transform(number), at: number)
                }
                areDone.leave()
            }
        }
        areDone.wait()
        return results.inOrder
    }

    private static func start(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread(block: work)
        thread.stackSize = size
        thread.start()
    }
}

/// `@unchecked`: the lock guards the results.
private final class Results<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [Int: Result] = [:]

    var inOrder: [Result] { lock.withLock { results.sorted { $0.key < $1.key }.map(\.value) } }

    func set(_ result: Result, at number: Int) { lock.withLock { results[number] = result } }
}
