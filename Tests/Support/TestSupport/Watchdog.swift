import Foundation
import Testing

/// Prints what every thread does once no test has begun or ended for two minutes, so that a test that hangs shows within
/// minutes on a quiet machine.
///
/// It fails no test, because a busy machine may need longer. The time limit of a suite does, after an hour.
package struct WatchedTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let number = Watchdog.begin(test.displayName ?? test.name)
        defer { Watchdog.end(number) }
        try await function()
    }
}

extension Trait where Self == WatchedTrait {
    /// For suites whose tests might hang.
    package static var watched: Self { Self() }
}

private enum Watchdog {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var progress: TestProgress = {
        // A separate thread, because tests that hang may occupy those of the pools.
        Thread.detachNewThread { while true { look() } }
        return TestProgress()
    }()

    static func begin(_ name: String) -> Int { lock.withLock { progress.begin(name, at: .now()) } }

    static func end(_ number: Int) { lock.withLock { progress.end(number, at: .now()) } }

    private static func look() {
        // Time: only what is printed depends on it.
        Thread.sleep(forTimeInterval: 10)
        guard let names = lock.withLock({ progress.overdue(at: .now()) }) else { return }
        let text = "For two minutes, no test has begun or ended. These run:\n" + names.joined(separator: "\n") + "\n"
        FileHandle.standardError.write(Data((text + threadStacks()).utf8))
    }
}

/// Which tests run, and when one last began or ended.
package struct TestProgress {
    private var running: [Int: String] = [:]
    private var count = 0
    private var latest = DispatchTime.distantFuture

    package init() {}

    /// Returns the number by which the test ends.
    package mutating func begin(_ name: String, at time: DispatchTime) -> Int {
        count += 1
        running[count] = name
        latest = time
        return count
    }

    package mutating func end(_ number: Int, at time: DispatchTime) {
        running[number] = nil
        latest = time
    }

    /// The tests that run, if none has begun or ended for two minutes; once, until one does.
    package mutating func overdue(at time: DispatchTime) -> [String]? {
        if running.isEmpty || latest == .distantFuture || time < latest + 120 { return nil }
        latest = .distantFuture
        return running.sorted { $0.key < $1.key }.map(\.value)
    }
}
