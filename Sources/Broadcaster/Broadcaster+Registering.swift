extension Broadcaster {
    /// Registers an observer for a protocol, from the main actor.
    ///
    /// ```swift
    /// Broadcaster.register(UpdateTitle.self, observer: self)
    /// ```
    ///
    /// The observer receives every broadcast sent from now on, on the main actor, after the observers that registered
    /// earlier. If it is registered already, it keeps its place. An observer that isn't `Sendable` can be registered on
    /// the main actor only.
    ///
    /// Registering a value type traps: "'App.Title' is a value type, so it can't be observed through 'App.UpdateTitle'
    /// …". A channel whose observers are also called, or handed out, off the main actor traps, too: "The observers of
    /// 'App.UpdateTitle' are bound to the main actor …".
    ///
    /// On Apple's platforms, an object of a class that inherits from `NSObject` can't be registered in its own
    /// `deinit`, nor one whose `allowsWeakReference` returns `false`: the Objective-C runtime refuses the weak
    /// reference, and stops the program.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    /// - Complexity: Amortized O(1) in the observers of this channel.
    @preconcurrency @MainActor
    public static func register<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { current.register(protocolType, for: key, observer: observer) }

    /// Registers an observer with this broadcaster, from the main actor.
    ///
    /// See the static method ``register(_:for:observer:)-3ds3r``.
    @preconcurrency @MainActor
    public func register<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        add(observer, for: key, to: entry(of: T.self, usedBy: .onMainActor))
    }

    /// Registers a `Sendable` observer for a protocol, from any thread.
    ///
    /// Otherwise, it behaves like the main-actor form.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol, which is the channel.
    ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all broadcasts.
    ///   - observer: The observer, an instance of a class or an actor. It is held weakly.
    /// - Complexity: Amortized O(1) in the observers of this channel.
    public static func register<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { current.register(protocolType, for: key, observer: observer) }

    /// Registers a `Sendable` observer with this broadcaster, from any thread.
    ///
    /// See the static method ``register(_:for:observer:)-chkv``.
    public func register<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { add(observer, for: key, to: entry(of: T.self)) }

    /// Removes an observer's registration for one key, or all its registrations for a protocol.
    ///
    /// You can call it from any thread, and from the observer's `deinit`, although a deallocated observer doesn't need
    /// it. Pending broadcasts skip the observer. After it returns on the thread that delivers, the observer isn't
    /// called again. On another thread, a call that was already checked may still be made: await
    /// ``settled()-swift.type.method`` before tearing down what it uses. If the observer isn't registered for the key,
    /// nothing happens.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that the observer is registered for.
    ///   - key: The key that it is registered for. Without a key, removes all its registrations for the protocol.
    ///   - observer: The observer. Only its identity is used, so it doesn't need to conform to the protocol here.
    /// - Complexity: Amortized O(1) in the observers of this channel. Without a key, O(r) in the registrations that the
    ///   observer has for the protocol.
    public static func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: AnyObject
    ) { current.unregister(protocolType, for: key, observer: observer) }

    /// Removes an observer's registration with this broadcaster for one key, or all those for a protocol.
    ///
    /// See the static method ``unregister(_:for:observer:)-2lxl``.
    public func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: AnyObject
    ) { unregister(ObserverObject.identity(of: observer as AnyObject), from: T.self, for: key) }

    /// Removes an observer's registration for one key, or all its registrations for a protocol.
    ///
    /// Use this form if the observer's static type is a protocol that isn't class-bound. A value type traps, as in
    /// `register`.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol that the observer is registered for.
    ///   - key: The key that it is registered for. Without a key, removes all its registrations for the protocol.
    ///   - observer: The observer. Only its identity is used.
    /// - Complexity: Amortized O(1) in the observers of this channel. Without a key, O(r) in the registrations that the
    ///   observer has for the protocol.
    @_disfavoredOverload
    public static func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) { current.unregister(protocolType, for: key, observer: observer) }

    /// Removes an observer's registration with this broadcaster for one key, or all those for a protocol.
    ///
    /// See the static method ``unregister(_:for:observer:)-yssg``.
    @_disfavoredOverload
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        unregister(ObserverObject.identity(of: observer), from: T.self, for: key)
    }

    /// Removes every observer's registration for one protocol, or for one of its keys.
    ///
    /// Call it from any thread. Pending broadcasts skip these observers, with the exception described for a single
    /// observer.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: The key whose registrations are removed. Without a key, removes the registrations without a key and
    ///     those for every key.
    /// - Complexity: O(n) in the observers of this channel; without a key, O(n) in those of the protocol's channels.
    public static func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey()) {
        current.unregister(protocolType, for: key)
    }

    /// Removes every observer's registration with this broadcaster for one protocol, or one of its keys.
    ///
    /// See the static method ``unregister(_:for:)-swift.type.method``.
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey()) {
        unregisterAll(from: T.self, for: key)
    }

    /// Removes one observer's registrations for all protocols and keys.
    ///
    /// You can call it from any thread, and from the observer's `deinit`, although a deallocated observer doesn't need
    /// it. Pending broadcasts skip the observer, with the exception described for a single protocol. It doesn't end the
    /// closures that the object owns. A value, which `as AnyObject` puts into a box, traps, as in `register`.
    ///
    /// - Parameter observer: The observer. Only its identity is used.
    /// - Complexity: O(c) in the protocols that were ever used with this broadcaster, and in the observer's
    ///   registrations.
    public static func unregister(observer: AnyObject) { current.unregister(observer: observer) }

    /// Removes one observer's registrations with this broadcaster for all protocols and keys.
    ///
    /// See the static method ``unregister(observer:)-swift.type.method``.
    public func unregister(observer: AnyObject) {
        // `as`, because the argument would be opened otherwise, and its class named as the channel.
        let identity = ObserverObject.identity(of: observer as AnyObject)
        for entry in withRegistry({ $0.allEntries }) { entry.channels.remove(identity) }
    }
}

// Deprecated, because an overload that is unavailable is passed over in silence.
extension Broadcaster {
    /// Removes nothing, because a message isn't a channel.
    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "pass the message's protocol; a closure ends when you cancel or release its token, or with its owner"
    )
    public static func unregister<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey()
    ) { current.unregisterAll(from: M.self, for: key) }

    /// Removes nothing, because a message isn't a channel.
    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "pass the message's protocol; a closure ends when you cancel or release its token, or with its owner"
    )
    public func unregister<M: Message, Key: Hashable & Sendable>(_ messageType: M.Type, for key: Key = NoKey()) {
        unregisterAll(from: M.self, for: key)
    }

    /// Removes nothing, because a message isn't a channel.
    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "pass the message's protocol; a closure ends when you cancel or release its token, or with its owner"
    )
    public static func unregister<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), observer: AnyObject
    ) { current.unregister(ObjectIdentifier(observer), from: M.self, for: key) }

    /// Removes nothing, because a message isn't a channel.
    @_documentation(visibility: internal)
    @available(
        *, deprecated,
        message: "pass the message's protocol; a closure ends when you cancel or release its token, or with its owner"
    )
    public func unregister<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key = NoKey(), observer: AnyObject
    ) { unregister(ObjectIdentifier(observer), from: M.self, for: key) }
}

extension Broadcaster {
    private func add<T, Key: Hashable & Sendable>(_ observer: T, for key: Key, to entry: ProtocolEntry) {
        let key = Self.channelKey(key)
        if key != nil, T.self == (any Monitor).self { fatalError(TrapMessages.keyOfMonitor) }
        entry.channels.add(observer, for: key)
    }

    private func unregister<T, Key: Hashable & Sendable>(
        _ observer: ObjectIdentifier, from protocolType: T.Type, for key: Key
    ) { entry(of: T.self).channels.remove(observer, for: Self.channelKey(key)) }

    private func unregisterAll<T, Key: Hashable & Sendable>(from protocolType: T.Type, for key: Key) {
        entry(of: T.self).channels.removeAll(for: Self.channelKey(key))
    }
}
