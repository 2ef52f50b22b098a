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

    /// Calls `block` with each broadcast that this broadcaster sends to a protocol, as a value, on the main actor.
    ///
    /// The registration ends when you cancel or release what it returns. For the contract, see the static method
    /// ``observe(_:for:block:)-8qoka``.
    @preconcurrency @MainActor
    public func observe<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @MainActor (M) -> Void
    ) -> Observation { register(makeMainActorAdapter(calling: block), for: key) }

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

    /// Calls `block` with each broadcast that this broadcaster sends to a `Sendable` protocol, as a value, where the
    /// broadcast is delivered.
    ///
    /// You can call it from any thread. The registration ends when you cancel or release what it returns. For the
    /// contract, see the static method ``observe(_:for:block:)-2rlx9``.
    public func observe<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), block: @escaping @Sendable (M) -> Void
    ) -> Observation { register(makeAdapter(receive: block), for: key) }

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
        let adapter = makeMainActorAdapter { [weak owner] (message: M) in
            if let owner { block(owner, message) }
        }
        register(adapter, for: key, owner: owner)
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

    /// Calls `block` with each broadcast that this broadcaster sends to a `Sendable` protocol, as a value, where the
    /// broadcast is delivered, for as long as its owner lives.
    ///
    /// You can call it from any thread. The owner is held weakly, and is the closure's first parameter. For the
    /// contract, see the static method ``observe(_:for:owner:block:)-4h5ck``.
    public func observe<M: SendableMessage, Owner: AnyObject & Sendable, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), owner: Owner, block: @escaping @Sendable (Owner, M) -> Void
    ) {
        ObserverCheck.requireObject(owner)
        let adapter = makeAdapter { @Sendable [weak owner] (message: M) in
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
    /// Whether only the main actor may load the owner of the closure.
    let isOnMainActor: Bool
    let channels: LockedChannels
    /// Where the registration is noted, if what receives the messages needs it.
    let registration: WeakRegistration?
    /// The mailbox that the observer puts messages into, if the closure awaits.
    let mailbox: (any AnyMailbox)?
}

/// What retains an observer, until the registration of that observer ends.
///
/// `@unchecked` because nothing but its lifetime matters.
private struct WeakAdapter: @unchecked Sendable {
    weak var object: AnyObject?
}

extension Broadcaster {
    /// Registers a closure until its observation ends.
    func register<T, Key: Hashable & Sendable>(_ adapter: ClosureAdapter<T>, for key: Key) -> Observation {
        let key = Self.channelKey(key, for: .observing)
        let channels = adapter.channels
        channels.add(adapter.observer, for: key, as: .closure, notedIn: adapter.registration)
        let identity = ObserverCheck.identity(of: adapter.observer)
        let retained = adapter.retained
        let mailbox = adapter.mailbox
        return Observation(of: T.self) { [self] in
            withExtendedLifetime((self, retained)) { channels.removeEverywhere(identity) }
            mailbox?.cancel()
        }
    }

    /// Registers a closure for as long as its owner lives.
    func register<T, Key: Hashable & Sendable>(_ adapter: ClosureAdapter<T>, for key: Key, owner: AnyObject) {
        let owner = AdapterOwner(
            object: owner, retainedAdapter: adapter.retained, isOnMainActor: adapter.isOnMainActor)
        adapter.channels.add(
            adapter.observer, for: Self.channelKey(key, for: .observing), as: .closureOfOwner, owner: owner,
            notedIn: adapter.registration)
    }

    /// Registers what fills the buffer of a loop, or sends to a subscriber, and returns a function that unregisters it.
    ///
    /// The registration retains it, and calls `finish` when it ends: by that function, by `unregister`, or with the
    /// broadcaster.
    func register<T, Key: Hashable & Sendable>(
        _ adapter: ClosureAdapter<T>, for key: Key, as kind: ObserverKind, finish: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let key = Self.channelKey(key, for: .observing)
        let identity = ObserverCheck.identity(of: adapter.observer)
        let owner = AdapterOwner(
            object: nil, retainedAdapter: adapter.retained, finish: finish, isOnMainActor: adapter.isOnMainActor)
        adapter.channels.add(adapter.observer, for: key, as: kind, owner: owner, notedIn: adapter.registration)
        let retained = WeakAdapter(object: adapter.retained)
        return { [channels = adapter.channels] in
            // Retained meanwhile, so no other observer gets the address of this one.
            guard let retained = retained.object else { return }
            withExtendedLifetime(retained) { channels.removeEverywhere(identity) }
        }
    }

    /// Makes an adapter that calls a closure of the main actor there.
    ///
    /// On the main actor, the closure is called at once, in its turn. Elsewhere, it is called by an item of the main
    /// queue if the messages are `Sendable`, and the program stops if they aren't.
    @MainActor
    func makeMainActorAdapter<M: Message>(
        calling closure: @escaping @MainActor (M) -> Void
    ) -> ClosureAdapter<M.Channel> {
        let registration = WeakRegistration()
        // Boxed apart from the observer, which may hand its `@Sendable` closure to another thread, and release it
        // there, together with what the closure captures.
        let closure = MainActorBox(closure)
        let isSendable = M.isSendable
        return makeMainActorAdapter(notedIn: registration) { [broadcaster = weakReference] (message: M) in
            // `nonisolated(unsafe)`: a message that isn't `Sendable` stays on the main actor.
            nonisolated(unsafe) let message = message
            // One that isn't is received nowhere else.
            if !isSendable || MainQueue.isMainActor {
                return MainQueue.assumeMainActor { closure.value(message) }
            }
            guard let registration = registration.retain() else { return }
            let cause = Cause.current
            // Weak, because the registration or the observation retains the closure until it ends. What it captures is
            // released then, and not when the item has run.
            MainQueue.async { [weak closure] in
                // Checked again, because the registration or the owner may have ended since.
                guard registration.isAlive, let closure else { return }
                MainQueue.delivering {
                    broadcaster().asCurrent {
                        guard let cause else { return closure.value(message) }
                        cause.whileCurrent { MainQueue.assumeMainActor { closure.value(message) } }
                    }
                }
            }
        }
    }

    /// Makes an adapter that hands each message to `receive` on the main actor, or anywhere if messages are `Sendable`.
    ///
    /// `M.makeObserver` takes a `@Sendable` closure, so only a check stops an observer that was written by hand from
    /// calling it on any thread, with a message that isn't `Sendable`. If the messages are `Sendable`, the use isn't
    /// recorded, because the observer may be called on any thread.
    @MainActor
    func makeMainActorAdapter<M: Message>(
        notedIn registration: WeakRegistration, mailbox: (any AnyMailbox)? = nil,
        receive: @escaping @Sendable (M) -> Void
    ) -> ClosureAdapter<M.Channel> {
        let isSendable = M.isSendable
        #if DEBUG
            // Language mode 5 accepts the forms of the main actor on any thread, without a warning.
            if !isSendable {
                MainQueue.requireMainActor(
                    TrapMessages.offMainActor("Messages were asked for", M.Channel.self, fix: "Ask for them there"))
            }
        #endif
        let observer = M.makeObserver { message in
            if !isSendable {
                MainQueue.requireMainActor(
                    TrapMessages.offMainActor(
                        "A message was received", M.Channel.self,
                        fix: "Call the observer, and the closure that 'makeObserver' takes, there"))
            }
            receive(message)
        }
        let entry = isSendable ? entry(of: M.Channel.self) : entry(of: M.Channel.self, usedBy: .onMainActor)
        return ClosureAdapter(
            observer: observer, retained: MainActorBox(observer), isOnMainActor: true, channels: entry.channels,
            registration: registration, mailbox: mailbox)
    }

    /// Makes an adapter that hands each message to `receive` on the thread that delivers.
    func makeAdapter<M: SendableMessage>(
        notedIn registration: WeakRegistration? = nil, mailbox: (any AnyMailbox)? = nil,
        receive: @escaping @Sendable (M) -> Void
    ) -> ClosureAdapter<M.Channel> {
        let observer = M.makeObserver(receive)
        return ClosureAdapter(
            observer: observer, retained: ObserverCheck.object(of: observer), isOnMainActor: false,
            channels: entry(of: M.Channel.self).channels, registration: registration, mailbox: mailbox)
    }
}
