import Foundation

extension Broadcaster {
    /// The registration of a closure, which ends with this object.
    ///
    /// It retains the closure and the broadcaster. A closure that captures its own observation keeps both alive until
    /// the observation is canceled.
    public final class Observation: Sendable {
        private let cancellation: Cancellation

        #if DEBUG
            /// The channel, if a task made the observation, which ends with the task if the task's closure returns it.
            private let channelInTask: Any.Type?
        #endif

        init(of channel: Any.Type?, end: @escaping () -> Void) {
            cancellation = Cancellation(end)
            #if DEBUG
                channelInTask = withUnsafeCurrentTask { $0 == nil ? nil : channel }
            #endif
        }

        deinit {
            #if DEBUG
                if let channelInTask, cancellation.isPending { Self.explainEnd(of: channelInTask) }
            #endif
            cancel()
        }

        /// Ends the registration and releases the closure.
        ///
        /// Call it from any thread, or from the closure. Pending broadcasts skip the closure. If you call it on a
        /// thread other than the one that delivers, a call that was already checked may still run: await
        /// ``settled()-swift.type.method`` before you tear down what it uses. A main-actor closure and
        /// its captures are released on the main queue: at once if you call this method there.
        public func cancel() { cancellation.run() }
    }

    /// How an observation ends, until it has ended.
    ///
    /// `@unchecked` because the lock guards it, and it may be called on several threads at once.
    private final class Cancellation: Unreflected, @unchecked Sendable {
        /// Retains the observer.
        private var end: (() -> Void)?
        private let lock = NSLock()

        init(_ end: @escaping () -> Void) { self.end = end }

        #if DEBUG
            var isPending: Bool { lock.withLock { end != nil } }
        #endif

        func run() {
            // Cleared only after the call, so that the registration has ended when any of several concurrent calls
            // returns.
            guard let end = lock.withLock({ self.end }) else { return }
            // Harmless twice: it retains the observer, so the observer's address isn't reused.
            end()
            // `end` still retains the closure, so it is released after the lock.
            lock.withLock { self.end = nil }
            withExtendedLifetime(end) {}
        }
    }
}
