/// Wakes up a loop, and merges the wake-ups that arrive while it works into one.
///
/// An observer is called on its sender's queue, so it takes a note, wakes up its own loop, and returns.
package struct WakeUps: Sendable {
    /// The wake-ups, for one loop.
    package let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func wakeUp() { continuation.yield() }
}
