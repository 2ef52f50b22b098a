import Foundation

/// A notification center in which a protocol is the channel and its methods are the messages.
///
/// ```swift
/// protocol UpdateTitle {
///     func updateWithNewTitle(title: String)
/// }
///
/// Broadcaster.register(UpdateTitle.self, observer: self)
/// Broadcaster.notify(UpdateTitle.self) { $0.updateWithNewTitle(title: "Inbox") }
/// ```
///
/// Observers are held weakly: a deallocated observer is no longer called, and doesn't need to unregister.
///
/// By default, a broadcast calls each observer once, asynchronously, on the main actor, in registration order, and with
/// no lock held. <doc:DeliveryContract> states the rules in full, and <doc:GettingStarted> shows them in use.
///
/// A channel is a protocol, or a protocol and a key. Each method that names a protocol takes a key as well. Without a
/// key, an observer receives every broadcast of the protocol. With one, it receives those that are sent with an equal
/// key of the same type. A key's `==` and `hash(into:)` run under a lock, so they must not use the broadcaster, and a
/// key must be equal to itself. An optional traps as a key: "A 'Swift.Optional<Swift.String>' can't be a key …".
///
/// ```swift
/// Broadcaster.register(RoomObserver.self, for: "lobby", observer: self)
/// Broadcaster.notify(RoomObserver.self, for: "lobby") { $0.posted("Hello") }
/// ```
///
/// The static methods use the ``current`` broadcaster, which is ``shared`` unless a test, or a part of a program, binds
/// its own. Each of them is also an instance method.
public final class Broadcaster: Sendable {
    /// The broadcaster that the static methods use unless another one is bound.
    public static let shared = Broadcaster(registry: nil)

    /// The broadcaster that the static methods use in the current task, ``shared`` by default.
    ///
    /// ```swift
    /// Broadcaster.$current.withValue(Broadcaster()) {
    ///     // Registrations and broadcasts in here are separate from the rest of the program.
    /// }
    /// ```
    ///
    /// Tasks inherit it, but detached tasks and blocks on dispatch queues don't. It follows a broadcast through the
    /// hop, so inside a delivered block it is the broadcaster that delivers.
    @TaskLocal public static var current = shared

    /// The default key, which represents a channel without a key.
    public struct NoKey: Hashable, Sendable {
        /// Creates the only value of this type.
        public init() {}
    }

    /// The registry, or `nil` in the shared broadcaster, whose registry is global.
    ///
    /// Every thread that uses the static methods would write the shared broadcaster's reference count, and that
    /// contention doubles the cost of a short broadcast. All its stored properties are constants, so the compiler lays
    /// it out statically, and retaining such an object writes nothing. Its registry is global and unmanaged, so that it
    /// isn't retained either.
    private let registry: Registry?

    private init(registry: Registry?) { self.registry = registry }

    /// Creates a broadcaster that shares nothing with any other.
    public convenience init() { self.init(registry: Registry()) }
}

extension Broadcaster {
    /// Registers an observer with this broadcaster.
    ///
    /// See the static method of this name.
    @preconcurrency @MainActor
    public func register<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        let channels = channels(of: T.self)
        channels.recordUse(.onMainActor)
        channels.add(observer, for: Self.channelKey(key))
    }

    /// Registers a `Sendable` observer with this broadcaster.
    ///
    /// See the static method of this name.
    public func register<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: T
    ) {
        channels(of: T.self).add(observer, for: Self.channelKey(key))
    }

    /// Removes an observer's registration with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), observer: AnyObject
    ) {
        remove(.observer(ObjectIdentifier(observer)), of: T.self, for: key)
    }

    /// Removes an observer's registration with this broadcaster.
    ///
    /// See the static method of this name.
    @_disfavoredOverload
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey(), observer: T) {
        remove(.observer(ObserverCheck.identity(of: observer)), of: T.self, for: key)
    }

    /// Removes all registrations for one protocol, or for one of its keys, with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister<T, Key: Hashable & Sendable>(_ protocolType: T.Type, for key: Key = NoKey()) {
        remove(.all, of: T.self, for: key)
    }

    /// Removes all registrations of one observer with this broadcaster.
    ///
    /// See the static method of this name.
    public func unregister(observer: AnyObject) {
        for channels in withRegistry({ $0.allChannels }) {
            channels.removeForEveryKey(.observer(ObjectIdentifier(observer)))
        }
    }

    /// Calls `block` with each observer, asynchronously, on the main actor.
    ///
    /// See the static method of this name.
    @inlinable
    public func notify<T, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), fileID: StaticString = #fileID, line: UInt = #line,
        block: @escaping @MainActor (T) -> Void
    ) {
        guard let observers = snapshot(of: T.self, for: key) else {
            return announceWithoutObservers(to: T.self, fileID: fileID, line: line)
        }
        let broadcast = announce(to: T.self, fileID: fileID, line: line)
        MainQueue.async { MainQueue.delivering { self.deliver(broadcast, to: observers, block) } }
    }

    /// Calls `block` with each observer, asynchronously, on a queue that you choose.
    ///
    /// See the static method of this name.
    public func notify<T: Sendable, Key: Hashable & Sendable>(
        _ protocolType: T.Type, for key: Key = NoKey(), on queue: DispatchQueue, fileID: StaticString = #fileID,
        line: UInt = #line, block: @escaping @Sendable (T) -> Void
    ) {
        channels(of: T.self).recordUse(.anywhere)
        guard let observers = snapshot(of: T.self, for: key) else {
            return announceWithoutObservers(to: T.self, fileID: fileID, line: line)
        }
        let broadcast = announce(to: T.self, fileID: fileID, line: line)
        withRegistry { $0.deliveries.add(to: queue) { self.deliver(broadcast, to: observers, block) } }
    }

    /// Returns the observers of a channel of this broadcaster.
    ///
    /// See the static method of this name.
    @preconcurrency @MainActor
    public func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> {
        // Only in debug builds: language mode 5 accepts this form on any thread, without a warning.
        assert(MainQueue.isMainActor, Complaints.offMainActor("The observers were asked for", T.self))
        return observers(of: T.self, for: key, usedBy: .onMainActor)
    }

    /// Returns the `Sendable` observers of a channel of this broadcaster.
    ///
    /// See the static method of this name.
    public func observers<T: Sendable, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> {
        observers(of: T.self, for: key, usedBy: .anywhere)
    }

    /// Waits until every earlier broadcast of this broadcaster has been delivered.
    ///
    /// See the static method of this name.
    public func settled() async {
        await withCheckedContinuation { done in MainQueue.queue.async { done.resume() } }
        await withCheckedContinuation { done in withRegistry { $0.deliveries.notifyWhenDelivered { done.resume() } } }
    }
}

extension Broadcaster: CustomReflectable {
    /// A mirror without children, because reading registrations needs their locks.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Broadcaster {
    /// Calls `body` with the registry, and keeps it alive until `body` returns.
    func withRegistry<R>(_ body: (Registry) -> R) -> R {
        guard let registry else { return Registry.shared._withUnsafeGuaranteedRef(body) }
        return withExtendedLifetime(registry) { body(registry) }
    }

    /// Returns the channels of a protocol, creating them at its first use.
    func channels<T>(of protocolType: T.Type) -> ProtocolChannels {
        withRegistry { $0.channels(of: T.self) }
    }

    /// The key of a channel; `nil` for the channel without one.
    static func channelKey<Key: Hashable & Sendable>(_ key: Key) -> ChannelKey? {
        Key.self == NoKey.self ? nil : ChannelKey.make(key)
    }

    /// Removes registrations for one key; without a key, for the protocol.
    private func remove<T, Key: Hashable & Sendable>(
        _ removal: Membership.Removal, of protocolType: T.Type, for key: Key
    ) {
        let channels = channels(of: T.self)
        if let key = Self.channelKey(key) {
            channels.remove(removal, for: key)
        } else {
            channels.removeForEveryKey(removal)
        }
    }

    private func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key, usedBy use: ChannelUse
    ) -> Observers<T> {
        let channels = channels(of: T.self)
        channels.recordUse(use)
        return Observers(channels, for: Self.channelKey(key))
    }

    /// Takes the snapshot that fixes a broadcast's membership; `nil` if there are no observers.
    @usableFromInline
    func snapshot<T, Key: Hashable & Sendable>(of protocolType: T.Type, for key: Key) -> Snapshot? {
        channels(of: T.self).snapshot(for: Self.channelKey(key))
    }

    /// Announces a broadcast to the monitors, and returns it; `nil` without monitors.
    @usableFromInline
    func announce<T>(to protocolType: T.Type, fileID: StaticString, line: UInt) -> Broadcast? {
        guard let monitors = withRegistry({ $0.existingChannels(of: (any Monitor).self)?.list.snapshot() }) else {
            return nil
        }
        let channel = channels(of: T.self).name
        let broadcast = Broadcast(on: channel, fileID: fileID, line: line, monitoredBy: monitors)
        Self.$current.withValue(self) { broadcast.willBeSent() }
        return broadcast
    }

    /// Announces a broadcast that has no observers, and reports it as delivered.
    @usableFromInline
    func announceWithoutObservers<T>(to protocolType: T.Type, fileID: StaticString, line: UInt) {
        guard let broadcast = announce(to: T.self, fileID: fileID, line: line) else { return }
        Self.$current.withValue(self) { broadcast.wasDelivered(.withoutObservers) }
    }

    /// Calls `block` with each observer, with this broadcaster as the current one.
    @inlinable
    func deliver<T>(_ broadcast: Broadcast?, to observers: Snapshot, _ block: (T) -> Void) {
        // Reading a task-local value costs less than binding it.
        guard Self.current === self else {
            return Self.$current.withValue(self) { deliver(broadcast, to: observers, block) }
        }
        if let broadcast { broadcast.deliver(to: observers, block) } else { observers.forEach(block) }
    }
}
