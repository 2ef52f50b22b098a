/// Does something when the time limit of a suite is over, unless the task is canceled before, so that a test that hangs
/// ends.
func ifItHangs(_ work: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
    Task.detached {
        // Time: as much as the suites have.
        try await Task.sleep(nanoseconds: 3_600_000_000_000)
        work()
    }
}
