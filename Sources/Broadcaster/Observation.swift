extension Broadcaster {
    /// The registration of a closure, which ends with this object.
    ///
    /// It retains the closure and the broadcaster. A closure that captures its own observation keeps both alive until
    /// the observation is canceled.
    public final class Observation: Sendable {
        /// How the observation ends, until it has ended.
        private struct End {
            /// Retains the observer.
            var run: (() -> Void)?
        }

        private let end: Locked<End>

        init(end: @escaping () -> Void) { self.end = Locked(End(run: end)) }

        deinit { cancel() }

        /// Ends the registration and releases the closure.
        ///
        /// Call it from any thread, or from the closure. Pending broadcasts skip the closure. If you call it on a
        /// thread other than the one that delivers, a call that was already checked may still run: await
        /// ``settled()-swift.type.method`` before you tear down what it uses. A main-actor closure and its captures are
        /// released on the main queue: at once if you call this method there.
        public func cancel() {
            // Cleared only after the call, so that the registration has ended when any of several concurrent calls
            // returns.
            guard let run = end.withLock({ $0.run }) else { return }
            // Harmless twice: it retains the observer, so the observer's address isn't reused.
            run()
            // `run` still retains the closure, so it is released after the lock.
            end.withLock { $0.run = nil }
            withExtendedLifetime(run) {}
        }
    }
}
