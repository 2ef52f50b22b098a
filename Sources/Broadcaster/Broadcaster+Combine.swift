#if canImport(Combine)
    import Combine

    extension Broadcaster {
        /// Returns a publisher of the broadcasts of a protocol, as values, on the main actor.
        public static func publisher<M: BroadcastMessage, Key: Hashable & Sendable>(
            _ messageType: M.Type, for key: Key = NoKey()
        ) -> some Publisher<M, Never> {
            current.publisher(messageType, for: key)
        }

        /// Returns a publisher of the broadcasts of a protocol with this broadcaster.
        ///
        /// See the static method of this name.
        public func publisher<M: BroadcastMessage, Key: Hashable & Sendable>(
            _ messageType: M.Type, for key: Key = NoKey()
        ) -> some Publisher<M, Never> {
            Deferred {
                nonisolated(unsafe) let subject = PassthroughSubject<M, Never>()
                let observation = MainActor.assumeIsolated {
                    self.observe(messageType, for: key) { subject.send($0) }
                }
                return subject.handleEvents(receiveCancel: observation.cancel)
            }
        }
    }
#endif
