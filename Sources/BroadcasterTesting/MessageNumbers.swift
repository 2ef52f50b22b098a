import Broadcaster
import Foundation

/// A call of `next`; a task that is canceled ends its own.
private final class Call: Sendable {}

/// A call of `next` that waits.
private struct WaitingCall {
    let call: Call
    let continuation: CheckedContinuation<Int?, Never>
}

/// Numbers the messages received, from 0 on, and gives each number to one call of `next`.
final class MessageNumbers: Sendable {
    private struct State {
        var receivedCount = 0
        var returnedCount = 0
        var waiting: [WaitingCall] = []

        mutating func nextNumber() -> Int {
            defer { returnedCount += 1 }
            return returnedCount
        }
    }

    private let state = Locked(State())

    func addMessage() {
        let resumption: (() -> Void)? = state.withLock { state in
            state.receivedCount += 1
            guard !state.waiting.isEmpty else { return nil }
            let call = state.waiting.removeFirst()
            let number = state.nextNumber()
            return { call.continuation.resume(returning: number) }
        }
        resumption?()
    }

    /// Returns the next number, or `nil` if the time is over or the task is canceled.
    ///
    /// It stays on the actor of the caller: on other threads, a later call could be the first to wait.
    func next(within timeout: TimeInterval, isolation: isolated (any Actor)? = #isolation) async -> Int? {
        let call = Call()
        return await withTaskCancellationHandler {
            _ = isolation  // Only a closure that captures the actor stays there.
            return await withCheckedContinuation { continuation in
                let number: Int? = state.withLock { state in
                    if state.returnedCount < state.receivedCount { return state.nextNumber() }
                    state.waiting.append(WaitingCall(call: call, continuation: continuation))
                    return nil
                }
                if let number { return continuation.resume(returning: number) }
                end(call, after: timeout)
                // If the task was canceled before the call waited, the handler found nothing to end.
                if Task.isCancelled { end(call) }
            }
        } onCancel: {
            end(call)
        }
    }

    /// Ends a call when its time is over, if it still waits.
    private func end(_ call: Call, after timeout: TimeInterval) {
        if timeout == .infinity { return }
        // Zero for NaN as well, because a deadline that is NaN would never come.
        let seconds = max(.zero, timeout)
        // Weak, because the time may be long, and the recorder soon released.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.end(call) }
    }

    private func end(_ call: Call) {
        let ended = state.withLock { state in
            state.waiting.firstIndex { $0.call === call }.map { state.waiting.remove(at: $0) }
        }
        ended?.continuation.resume(returning: nil)
    }
}
