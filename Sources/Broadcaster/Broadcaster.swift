/// A notification center in which a protocol is the channel and its methods are the messages.
///
/// ```swift
/// protocol UpdateTitle {
///     func updateWithNewTitle(title: String)
/// }
///
/// Broadcaster.register(UpdateTitle.self, observer: self)
/// Broadcaster.notify(UpdateTitle.self) {
///     $0.updateWithNewTitle(title: "Inbox")
/// }
/// ```
///
/// Observers are held weakly: a deallocated observer is no longer called, and doesn't need to unregister.
///
/// By default, a broadcast calls each observer once, asynchronously, on the main actor, in registration order, and with
/// no lock held. <doc:DeliveryContract> states the rules in full, and <doc:GettingStarted> shows them in use.
///
/// A channel is a protocol, or a protocol and a key. Each method that names a protocol takes a key as well. Without a
/// key, an observer receives every broadcast of the protocol. With one, it receives those that are sent with an equal
/// key of the same type. A key's `==` runs under a lock, so it must not use the broadcaster, and a key must be equal to
/// itself. An optional traps as a key: "A 'Swift.Optional<Swift.String>' can't be a key …".
///
/// ```swift
/// Broadcaster.register(RoomObserver.self, for: "lobby", observer: self)
/// Broadcaster.notify(RoomObserver.self, for: "lobby") { $0.posted("Hello") }
/// ```
///
/// Its methods in outline:
///
/// - `register` and `unregister` add and remove an observer.
/// - `notify` calls the observers later, on the main actor or on a queue that you choose.
/// - `observers(of:)` returns them, to iterate over and to call at once.
/// - `observe`, `messages`, and Combine's `publisher` receive broadcasts as values.
/// - `settled` waits until broadcasts are delivered.
/// - `channels` lists the observers, and a ``Monitor`` sees the broadcasts.
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
    ///     // Registrations and broadcasts in here are separate from the rest.
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
    /// Calls `body` with the registry, and keeps it alive until `body` returns.
    @inline(__always)
    func withRegistry<R>(_ body: (Registry) -> R) -> R {
        let registry = registry.map(Unmanaged.passUnretained) ?? Registry.shared
        return withExtendedLifetime(self) { registry._withUnsafeGuaranteedRef(body) }
    }

    /// Returns this broadcaster, or a new one after it was released, for what its registrations retain.
    ///
    /// A program that iterates over the observers of a lost broadcaster still calls them. They get a new one, which is
    /// as good: nothing else could be registered with the old one. The shared broadcaster is never lost.
    var selfOrReplacement: @Sendable () -> Broadcaster {
        if self === Self.shared { return { .shared } }
        return { [weak self] in self ?? Broadcaster() }
    }

    /// Returns the entry of a protocol, creating it at its first use.
    func entry<T>(of protocolType: T.Type) -> ProtocolEntry { withRegistry { $0.entry(of: T.self) } }

    /// Returns the entry of a protocol, and records how its channels are used.
    func entry<T>(of protocolType: T.Type, usedBy use: ChannelUse) -> ProtocolEntry {
        let entry = entry(of: T.self)
        entry.recordUse(use)
        return entry
    }

    /// The key of a channel; `nil` for the channel without one.
    @inline(__always) static func channelKey<Key: Hashable & Sendable>(_ key: Key) -> ChannelKey? {
        Key.self == NoKey.self ? nil : ChannelKey.make(key)
    }
}
