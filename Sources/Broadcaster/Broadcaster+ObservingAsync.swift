// Why the main-actor forms are disfavored: a closure for a `Sendable` protocol would be ambiguous, because
// neither form's closure type converts to that of the other. So it gets the form for any thread.
//
// Why a form takes a function that isn't `@isolated(any)`: the compiler converts a function that stays on its caller's
// actor to no type that is. Without this form, it would silently choose the main-actor form for a function of no actor
// that is passed by its name, under `NonisolatedNonsendingByDefault`, and the function would move to the main thread.
// `sending` means nothing for a `Sendable` message, and makes the two forms' types differ.
extension Broadcaster {
    /// Calls an asynchronous closure with each broadcast of a protocol, as a value, on the main actor, one at a time.
    ///
    /// ```swift
    /// observation = Broadcaster.observe(UploadObserverMessage.self) {
    ///     [weak self] message in
    ///     await self?.store(message)
    /// }
    /// ```
    ///
    /// It behaves like the form with an owner, but ends with the observation that it returns. Canceling or releasing
    /// the observation drops the messages that wait, and cancels the task of the message that is being handled, unless
    /// the closure itself, or a task that it started for that message, does so.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - bufferingPolicy: Which messages wait while one is handled. By default all do, so a closure that stays slower
    ///     than the senders uses more and more memory.
    ///   - block: The closure to call.
    /// - Returns: The registration. It ends when you cancel or release it, so keep it.
    /// - Complexity: The same as for registering an observer.
    @preconcurrency @MainActor
    @_disfavoredOverload
    public static func observe<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @MainActor (M) async -> Void
    ) -> Observation { current.observe(messageType, for: key, bufferingPolicy: bufferingPolicy, block: block) }

    /// Awaits a closure with each broadcast of this broadcaster to a protocol, on the main actor.
    ///
    /// See the static method ``observe(_:for:bufferingPolicy:block:)-1xmmr``.
    @preconcurrency @MainActor
    @_disfavoredOverload
    public func observe<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @MainActor (M) async -> Void
    ) -> Observation {
        ClosureAdapter(awaitingOnMainActor: block, bufferingPolicy, of: self).register(for: key, retaining: self)
    }

    /// Calls an asynchronous closure with each broadcast of a `Sendable` protocol, as a value, one at a time.
    ///
    /// Call it from any thread. Otherwise, it behaves like the main-actor form.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - bufferingPolicy: Which messages wait while one is handled; by default all.
    ///   - block: The closure to call: on its global actor if it is marked with one, and otherwise on no actor.
    /// - Returns: The registration. It ends when you cancel or release it, so keep it.
    /// - Complexity: The same as for registering an observer.
    public static func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @isolated(any) @Sendable (M) async -> Void
    ) -> Observation { current.observe(messageType, for: key, bufferingPolicy: bufferingPolicy, block: block) }

    /// Awaits a closure with each broadcast of this broadcaster to a `Sendable` protocol.
    ///
    /// See the static method ``observe(_:for:bufferingPolicy:block:)-8w9tw``.
    public func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @isolated(any) @Sendable (M) async -> Void
    ) -> Observation {
        ClosureAdapter(awaiting: { _, message in await block(message) }, on: block.isolation, bufferingPolicy, of: self)
            .register(for: key, retaining: self)
    }

    /// Calls an asynchronous function that stays on its caller's actor with each broadcast of a `Sendable` protocol, as
    /// a value, one at a time, on no actor.
    ///
    /// With the upcoming feature `NonisolatedNonsendingByDefault`, the compiler chooses it for a function that belongs
    /// to no actor. It behaves like the form for a closure that belongs to no actor.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - bufferingPolicy: Which messages wait while one is handled; by default all.
    ///   - block: The function to call.
    /// - Returns: The registration. It ends when you cancel or release it, so keep it.
    /// - Complexity: The same as for registering an observer.
    @_disfavoredOverload
    public static func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @Sendable (sending M) async -> Void
    ) -> Observation { current.observe(messageType, for: key, bufferingPolicy: bufferingPolicy, block: block) }

    /// Awaits a function of its caller's actor with each broadcast of this broadcaster to a `Sendable` protocol.
    ///
    /// See the static method ``observe(_:for:bufferingPolicy:block:)-sxav``.
    @_disfavoredOverload
    public func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(),
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @Sendable (sending M) async -> Void
    ) -> Observation {
        ClosureAdapter(awaiting: { _, message in await block(message) }, on: nil, bufferingPolicy, of: self)
            .register(for: key, retaining: self)
    }

    /// Calls an asynchronous closure with each broadcast of a protocol, as a value, on the main actor, one at a time,
    /// for as long as its owner lives.
    ///
    /// ```swift
    /// Broadcaster.observe(UploadObserverMessage.self, owner: self) {
    ///     `self`, message in
    ///     await self.store(message)
    /// }
    /// ```
    ///
    /// The closure is an observer like any other. When its turn comes, the broadcast puts the message into the
    /// closure's mailbox, and goes on without waiting. The closure handles one message at a time, each to its end, in
    /// the order of delivery. A task exists only while a message waits or is handled, so nothing is suspended on a
    /// silent channel, and there is no task to cancel.
    ///
    /// A message that waits is checked again before its turn: if the owner is deallocated by then, or the protocol
    /// unregistered, it is dropped. The owner and a message are retained until that message is handled, and released
    /// there. In the closure, ``current`` is the broadcaster that it was registered with, and no other task-local value
    /// of the sender is bound.
    ///
    /// ``settled()-swift.type.method`` waits until the closure has handled what was sent before. A closure that never
    /// returns holds it up. While the closure runs, `settled()` waits for deliveries only, in the closure and in tasks
    /// that inherit its task-local values, because the closure would wait for itself.
    ///
    /// In everything else, such as what the closure may capture and how it ends, it behaves like the synchronous form,
    /// ``observe(_:for:owner:block:)-4d0jj``. The compiler chooses this form if the closure awaits; `async in` chooses
    /// it for a closure that doesn't. The closure can't throw. Swift ignores the mark of another global
    /// actor on it: await a function of that actor.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - owner: The object that the closure belongs to. It is held weakly, and retained only while one message is
    ///     handled.
    ///   - bufferingPolicy: Which messages wait while one is handled. By default all do, so a closure that stays slower
    ///     than the senders uses more and more memory. With a limit, ``Monitor/messagesWereDropped(_:by:)`` tells a
    ///     monitor how many were dropped.
    ///   - block: The closure to call, with the owner.
    /// - Complexity: The same as for registering an observer.
    @preconcurrency @MainActor
    @_disfavoredOverload
    public static func observe<M: Message, Owner: AnyObject, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner,
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @MainActor (Owner, M) async -> Void
    ) { current.observe(messageType, for: key, owner: owner, bufferingPolicy: bufferingPolicy, block: block) }

    /// Awaits a closure with each broadcast of this broadcaster, on the main actor, while its owner lives.
    ///
    /// See the static method ``observe(_:for:owner:bufferingPolicy:block:)-1rxrf``.
    @preconcurrency @MainActor
    @_disfavoredOverload
    public func observe<M: Message, Owner: AnyObject, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner,
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @MainActor (Owner, M) async -> Void
    ) {
        ObserverObject.require(owner)
        let call: @MainActor (M) async -> Void = { [weak owner] message in
            if let owner { await block(owner, message) }
        }
        ClosureAdapter(awaitingOnMainActor: call, bufferingPolicy, of: self).register(for: key, owner: owner)
    }

    /// Calls an asynchronous closure with each broadcast of a `Sendable` protocol, as a value, one at a time, for as
    /// long as its owner lives.
    ///
    /// ```swift
    /// Broadcaster.observe(OrderObserverMessage.self, owner: kitchen) {
    ///     kitchen, message in
    ///     await kitchen.prepare(message)
    /// }
    /// ```
    ///
    /// Call it from any thread. The owner may be an actor, or a main-actor object, whose methods the closure
    /// awaits. Otherwise, it behaves like the main-actor form, but the owner may be released on any thread, and so may
    /// what the closure captures, unless the closure is marked with `@MainActor`.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - owner: The object that the closure belongs to. It is held weakly, and retained only while one message is
    ///     handled.
    ///   - bufferingPolicy: Which messages wait while one is handled; by default all.
    ///   - block: The closure to call, with the owner: on its global actor if it is marked with one, and otherwise on
    ///     no actor.
    /// - Complexity: The same as for registering an observer.
    public static func observe<
        M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable
    >(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner,
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @isolated(any) @Sendable (Owner, M) async -> Void
    ) { current.observe(messageType, for: key, owner: owner, bufferingPolicy: bufferingPolicy, block: block) }

    /// Awaits a closure with each broadcast of this broadcaster to a `Sendable` protocol, while its owner lives.
    ///
    /// See the static method ``observe(_:for:owner:bufferingPolicy:block:)-6vevu``.
    public func observe<M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner,
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @isolated(any) @Sendable (Owner, M) async -> Void
    ) {
        ObserverObject.require(owner)
        let call: @Sendable (isolated (any Actor)?, M) async -> Void = { [weak owner] _, message in
            if let owner { await block(owner, message) }
        }
        ClosureAdapter(awaiting: call, on: block.isolation, bufferingPolicy, of: self).register(for: key, owner: owner)
    }

    /// Calls an asynchronous function that stays on its caller's actor with each broadcast of a `Sendable` protocol, as
    /// a value, one at a time, on no actor, for as long as its owner lives.
    ///
    /// With the upcoming feature `NonisolatedNonsendingByDefault`, the compiler chooses it for a function that belongs
    /// to no actor. It behaves like the form for a closure that belongs to no actor.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - owner: The object that the function belongs to. It is held weakly, and retained only while one message is
    ///     handled.
    ///   - bufferingPolicy: Which messages wait while one is handled; by default all.
    ///   - block: The function to call, with the owner.
    /// - Complexity: The same as for registering an observer.
    @_disfavoredOverload
    public static func observe<
        M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable
    >(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner,
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @Sendable (Owner, sending M) async -> Void
    ) { current.observe(messageType, for: key, owner: owner, bufferingPolicy: bufferingPolicy, block: block) }

    /// Awaits a function of its caller's actor with each broadcast of this broadcaster, while its owner lives.
    ///
    /// See the static method ``observe(_:for:owner:bufferingPolicy:block:)-7uh7s``.
    @_disfavoredOverload
    public func observe<M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner,
        bufferingPolicy: BufferingPolicy = .unbounded,
        block: @escaping @Sendable (Owner, sending M) async -> Void
    ) {
        ObserverObject.require(owner)
        let call: @Sendable (isolated (any Actor)?, M) async -> Void = { [weak owner] _, message in
            if let owner { await block(owner, message) }
        }
        ClosureAdapter(awaiting: call, on: nil, bufferingPolicy, of: self).register(for: key, owner: owner)
    }
}
