import Broadcaster
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that count what stays allocated, in separate processes, where nothing else allocates.
    ///
    /// The sanitizers delay deallocation, so there is nothing to count under them. On Linux, counting needs glibc 2.33.
    package static var countsMemory: Self {
        .enabled(
            if: canCountBytes && !isSanitized, "the statistics of the allocator don't count a megabyte of small blocks")
    }
}

private let isSanitized = symbol("__asan_init") != nil || symbol("__tsan_init") != nil

/// Something that is done many times with a broadcaster, and must leave nothing behind.
package struct Usage: Sendable {
    package let name: String
    let body: @Sendable (Broadcaster) async -> Void

    package init(_ name: String, _ body: @escaping @Sendable (Broadcaster) async -> Void) {
        self.name = name
        self.body = body
    }
}

/// Repeats each usage with one broadcaster, and prints what that leaves allocated, and how many channels are observed.
package func expectNothingLeft(by usages: [Usage], repetitions: Int) async {
    let broadcaster = Broadcaster()
    for usage in usages {
        await expectMemory(0, after: "\(repetitions) \(usage.name)") {
            for round in 0..<repetitions {
                await usage.body(broadcaster)
                guard round.isMultiple(of: 100) else { continue }
                // So that pending broadcasts don't pile up.
                await broadcaster.settled()
                // Broadcasts to many that didn't end would take minutes.
                if !broadcaster.channels.isEmpty { break }
            }
            await broadcaster.settled()
        }
        let count = broadcaster.channels.count
        print("memory: \(count) channels after \(usage.name)\(count > 0 ? Figure.tooLarge : "")")
    }
}

/// Does the work, and prints how many bytes it leaves allocated, and whether these are more than allowed.
///
/// Threads that Dispatch starts or ends, and caches of the allocator, change the count by a little. So the work may be
/// repeated: a leak leaves something each time.
package func expectMemory(_ allowed: Int, after what: String, _ work: () async -> Void) async {
    var left = Int.max
    var rounds = 0
    while left > allowed + Figure.tolerance, rounds < (allowed == 0 ? 20 : 1) {
        let before = bytesAllocated()
        await work()
        // What was registered on another thread is purged on the main queue, in as many items as there are thousands of
        // registrations, and until the last one, the purge retains the list of all channels.
        var turns = 0
        repeat {
            await Broadcaster.settled()
            left = bytesAllocated() - before
            turns += 1
        } while left > allowed + Figure.tolerance && turns < 100
        rounds += 1
    }
    Figure.print(left, allowed: allowed, after: what)
}

/// Does the work once or a few times, without waiting for the main queue, and prints how many bytes it leaves allocated.
package func expectMemory(after what: String, _ work: () -> Void) {
    var left = Int.max
    for _ in 0..<3 where left > Figure.tolerance {
        let before = bytesAllocated()
        work()
        left = bytesAllocated() - before
    }
    Figure.print(left, allowed: 0, after: what)
}

/// Expects that none of the figures that a process printed is too large.
package func expectFigures(in output: [UInt8]?) {
    let figures = String(decoding: output ?? [], as: UTF8.self)
    let isTooLarge = figures.contains(Figure.tooLarge)
    #expect(!isTooLarge, "\(figures)")
    #expect(figures.contains("memory: "))
}

private enum Figure {
    static let tooLarge = ", too many"
    static let tolerance = 1 << 16

    static func print(_ left: Int, allowed: Int, after what: String) {
        Swift.print("memory: \(left) bytes after \(what)\(left > allowed + tolerance ? tooLarge : "")")
    }
}
