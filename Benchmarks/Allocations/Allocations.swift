import AllocationCounter
import Benchmark
import Broadcasts

/// How often ten calls allocate memory, which doesn't depend on the machine or its load, so it has thresholds.
///
/// It is an average over a thousand calls, rounded, so that what Dispatch allocates now and then doesn't count. Each
/// case fails for a fault that no other one notices: without observers, an operation takes paths of its own; with ten,
/// what is allocated for each observer shows; with a thousand, the index of the registrations does.
///
/// The metric `objectAllocCount` crashes with the runtime of Swift 6.3 on Linux, so it isn't used.
let benchmarks: @Sendable () -> Void = {
    let rows: [(name: String, row: Row, counts: [Int])] = [
        ("forEach", Rows.forEach, [0, 10]),
        ("for-in", Rows.forIn, [10]),
        ("invoke", Rows.invoke, [10]),
        ("observers-of", Rows.observersOf, [0, 10]),
        ("observers-of-key", Rows.observersOfKey, [10]),
        ("main.async", Rows.mainAsync, [10]),  // What no broadcast to the main queue can do without.
        ("notify", Rows.notify, [0, 10]),
        ("notify-for-key", Rows.notifyForKey, [10]),
        ("notify-on-queue", Rows.notifyOnQueue, [10]),
        ("notify-value", Rows.notifyValue, [10]),
        ("await", Rows.awaitingBurst, [1, 100]),  // A burst of as many messages, to one closure.
        ("notify-set", Rows.notifySet, [10]),
        ("add", Rows.add, [10]),
        ("register", Rows.register, [0, 10, 1000]),
        ("register-for-key", Rows.registerForKey, [0, 10]),
        ("observe", Rows.observe, [10]),
    ]
    let allocations = BenchmarkMetric.custom("allocations", useScalingFactor: false)
    // How many purges fall into the measurement depends on when the main queue runs them.
    let registering: Set = ["register", "register-for-key", "observe"]
    for (name, row, counts) in rows {
        for count in counts {
            Benchmark(
                "\(name)-\(count)",
                configuration: .init(
                    metrics: [allocations], warmupIterations: 0, maxIterations: 10,
                    thresholds: registering.contains(name) ? [allocations: .init(absolute: [.p90: 3])] : nil
                )
            ) { benchmark in
                let observers = countingObservers(count)
                let workload = row.workload(observers, Tally(count))
                workload.run(1000)
                let before = AllocationCount()
                workload.run(1000)
                benchmark.measurement(allocations, (AllocationCount() - before + 50) / 100)
                workload.end(2000)
                withExtendedLifetime(observers) {}
            }
        }
    }
}
