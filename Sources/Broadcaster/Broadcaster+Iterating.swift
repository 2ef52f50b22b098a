extension Broadcaster {
    /// Returns the observers of a channel, to iterate over, on the main actor.
    ///
    /// ```swift
    /// let mayClose = Broadcaster.observers(of: DocumentGuard.self)
    ///     .allSatisfy { $0.mayClose(document) }
    /// ```
    ///
    /// Use them to call observers synchronously or to collect their answers. What this method returns is live: each
    /// iteration visits the observers that are registered when it starts. Monitors don't see these calls.
    ///
    /// In language mode 5, which lets any thread call it, a debug build traps off the main actor: "The observers were
    /// asked for off the main actor …".
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: A key, for the observers that a broadcast with it would call.
    /// - Returns: The observers, live. It retains no observer, and keeps no key registered.
    /// - Complexity: O(1).
    @preconcurrency @MainActor
    public static func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> { current.observers(of: protocolType, for: key) }

    /// Returns the observers of a channel of this broadcaster, to iterate over, on the main actor.
    ///
    /// See the static method ``observers(of:for:)-2f41v``.
    @preconcurrency @MainActor
    public func observers<T, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> {
        #if DEBUG
            // Language mode 5 accepts this form on any thread, without a warning.
            MainQueue.requireMainActor(
                TrapMessages.offMainActor("The observers were asked for", T.self, fix: "Ask for them there"))
        #endif
        return Observers(entry: entry(of: T.self, usedBy: .onMainActor), key: Self.channelKey(key))
    }

    /// Returns the `Sendable` observers of a channel, to iterate over, from any thread.
    ///
    /// ```swift
    /// for station in Broadcaster.observers(of: Station.self) {
    ///     await station.prepare(order)
    /// }
    /// ```
    ///
    /// Traps under the same conditions as `notify(_:for:on:block:)`. Otherwise, it behaves like the main-actor form.
    ///
    /// - Parameters:
    ///   - protocolType: The protocol.
    ///   - key: A key, for the observers that a broadcast with it would call.
    /// - Returns: The observers, live. It retains no observer, and keeps no key registered.
    /// - Complexity: O(1).
    public static func observers<T: Sendable, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> { current.observers(of: protocolType, for: key) }

    /// Returns the `Sendable` observers of a channel of this broadcaster, to iterate over, from any thread.
    ///
    /// See the static method ``observers(of:for:)-3350j``.
    public func observers<T: Sendable, Key: Hashable & Sendable>(
        of protocolType: T.Type, for key: Key = NoKey()
    ) -> Observers<T> {
        Observers(entry: entry(of: T.self, usedBy: .anywhere), key: Self.channelKey(key))
    }
}
