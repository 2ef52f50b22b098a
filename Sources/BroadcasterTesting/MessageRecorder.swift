import Broadcaster
import Foundation

/// Records the broadcasts of a protocol, in tests.
///
/// ```swift
/// let recorder = MessageRecorder(MailObserverMessage.self)
/// Inbox().receive("Lunch at noon?")
/// await Broadcaster.settled()
/// #expect(recorder.messages == [.mailArrived("Lunch at noon?")])
/// ```
///
/// It receives each broadcast that is sent after it was created. Keep it for as long as it should record.
public final class MessageRecorder<Message: Broadcaster.Message> {
    private let received = ReceivedMessages<Message>()
    let numbers = MessageNumbers()
    private var observation: Broadcaster.Observation?

    /// Starts recording, on the main actor.
    ///
    /// - Parameters:
    ///   - messageType: The messages to record.
    ///   - key: A key, to record only the broadcasts that are sent with an equal one.
    ///   - broadcaster: The broadcaster to observe; by default, the one of the test.
    @MainActor
    public init<Key: Hashable & Sendable>(
        _ messageType: Message.Type, for key: Key = Broadcaster.NoKey(), from broadcaster: Broadcaster = .current
    ) {
        observation = broadcaster.observe(messageType, for: key) { [weak self] in self?.receive($0) }
    }

    /// Starts recording the messages of a `Sendable` protocol, on any thread.
    ///
    /// - Parameters:
    ///   - messageType: The messages to record.
    ///   - key: A key, to record only the broadcasts that are sent with an equal one.
    ///   - broadcaster: The broadcaster to observe; by default, the one of the test.
    public init<Key: Hashable & Sendable>(
        _ messageType: Message.Type, for key: Key = Broadcaster.NoKey(), from broadcaster: Broadcaster = .current
    ) where Message: Broadcaster.SendableMessage {
        observation = broadcaster.observe(messageType, for: key) { [weak self] in self?.receive($0) }
    }

    /// The messages received so far, in order, including those that ``next(within:isolation:fileID:line:)`` returned.
    ///
    /// Await `Broadcaster.settled()` before you read it.
    public var messages: [Message] { received.all }

    /// Returns the next message that it hasn't returned yet, and waits for it if necessary.
    ///
    /// ```swift
    /// importer.start()
    /// #expect(try await recorder.next() == .mailArrived("imported"))
    /// ```
    ///
    /// Use it where `settled()` isn't enough because the code under test broadcasts later. If several calls of one
    /// actor wait, they get the messages in the order of the calls.
    ///
    /// - Parameters:
    ///   - timeout: The number of seconds to wait. Infinity sets no limit. Zero, a negative number, and NaN don't wait:
    ///     the call returns a message that has arrived before, or throws.
    ///   - isolation: The actor to stay on.
    ///   - fileID: The module and the file of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The message.
    /// - Throws: An error that names the messages it waited for, the line of the call, and the messages that arrived
    ///   before, if none arrives in time. A `CancellationError` if the task is canceled.
    public func next(
        within timeout: TimeInterval = 10, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Message {
        try await next(where: { _ in true }, within: timeout, isolation: isolation, fileID: fileID, line: line)
    }

    /// Returns the next message that matches, and skips those before it.
    ///
    /// ```swift
    /// importer.start()
    /// let end = try await recorder.next(where: { $0 == .mailArrived("imported") })
    /// ```
    ///
    /// A skipped message counts as returned: no later call returns it.
    ///
    /// - Parameters:
    ///   - matches: Returns whether to return a message; called with each message once, in order, on the actor of the
    ///     caller.
    ///   - timeout: The number of seconds to wait in all, as in ``next(within:isolation:fileID:line:)``.
    ///   - isolation: The actor to stay on.
    ///   - fileID: The module and the file of the call, for the error.
    ///   - line: The line of the call, for the error.
    /// - Returns: The message.
    /// - Throws: An error that names the messages it waited for, the line of the call, and the messages that arrived
    ///   before, if none that matches arrives in time. A `CancellationError` if the task is canceled.
    public func next(
        where matches: (Message) -> Bool, within timeout: TimeInterval = 10,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Message {
        let start = DispatchTime.now().uptimeNanoseconds
        var remaining = timeout
        var skipped = 0
        while let number = await numbers.next(within: remaining) {
            let message = messages[number]
            if matches(message) { return message }
            skipped += 1
            remaining = timeout - Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000
        }
        try Task.checkCancellation()
        let skips = skipped == 0 ? "" : ", which skipped \(skipped)"
        throw NoMessage(
            description: """
                no \(Message.self) arrived within \(timeout) seconds of the call at \(fileID):\(line)\(skips); received \
                before: \(messages)
                """)
    }

    private func receive(_ message: Message) {
        received.append(message)
        numbers.addMessage()
    }
}

// `@unchecked` because locks guard what it received, and its observation is set once.
extension MessageRecorder: @unchecked Sendable where Message: Sendable {}

/// What a recorder received.
private final class ReceivedMessages<Message> {
    private var messages: [Message] = []
    private let lock = NSLock()

    var all: [Message] { lock.withLock { messages } }

    func append(_ message: Message) {
        lock.withLock { messages.append(message) }
    }
}

// Reflection doesn't take the locks, so it shows nothing that they guard.

extension ReceivedMessages: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension MessageNumbers: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: []) }
}

private struct NoMessage: Error, CustomStringConvertible {
    let description: String
}

/// A call of `next` that waits.
private struct WaitingCall {
    /// Which call it is; a task that is canceled ends its own.
    let id: Int
    let continuation: CheckedContinuation<Int?, Never>
    /// Ends the call when its time is over; a canceled timer releases what it retains at once.
    let timer: any DispatchSourceTimer

    func resume(returning number: Int?) {
        timer.cancel()
        continuation.resume(returning: number)
    }
}

/// Numbers the messages received, from 0 on, and gives each number to one call of `next`.
final class MessageNumbers: @unchecked Sendable {
    // `@unchecked` because the lock guards these.
    private var receivedCount = 0
    private var returnedCount = 0
    private var callCount = 0
    private var waiting: [WaitingCall] = []
    private let lock = NSLock()

    func addMessage() {
        let resumption: (() -> Void)? = lock.withLock {
            receivedCount += 1
            guard !waiting.isEmpty else { return nil }
            let call = waiting.removeFirst()
            let number = nextNumber()
            return { call.resume(returning: number) }
        }
        resumption?()
    }

    /// Returns the next number, or `nil` if the time is over or the task is canceled.
    ///
    /// It stays on the actor of the caller: on other threads, a later call could be the first to wait.
    func next(within timeout: TimeInterval, isolation: isolated (any Actor)? = #isolation) async -> Int? {
        let id = lock.withLock {
            callCount += 1
            return callCount
        }
        return await withTaskCancellationHandler {
            _ = isolation  // Only a closure that captures the actor stays there.
            return await withCheckedContinuation { continuation in
                let number: Int? = lock.withLock {
                    if returnedCount < receivedCount { return nextNumber() }
                    let timer = timer(after: timeout) { self.endCall(id) }
                    waiting.append(WaitingCall(id: id, continuation: continuation, timer: timer))
                    return nil
                }
                if let number { return continuation.resume(returning: number) }
                // If the task was canceled before the call waited, the handler found nothing to end.
                if Task.isCancelled { endCall(id) }
            }
        } onCancel: {
            endCall(id)
        }
    }

    private func timer(
        after timeout: TimeInterval, _ handler: @escaping @Sendable () -> Void
    ) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler(handler: handler)
        // A timer whose deadline is NaN would never fire.
        let seconds = timeout > 0 ? timeout : 0
        timer.schedule(deadline: seconds == .infinity ? .distantFuture : .now() + seconds)
        timer.activate()
        return timer
    }

    private func nextNumber() -> Int {
        defer { returnedCount += 1 }
        return returnedCount
    }

    private func endCall(_ id: Int) {
        let ended = lock.withLock {
            waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
        }
        ended?.resume(returning: nil)
    }
}
