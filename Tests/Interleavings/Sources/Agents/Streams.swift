import Explorer

/// The steps of streams.
///
/// They are here, because a module that declares `yield` in its own way can't call the original. A stream's buffer can't
/// be seen, so all streams count as one object.
package enum StreamStep {
    nonisolated(unsafe) private static let all = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

    package static func yield<Element>(
        _ value: sending Element, to continuation: AsyncStream<Element>.Continuation
    ) -> AsyncStream<Element>.Continuation.YieldResult {
        ExplorerStep(ExplorerWrite, all, "yields to", "streams")
        return continuation.yield(value)
    }

    package static func finish<Element>(_ continuation: AsyncStream<Element>.Continuation) {
        ExplorerStep(ExplorerWrite, all, "finishes", "streams")
        continuation.finish()
    }

    /// Comes before a loop takes an element, or waits for one.
    package static func next() { ExplorerStep(ExplorerWrite, all, "takes from", "streams") }
}
