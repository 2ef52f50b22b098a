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
/// It receives each broadcast that is sent after it was created, even if the code under test unregisters every observer.
/// Keep it for as long as it should record.
public final class MessageRecorder<Message: Broadcaster.Message> {
    private let received: ReceivedMessages<Message>
    let numbers = MessageNumbers()
    private let observation: Broadcaster.Observation

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
        received = ReceivedMessages(from: broadcaster)
        observation = broadcaster.record(messageType, for: key, receive: Self.receiving(received, numbers))
        IsolatedTest.current(of: broadcaster)?.add(received, observation)
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
        received = ReceivedMessages(from: broadcaster)
        observation = broadcaster.record(messageType, for: key, receive: Self.receiving(received, numbers))
        IsolatedTest.current(of: broadcaster)?.add(received, observation)
    }

    deinit { received.release() }

    /// The messages received so far, in order, including those that ``next(within:isolation:fileID:line:)`` returned.
    ///
    /// Await `Broadcaster.settled()` before you read it. An isolated test fails if a message arrived after it last read
    /// them, and its broadcast was pending then, because the test can't have checked that broadcast.
    public var messages: [Message] { received.readAll() }

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
        received.noteUse()
        let start = DispatchTime.now()
        var remaining = timeout
        var skipped = 0
        while let number = await numbers.next(within: remaining) {
            let message = received.read(at: number)
            if matches(message) { return message }
            skipped += 1
            remaining = timeout - DispatchTime.now().seconds(since: start)
        }
        try Task.checkCancellation()
        received.noteVainWait()
        let skips = skipped == 0 ? "" : ", which skipped \(skipped)"
        throw NoMessage(
            description: """
                no \(Message.self) arrived within \(timeout) seconds of the call at \(fileID):\(line)\(skips); received \
                before: \(received.all)
                """)
    }

    /// What records a message.
    ///
    /// Weak, because a test keeps what records until it ends.
    private static func receiving(
        _ received: ReceivedMessages<Message>, _ numbers: MessageNumbers
    ) -> @Sendable (Message) -> Void {
        { [weak numbers] message in
            received.append(message)
            numbers?.addMessage()
        }
    }
}

// `@unchecked` because locks guard what it received, and its observation is set once.
extension MessageRecorder: @unchecked Sendable where Message: Sendable {}

private struct NoMessage: Error, CustomStringConvertible {
    let description: String
}
