import AllocationCounter
import Benchmark
import Broadcasts

/// How often one call allocates memory.
///
/// The number is exact, so it is held to a threshold; times are not. It is an average, rounded down, so that what
/// Dispatch allocates now and then, and a buffer that grows, don't count.
///
/// The metric `objectAllocCount` doesn't serve: it crashes with the runtime of Swift 6.3 on Linux.
let benchmarks: @Sendable () -> Void = {
    let allocations = BenchmarkMetric.custom("allocations", useScalingFactor: false)
    let times = 1000
    for contender in Synchronous.ours + ToMain.ours + [ToMain.floor, Registering.ours] {
        for count in [0, 1, 10, 1000] {
            Benchmark(
                "\(contender.name)-\(count)",
                configuration: .init(metrics: [allocations], warmupIterations: 0, maxIterations: 10)
            ) { benchmark in
                let observers = countingObservers(count)
                let tally = Tally(count: count)
                let subject = contender.workload(observers, tally)
                subject.run(times)
                let before = AllocationCount()
                subject.run(times)
                benchmark.measurement(allocations, (AllocationCount() - before) / times)
                subject.end()
                tally.check(contender.name == Registering.ours.name ? 1 : 2 * times, contender.name)
                tally.free()
                withExtendedLifetime(observers) {}
            }
        }
    }
}
