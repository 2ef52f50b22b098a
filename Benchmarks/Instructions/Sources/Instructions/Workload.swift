/// An operation whose instructions are counted.
struct Workload {
    /// How many observers are called in each operation, or registered beside it.
    let observerCount: Int
    /// Which observers an operation calls.
    let calls: Calls
    /// Creates what the operation needs, and returns a loop of the operation.
    let prepare: ([CountingObserver]) -> Prepared

    enum Calls {
        case none
        case all
        /// One observer, each in its turn.
        case one
    }

    /// How often each observer must have been called after so many operations.
    func expectedCalls(afterOperations times: Int) -> Int {
        switch calls {
        case .none: 0
        case .all: times
        case .one: times / observerCount
        }
    }

    struct Prepared {
        /// Repeats the operation that is counted.
        let run: (_ times: Int) -> Void
        /// Prepares that many operations; isn't counted.
        var before: (_ times: Int) -> Void = { _ in }
        /// Cleans up after them; isn't counted.
        var after: () -> Void = {}
    }

    init(
        observers observerCount: Int, calls: Calls = .all,
        prepare: @escaping ([CountingObserver]) -> Prepared
    ) {
        self.observerCount = observerCount
        self.calls = calls
        self.prepare = prepare
    }
}
