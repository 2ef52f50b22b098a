/// An operation whose instructions are counted.
struct Workload {
    /// How many observers are called in each operation, or registered beside it.
    let observerCount: Int
    /// How often each observer is called in one operation.
    let callsPerOperation: Int
    /// Makes what the operation needs, and returns the operation in a loop.
    let prepare: ([CountingObserver]) -> Prepared

    struct Prepared {
        /// Repeats the operation that is counted.
        let run: (_ times: Int) -> Void
        /// What has to be done before that many operations, without being counted.
        var before: (_ times: Int) -> Void = { _ in }
        /// What has to be done after them, without being counted.
        var after: () -> Void = {}
    }

    init(
        observers observerCount: Int, callsPerOperation: Int = 1,
        prepare: @escaping ([CountingObserver]) -> Prepared
    ) {
        self.observerCount = observerCount
        self.callsPerOperation = callsPerOperation
        self.prepare = prepare
    }
}
