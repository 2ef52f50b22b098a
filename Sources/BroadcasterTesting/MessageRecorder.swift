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
    private var reading: RecorderReading?

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
        let observation = broadcaster.observe(messageType, for: key) { [weak self] in self?.receive($0) }
        self.observation = observation
        reading = Self.reading(for: key, from: broadcaster, by: observation)
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
        let observation = broadcaster.observe(messageType, for: key) { [weak self] in self?.receive($0) }
        self.observation = observation
        reading = Self.reading(for: key, from: broadcaster, by: observation)
    }

    /// The messages received so far, in order, including those that ``next(within:isolation:fileID:line:)`` returned.
    ///
    /// Await `Broadcaster.settled()` before you read it. An isolated test fails if it last read them while a broadcast
    /// to a recorder without a key was pending, because it can't have checked that broadcast.
    public var messages: [Message] {
        reading?.messagesAreRead { received.all } ?? received.all
    }

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
            reading?.messageWasAwaited()
            let message = received.all[number]
            if matches(message) { return message }
            skipped += 1
            remaining = timeout - Double(DispatchTime.now().uptimeNanoseconds - start) / 1_000_000_000
        }
        try Task.checkCancellation()
        let skips = skipped == 0 ? "" : ", which skipped \(skipped)"
        throw NoMessage(
            description: """
                no \(Message.self) arrived within \(timeout) seconds of the call at \(fileID):\(line)\(skips); received \
                before: \(received.all)
                """)
    }

    /// Follows the reads of a recorder of all broadcasts, if they are those of the test.
    private static func reading<Key: Hashable & Sendable>(
        for key: Key, from broadcaster: Broadcaster, by observation: Broadcaster.Observation
    ) -> RecorderReading? {
        guard key is Broadcaster.NoKey, let test = IsolatedTest.current, test.broadcaster === broadcaster else {
            return nil
        }
        let channel = broadcaster.channelName(of: Message.Channel.self)
        return RecorderReading(of: channel, by: observation, in: test)
    }

    private func receive(_ message: Message) {
        received.append(message)
        numbers.addMessage()
    }
}

// `@unchecked` because locks guard what it received, and its observation is set once.
extension MessageRecorder: @unchecked Sendable where Message: Sendable {}

/// What a recorder received.
private final class ReceivedMessages<Message>: Unreflected {
    private var messages: [Message] = []
    private let lock = NSLock()

    var all: [Message] { lock.withLock { messages } }

    func append(_ message: Message) {
        lock.withLock { messages.append(message) }
    }
}

private struct NoMessage: Error, CustomStringConvertible {
    let description: String
}
