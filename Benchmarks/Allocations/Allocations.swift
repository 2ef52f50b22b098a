import AllocationCounter
import Benchmark
import Broadcasts

/// How often one call allocates memory.
///
/// The number is exact, so it has a threshold; times have none. It is an average, rounded down, so that occasional
/// allocations by Dispatch, and of larger buffers, don't count.
///
/// The metric `objectAllocCount` crashes with the runtime of Swift 6.3 on Linux, so it isn't used.
let benchmarks: @Sendable () -> Void = {
    let allocations = BenchmarkMetric.custom("allocations", useScalingFactor: false)
    let times = 1000
    for contender in Synchronous.ours + MainQueue.ours + [MainQueue.floor, Registering.ours] {
        for count in [0, 1, 10, 1000] {
            Benchmark(
                "\(contender.name)-\(count)",
                configuration: .init(metrics: [allocations], warmupIterations: 0, maxIterations: 10)
            ) { benchmark in
                let observers = countingObservers(count)
                let tally = Tally(count: count)
                let workload = contender.workload(observers, tally)
                workload.run(times)
                let before = AllocationCount()
                workload.run(times)
                benchmark.measurement(allocations, (AllocationCount() - before) / times)
                workload.end()
                tally.check(contender.calls(afterRuns: 2 * times), contender.name)
                tally.free()
                withExtendedLifetime(observers) {}
            }
        }
    }
}
