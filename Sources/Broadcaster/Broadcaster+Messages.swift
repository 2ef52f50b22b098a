extension Broadcaster {
    /// Returns the broadcasts of a protocol as an asynchronous sequence.
    ///
    /// ```swift
    /// let messages = Broadcaster.messages(of: UploadObserverMessage.self)
    /// Task {
    ///     for await message in messages { print(message) }
    /// }
    /// ```
    ///
    /// The sequence receives each broadcast that is sent after this method returns, even if the loop starts later. So
    /// call it before you start the task of the loop: inside the task, it would miss what is sent until the task runs.
    ///
    /// The sequence ends, after the messages that are already buffered, when the task of the loop is canceled, when
    /// `unregister` ends its registration, or when its broadcaster, which it doesn't retain, is deallocated. It is
    /// unregistered then, or when the sequence and its iterators are released.
    ///
    /// A sequence serves one loop. For another loop, ask for another sequence.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - bufferingPolicy: Which messages to keep until the loop takes them. By default it keeps all, so a loop that
    ///     stays slower than the senders uses more and more memory.
    /// - Returns: The sequence. ``settled()-swift.type.method`` waits until a message is in its buffer, but not for the
    ///   body of the loop.
    /// - Complexity: The same as for registering an observer.
    @preconcurrency @MainActor
    public static func messages<M: Message, Key: Hashable & Sendable>(
        of messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded
    ) -> AsyncStream<M> { current.messages(of: messageType, for: key, bufferingPolicy: bufferingPolicy) }

    /// Returns the broadcasts that this broadcaster sends to a protocol, as an asynchronous sequence.
    ///
    /// See the static method ``messages(of:for:bufferingPolicy:)-79zu4``.
    @preconcurrency @MainActor
    public func messages<M: Message, Key: Hashable & Sendable>(
        of messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded
    ) -> AsyncStream<M> {
        stream(bufferingPolicy) { continuation in
            let registration = WeakRegistration()
            // The observer may hand its `@Sendable` closure to another thread, and release it there, together with the
            // buffered messages.
            let continuation = MainActorBox(continuation)
            let receive: @Sendable (M) -> Void = { message in
                // `nonisolated(unsafe)`: a message that isn't `Sendable` is yielded on the main actor, where its loop is.
                nonisolated(unsafe) let message = message
                if case .dropped = continuation.sendableValue.yield(message) {
                    MonitoredCall.countDrop(by: registration)
                }
            }
            return ClosureAdapter(callingOnMainActorUnlessSendable: receive, notedIn: registration, of: self)
                .register(for: key, as: .loop) { continuation.sendableValue.finish() }
        }
    }

    /// Returns the broadcasts of a `Sendable` protocol as an asynchronous sequence.
    ///
    /// Call it from any thread. Otherwise, it behaves like the main-actor form.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - bufferingPolicy: Which messages to keep until the loop takes them; by default all.
    /// - Returns: The sequence.
    /// - Complexity: The same as for registering an observer.
    public static func messages<M: SendableMessage, Key: Hashable & Sendable>(
        of messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded
    ) -> AsyncStream<M> { current.messages(of: messageType, for: key, bufferingPolicy: bufferingPolicy) }

    /// Returns the broadcasts of this broadcaster to a `Sendable` protocol, as an asynchronous sequence.
    ///
    /// See the static method ``messages(of:for:bufferingPolicy:)-6u0g8``.
    public func messages<M: SendableMessage, Key: Hashable & Sendable>(
        of messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded
    ) -> AsyncStream<M> {
        stream(bufferingPolicy) { continuation in
            let registration = WeakRegistration()
            let receive: @Sendable (M) -> Void = { message in
                if case .dropped = continuation.yield(message) { MonitoredCall.countDrop(by: registration) }
            }
            return ClosureAdapter(calling: receive, notedIn: registration, of: self)
                .register(for: key, as: .loop) { continuation.finish() }
        }
    }
}

extension Broadcaster {
    /// Makes the sequence of a loop, whose end ends the registration.
    private func stream<M>(
        _ bufferingPolicy: BufferingPolicy,
        register: (AsyncStream<M>.Continuation) -> @Sendable () -> Void
    ) -> AsyncStream<M> {
        let (stream, continuation) = AsyncStream.makeStream(of: M.self, bufferingPolicy: bufferingPolicy.ofStream())
        let unregister = register(continuation)
        continuation.onTermination = { _ in unregister() }
        return stream
    }
}
