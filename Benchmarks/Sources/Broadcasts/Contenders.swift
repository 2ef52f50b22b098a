/// The work that is measured, on observers that exist already.
package struct Workload: Sendable {
    package let name: String
    package let run: @Sendable (_ times: Int) -> Void
    private let onEnd: @Sendable () -> Void

    package init(
        _ name: String, onEnd: @escaping @Sendable () -> Void = {}, run: @escaping @Sendable (_ times: Int) -> Void
    ) {
        self.name = name
        self.run = run
        self.onEnd = onEnd
    }

    /// Checks what the tally can't check, and removes the registrations that outlive the workload.
    package func end() {
        onEnd()
    }
}

/// A way to do work that other contenders do too.
package struct Contender: Sendable {
    /// When the observers are called, so that the tally can be checked.
    package enum Calls: Sendable {
        /// Once in each run.
        case eachRun
        /// Once in all, when the workload ends: they must still be registered, and no other observer may be.
        case atEnd
    }

    package let name: String
    /// What its figures don't say by themselves; printed below each table in which it stands.
    package let caveat: String?
    private let calls: Calls
    private let make: @Sendable (_ name: String, [CountingObserver], Tally) -> Workload

    init(
        _ name: String, caveat: String? = nil, calls: Calls = .eachRun,
        make: @escaping @Sendable (_ name: String, [CountingObserver], Tally) -> Workload
    ) {
        self.name = name
        self.caveat = caveat
        self.calls = calls
        self.make = make
    }

    package func workload(_ observers: [CountingObserver], _ tally: Tally) -> Workload {
        make(name, observers, tally)
    }

    /// How often each observer must have been called when a workload ends after so many runs.
    package func calls(afterRuns runs: Int) -> Int {
        switch calls {
        case .eachRun: runs
        case .atEnd: 1
        }
    }
}
