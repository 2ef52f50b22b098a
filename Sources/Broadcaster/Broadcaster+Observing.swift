extension Broadcaster {
    /// Calls `block` with each broadcast of a protocol, as a value, on the main actor.
    ///
    /// ```swift
    /// observation = Broadcaster.observe(UploadObserverMessage.self) {
    ///     [weak self] message in
    ///     if case .uploadDidFinish(let name, _) = message { self?.show(name) }
    /// }
    /// ```
    ///
    /// The closure is an observer like any other: it is called in its turn, and all rules of <doc:DeliveryContract>
    /// apply. If the protocol is `Sendable`, and a broadcast is delivered on another queue, a block on the main queue
    /// calls the closure, unless its registration has ended by then.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - block: The closure to call.
    /// - Returns: The registration. It ends when you cancel or release it, so keep it.
    /// - Complexity: The same as for registering an observer.
    @preconcurrency @MainActor
    public static func observe<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @MainActor (M) -> Void
    ) -> Observation { current.observe(messageType, for: key, block: block) }

    /// Calls `block` with each broadcast of this broadcaster to a protocol, on the main actor.
    ///
    /// See the static method ``observe(_:for:block:)-8qoka``.
    @preconcurrency @MainActor
    public func observe<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @MainActor (M) -> Void
    ) -> Observation { ClosureAdapter(callingOnMainActor: block, of: self).register(for: key, retaining: self) }

    /// Calls `block` with each broadcast of a `Sendable` protocol, as a value, where the broadcast is delivered.
    ///
    /// Call it from any thread. The compiler chooses the main-actor form if the closure is marked with `@MainActor`.
    /// Otherwise, it behaves like that form.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - block: The closure to call: on the main queue, or on the queue that was passed to `notify`.
    /// - Returns: The registration. It ends when you cancel or release it, so keep it.
    /// - Complexity: The same as for registering an observer.
    public static func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @Sendable (M) -> Void
    ) -> Observation { current.observe(messageType, for: key, block: block) }

    /// Calls `block` with each broadcast of this broadcaster to a `Sendable` protocol, where it is delivered.
    ///
    /// See the static method ``observe(_:for:block:)-2rlx9``.
    public func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @Sendable (M) -> Void
    ) -> Observation { ClosureAdapter(calling: block, of: self).register(for: key, retaining: self) }

    /// Calls `block` with each broadcast of a protocol, as a value, on the main actor, for as long as its owner lives.
    ///
    /// ```swift
    /// Broadcaster.observe(UploadObserverMessage.self, owner: self) {
    ///     `self`, message in
    ///     if case .uploadDidFinish(let name, _) = message { self.show(name) }
    /// }
    /// ```
    ///
    /// There is no token to keep, and no capture list to write: the owner is the closure's first parameter. If you name
    /// it `self`, the closure can't capture the outer `self` by mistake. A closure that captures its owner despite the
    /// parameter keeps the owner alive, so it never ends. Nor does one that captures its broadcaster, because after the
    /// owner is deallocated, nothing else may be able to send the broadcast that ends it. In the closure, use
    /// ``current``, which is the broadcaster that delivers.
    ///
    /// The closure is an observer like any other: it is called in its turn, and all rules of <doc:DeliveryContract>
    /// apply. Several closures of one owner are several registrations. The closure ends with its owner or its
    /// broadcaster, and `unregister(observer:)` of the owner doesn't end it: to end it earlier, use the form that
    /// returns an ``Observation``. An owner that can't be held weakly traps, as an observer does: a type of C or C++
    /// that Swift imports as a reference, or the box that `as AnyObject` makes of a value. What the closure captures is
    /// released on the main queue: by a purge, or, once a broadcast has found the owner deallocated, by one of the next
    /// two broadcasts.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - owner: The object that the closure belongs to. It is held weakly, and retained only for its own call.
    ///   - block: The closure to call, with the owner.
    /// - Complexity: The same as for registering an observer.
    @preconcurrency @MainActor
    public static func observe<M: Message, Owner: AnyObject, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @MainActor (Owner, M) -> Void
    ) { current.observe(messageType, for: key, owner: owner, block: block) }

    /// Calls `block` with each broadcast of this broadcaster, on the main actor, while its owner lives.
    ///
    /// See the static method ``observe(_:for:owner:block:)-4d0jj``.
    @preconcurrency @MainActor
    public func observe<M: Message, Owner: AnyObject, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @MainActor (Owner, M) -> Void
    ) {
        ObserverObject.require(owner)
        let call: @MainActor (M) -> Void = { [weak owner] message in
            if let owner { block(owner, message) }
        }
        ClosureAdapter(callingOnMainActor: call, of: self).register(for: key, owner: owner)
    }

    /// Calls `block` with each broadcast of a `Sendable` protocol, as a value, where the broadcast is delivered, for as
    /// long as its owner lives.
    ///
    /// Call it from any thread. The closure is `@Sendable`, so it can't use the state of an owner on the main actor,
    /// unless you mark it with `@MainActor`: the compiler then chooses the main-actor form. Otherwise, it behaves like
    /// that form, but what the closure captures is released on any thread.
    ///
    /// - Parameters:
    ///   - messageType: The messages of the protocol.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - owner: The object that the closure belongs to. It is held weakly, and retained only for its own call.
    ///   - block: The closure to call: on the main queue, or on the queue that was passed to `notify`.
    /// - Complexity: The same as for registering an observer.
    public static func observe<
        M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable
    >(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @Sendable (Owner, M) -> Void
    ) { current.observe(messageType, for: key, owner: owner, block: block) }

    /// Calls `block` with each broadcast of this broadcaster, where it is delivered, while its owner lives.
    ///
    /// See the static method ``observe(_:for:owner:block:)-4h5ck``.
    public func observe<M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @Sendable (Owner, M) -> Void
    ) {
        ObserverObject.require(owner)
        let call: @Sendable (M) -> Void = { [weak owner] message in
            if let owner { block(owner, message) }
        }
        ClosureAdapter(calling: call, of: self).register(for: key, owner: owner)
    }
}
