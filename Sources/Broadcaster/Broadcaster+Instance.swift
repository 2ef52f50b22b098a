import Foundation

extension Broadcaster {
    /// Registers an observer with this broadcaster.
    ///
    /// See the static method of this name.
    @preconcurrency @MainActor
    public func register<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        let channels = channels(of: T.self)
        channels.requireConsistentUse(.onMainActor)
        channels.add(observer, for: .make(key))
    }

    /// Registers a `Sendable` observer with this broadcaster.
    ///
    /// See the static method of this name.
    public func register<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) {
        channels(of: T.self).add(observer, for: .make(key))
    }

    /// Removes an observer's registration with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: AnyObject
    ) {
        channels(of: T.self).endRegistrations(for: .make(key)) { $0.remove(ObjectIdentifier(observer)) }
    }

    /// Removes an observer's registration with this broadcaster.
    ///
    /// See the static method of this name.
    @_disfavoredOverload
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        let identity = ObserverCheck.identity(of: observer)
        channels(of: T.self).endRegistrations(for: .make(key)) { $0.remove(identity) }
    }

    /// Removes all registrations for one protocol, or for one of its keys, with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey()) {
        channels(of: T.self).endRegistrations(for: .make(key)) { $0.removeAll() }
    }

    /// Removes all registrations of one observer with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister(observer: AnyObject) {
        for channels in withRegistry({ $0.allChannels }) {
            channels.endRegistrations(for: nil) { $0.remove(ObjectIdentifier(observer)) }
        }
    }

    /// Calls `block` with each observer, asynchronously, on the main actor.
    ///
    /// See the static method of this name.
    @inlinable
    public func notify<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), block: @escaping @MainActor (T) -> Void
    ) {
        guard let delivery = announcedDelivery(to: T.self, for: key) else { return }
        MainQueue.async { delivery.run(block) }
    }

    /// Calls `block` with each observer, asynchronously, on a queue that you choose.
    ///
    /// See the static method of this name.
    public func notify<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), on queue: DispatchQueue,
        block: @escaping @Sendable (T) -> Void
    ) {
        channels(of: T.self).requireConsistentUse(.anywhere)
        guard let delivery = announcedDelivery(to: T.self, for: key) else { return }
        withRegistry { $0.deliveries.add(to: queue) { delivery.run(block) } }
    }

    /// Returns the live set of a channel's observers with this broadcaster.
    ///
    /// See the static method of this name.
    @inlinable
    @preconcurrency @MainActor
    public func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> WeakObjectSet<T> {
        unsafeDowncast(untypedSet(of: T.self, for: key, usedBy: .onMainActor), to: WeakObjectSet<T>.self)
    }

    /// Returns the live set of a channel's `Sendable` observers with this broadcaster.
    ///
    /// See the static method of this name.
    @inlinable
    public func observers<T: Sendable, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> WeakObjectSet<T> {
        unsafeDowncast(untypedSet(of: T.self, for: key, usedBy: .anywhere), to: WeakObjectSet<T>.self)
    }

    /// Waits until every earlier broadcast of this broadcaster has been delivered.
    ///
    /// See the static method of this name.
    public func settled() async {
        await withCheckedContinuation { delivered in MainQueue.queue.async { delivered.resume() } }
        await withCheckedContinuation { delivered in
            withRegistry { $0.deliveries.notifyWhenDelivered { delivered.resume() } }
        }
    }
}

extension Broadcaster {
    /// Calls `body` with the registry, which it keeps meanwhile.
    func withRegistry<R>(_ body: (Registry) -> R) -> R {
        guard let registry else { return Registry.shared._withUnsafeGuaranteedRef(body) }
        return withExtendedLifetime(registry) { body(registry) }
    }

    /// The channels of a protocol, which are made at its first use.
    func channels<T>(of protocolType: T.Type) -> ProtocolChannels {
        withRegistry { $0.channels(of: T.self) }
    }

    /// The set of a channel, a `WeakObjectSet<T>`.
    ///
    /// The caller casts it, in inlined code, so that the cast uses the type metadata of the program. Otherwise, each
    /// call would look up `WeakObjectSet<T>` in the runtime's metadata cache, which threads share.
    @usableFromInline
    func untypedSet<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key, usedBy use: ChannelUse
    ) -> AnyObject {
        // Only in debug builds: language mode 5 accepts the main-actor form on any thread, without a warning.
        assert(use == .anywhere || MainQueue.isCurrent, MainQueue.complaint("The observers were asked for", T.self))
        let channels = channels(of: T.self)
        channels.requireConsistentUse(use)
        return channels.set(of: T.self, for: .make(key))
    }

    /// Takes the snapshot that fixes the broadcast's membership, and announces the broadcast to its observers.
    ///
    /// Returns `nil` if there is nothing to deliver to.
    @usableFromInline
    func announcedDelivery<T, Key: Hashable & Sendable>(to protocolType: T.Type, for key: Key) -> Delivery? {
        let channels = channels(of: T.self)
        let observers = channels.snapshot(for: .make(key))
        let broadcast = withRegistry { $0.broadcastObservers }.map { Broadcast(on: channels.name, observedBy: $0) }
        if let broadcast { asCurrent { broadcast.willBeSent(toAny: observers != nil) } }
        guard let observers else { return nil }
        return Delivery(broadcaster: self, observers: observers, broadcast: broadcast)
    }

    /// Runs `operation` with this broadcaster as the current one.
    @usableFromInline
    func asCurrent(_ operation: () -> Void) {
        // Checking is cheaper than rebinding.
        if Self.current === self { operation() } else { Self.$current.withValue(self, operation: operation) }
    }
}

/// A pending broadcast: its broadcaster, its observers, and the record for broadcast observers, if there are any.
@usableFromInline
struct Delivery: Sendable {
    @usableFromInline let broadcaster: Broadcaster
    @usableFromInline let observers: Snapshot
    @usableFromInline let broadcast: Broadcast?

    /// Calls `block` with each observer, with the broadcaster as the current one.
    @inlinable
    func run<T>(_ block: (T) -> Void) {
        broadcaster.asCurrent { broadcast?.deliver(to: observers, block) ?? observers.forEach(block) }
    }
}
