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
    /// apply.
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

    /// Calls `block` with each broadcast that this broadcaster sends to a protocol, as a value, on the main actor.
    ///
    /// The registration ends when you cancel or release what it returns. For the contract, see the static method
    /// ``observe(_:for:block:)-8qoka``.
    @preconcurrency @MainActor
    public func observe<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @MainActor (M) -> Void
    ) -> Observation { register(mainActorAdapter(block), for: key) }

    /// Calls `block` with each broadcast of a `Sendable` protocol, as a value, where the broadcast is delivered.
    ///
    /// Call it from any thread. Otherwise, it behaves like the main-actor form.
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

    /// Calls `block` with each broadcast that this broadcaster sends to a `Sendable` protocol, as a value, where the
    /// broadcast is delivered.
    ///
    /// You can call it from any thread. The registration ends when you cancel or release what it returns. For the
    /// contract, see the static method ``observe(_:for:block:)-2rlx9``.
    public func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @Sendable (M) -> Void
    ) -> Observation { register(adapter(block), for: key) }

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
    /// returns an ``Observation``. An owner that can't be held weakly traps, as an observer does: a type of C or C++ that
    /// Swift imports as a reference, or the box that `as AnyObject` makes of a value. What the closure captures is
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

    /// Calls `block` with each broadcast that this broadcaster sends to a protocol, as a value, on the main actor, for
    /// as long as its owner lives.
    ///
    /// The owner is held weakly, and is the closure's first parameter. For the contract, see the static method
    /// ``observe(_:for:owner:block:)-4d0jj``.
    @preconcurrency @MainActor
    public func observe<M: Message, Owner: AnyObject, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @MainActor (Owner, M) -> Void
    ) {
        ObserverCheck.requireObject(owner)
        let adapter = mainActorAdapter { [weak owner] (message: M) in
            if let owner { block(owner, message) }
        }
        register(adapter, for: key, owner: owner)
    }

    /// Calls `block` with each broadcast of a `Sendable` protocol, as a value, where the broadcast is delivered, for as
    /// long as its owner lives.
    ///
    /// Call it from any thread. The closure is `@Sendable`, so even with an owner on the main actor it can't use the
    /// owner's state directly: await it in the asynchronous form, or use a protocol that isn't `Sendable`.
    /// Otherwise, it behaves like the main-actor form, but what the closure captures is released on any thread.
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

    /// Calls `block` with each broadcast that this broadcaster sends to a `Sendable` protocol, as a value, where the
    /// broadcast is delivered, for as long as its owner lives.
    ///
    /// You can call it from any thread. The owner is held weakly, and is the closure's first parameter. For the
    /// contract, see the static method ``observe(_:for:owner:block:)-4h5ck``.
    public func observe<M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @Sendable (Owner, M) -> Void
    ) {
        ObserverCheck.requireObject(owner)
        let adapter = adapter { @Sendable [weak owner] (message: M) in
            if let owner { block(owner, message) }
        }
        register(adapter, for: key, owner: owner)
    }
}

/// The observer that calls a closure with messages, and what its registration needs.
struct ClosureAdapter<T> {
    let observer: T
    /// Retains the observer: the observer itself, or a box around it.
    let retained: AnyObject
    let channels: LockedChannels
    /// The mailbox that the observer puts messages into, if the closure awaits.
    let mailbox: (any AnyMailbox)?
}

extension Broadcaster {
    /// Registers a closure, or the buffer of a loop, until its observation ends.
    func register<T, Key: Hashable & Sendable>(
        _ adapter: ClosureAdapter<T>, for key: Key, as kind: ObserverKind = .closure
    ) -> Observation {
        let key = Self.channelKey(key)
        let channels = adapter.channels
        let registration = channels.add(adapter.observer, for: key, as: kind)
        adapter.mailbox?.setRegistration(registration)
        let identity = ObserverCheck.identity(of: adapter.observer)
        return Observation { [self, retained = adapter.retained, mailbox = adapter.mailbox] in
            withExtendedLifetime((self, retained)) { channels.remove(.observer(identity), for: key) }
            mailbox?.cancel()
        }
    }

    /// Registers a closure for as long as its owner lives.
    func register<T, Key: Hashable & Sendable>(_ adapter: ClosureAdapter<T>, for key: Key, owner: AnyObject) {
        let owner = ClosureOwner(object: owner, retainedAdapter: adapter.retained)
        let registration = adapter.channels.add(
            adapter.observer, for: Self.channelKey(key), as: .closureOfOwner, owner: owner)
        adapter.mailbox?.setRegistration(registration)
    }

    /// Makes an adapter that calls a closure of the main actor, and stops the program if it is called elsewhere.
    ///
    /// `M.makeObserver` takes a `@Sendable` closure, so only this check stops an observer that was written by hand from
    /// calling it on any thread, with a message that isn't `Sendable`.
    @MainActor
    func mainActorAdapter<M: Message>(
        _ receive: @escaping @MainActor (M) -> Void, mailbox: (any AnyMailbox)? = nil
    ) -> ClosureAdapter<M.Channel> {
        // Boxed apart from the observer, which may hand its `@Sendable` closure to another thread, and release it
        // there, together with what `receive` retains: captured objects, or buffered messages.
        let receive = MainActorBox(receive)
        let observer = M.makeObserver { message in
            if !MainQueue.isMainActor {
                fatalError(TrapMessages.offMainActor("A message was received", M.Channel.self))
            }
            // `nonisolated(unsafe)`: the message stays on the main actor.
            nonisolated(unsafe) let message = message
            MainQueue.assumeMainActor { receive.value(message) }
        }
        return ClosureAdapter(
            observer: observer, retained: MainActorBox(observer),
            channels: entry(of: M.Channel.self, usedBy: .onMainActor).channels, mailbox: mailbox)
    }

    /// Makes an adapter that calls a closure on the thread that delivers.
    func adapter<M: SendableMessage>(
        _ receive: @escaping @Sendable (M) -> Void, mailbox: (any AnyMailbox)? = nil
    ) -> ClosureAdapter<M.Channel> {
        let observer = M.makeObserver(receive)
        return ClosureAdapter(
            observer: observer, retained: observer as AnyObject, channels: entry(of: M.Channel.self).channels,
            mailbox: mailbox)
    }
}
