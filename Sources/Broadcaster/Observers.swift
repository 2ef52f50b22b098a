extension Broadcaster {
    /// The observers of a channel, for `for … in` and the methods of `Sequence`.
    ///
    /// ```swift
    /// let mayClose = Broadcaster.observers(of: DocumentGuard.self)
    ///     .allSatisfy { $0.mayClose(document) }
    /// ```
    ///
    /// It is live: each iteration visits the observers that are registered when it starts, in registration order, and
    /// checks before each visit that the observer is still registered and alive. No lock is held meanwhile, so an
    /// observer may register, unregister and notify while it is visited. An observer is retained only for its own
    /// visit, by the thread that iterates; ``isEmpty`` and ``count`` iterate, too.
    ///
    /// You can keep it. It retains the channels of its protocol and the key that you passed, but no observer, no
    /// registration, and not the broadcaster. Monitors don't see what is called through it, and it doesn't change
    /// ``Broadcaster/current``.
    ///
    /// It may be used from any thread if `T` is `Sendable`, and otherwise from the main actor only.
    public struct Observers<T>: Sequence {
        let entry: ProtocolEntry
        let key: ChannelKey?

        /// A Boolean value that indicates whether no observer is alive.
        ///
        /// - Complexity: Amortized O(1) in the observers of this channel; O(n) once after the owner of a closure was
        ///   deallocated.
        public var isEmpty: Bool { snapshot?.isEmpty ?? true }

        /// The number of observers that are alive.
        ///
        /// - Complexity: O(n) in the observers of this channel.
        public var count: Int { reduce(0) { count, _ in count + 1 } }

        /// Returns whether an object is one of the observers, by identity.
        ///
        /// A value type traps, as in `register`.
        ///
        /// - Complexity: O(1).
        public func contains(_ object: T) -> Bool {
            withExtendedLifetime(object) { entry.channels.contains(ObserverObject.identity(of: object), for: key) }
        }

        /// Calls `body` with each observer, in order, synchronously.
        ///
        /// It calls the same observers as a loop. It rethrows the first error that `body` throws, as `any Error`, and
        /// stops there. A loop keeps the error's type.
        ///
        /// - Complexity: O(n) in the observers of this channel.
        @inlinable
        public func forEach(_ body: (T) throws -> Void) rethrows { try snapshot?.forEach(body) }

        /// Returns an iterator over the present observers.
        ///
        /// - Complexity: Amortized O(1): after many observers were unregistered or deallocated, it copies the rest.
        public func makeIterator() -> WeakObjectSet<T>.Iterator { WeakObjectSet.Iterator(snapshot: snapshot) }

        @usableFromInline var snapshot: Snapshot? { entry.channels.snapshot(for: key) }
    }
}

extension Broadcaster.Observers: Sendable where T: Sendable {}
