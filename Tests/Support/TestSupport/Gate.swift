/// Suspends a task until a test opens it: each call of `open()` lets one task pass, now or later.
package struct Gate: Sendable {
    private let passes = AsyncStream.makeStream(of: Void.self)

    package init() {}

    package func open() { passes.continuation.yield() }

    /// Waits until the gate is opened, or until the task is canceled.
    package func pass() async { for await _ in passes.stream { return } }

    /// Waits until the gate is opened, even if the task is canceled.
    package func passUncanceled() async { await Task { await pass() }.value }
}
