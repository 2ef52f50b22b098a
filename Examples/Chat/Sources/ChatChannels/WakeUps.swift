/// Wakes up one loop, and merges the wake-ups that arrive while it works into one.
package struct WakeUps: Sendable {
    package let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    package init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }
    package func wakeUp() { continuation.yield() }
}
