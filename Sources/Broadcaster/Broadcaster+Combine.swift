#if canImport(Combine)
    import Combine

    extension Broadcaster {
        /// Returns a publisher of the broadcasts of a protocol, as values, on the main actor.
        ///
        /// ```swift
        /// subscription = Broadcaster.publisher(of: UploadObserverMessage.self)
        ///     .compactMap { message -> String? in
        ///         guard case .uploadDidFinish(let name, _) = message else { return nil }
        ///         return name
        ///     }
        ///     .removeDuplicates()
        ///     .sink { [weak self] name in self?.show(name) }
        /// ```
        ///
        /// Each subscription is an observer like any other: it is called in its turn, and all rules of
        /// <doc:DeliveryContract> apply. It registers when the publisher is subscribed to, and ends when it is
        /// canceled, or when its `AnyCancellable` is released. Subscribe on the main actor: elsewhere, the program
        /// stops. You can call this method, and cancel, on any thread. The publisher retains its broadcaster, but a
        /// subscription doesn't. It completes, on the main actor, after `unregister(_:for:)` has ended its registration,
        /// or when its broadcaster is deallocated.
        ///
        /// Nothing is buffered: a value without demand is dropped, as by the publisher of `NotificationCenter`. For a
        /// subscriber that limits its demand, put `buffer(size:prefetch:whenFull:)` behind the publisher.
        ///
        /// A Combine publisher sends one value after another, so it sends all on the main actor. If the protocol is
        /// `Sendable`, and a broadcast is delivered on another queue, a block on the main queue sends the value.
        ///
        /// - Parameters:
        ///   - messageType: The messages of the protocol.
        ///   - key: A key, to receive only the broadcasts with an equal key. Without a key, it receives all.
        /// - Returns: The publisher. `settled()` waits until its subscribers have received a value, but not for
        ///   operators that deliver it later.
        /// - Complexity: O(1). Subscribing and canceling cost the same as registering and unregistering an observer.
        public static func publisher<M: Message, Key: Hashable & Sendable>(
            of messageType: M.Type, for key: Key = NoKey()
        ) -> some Publisher<M, Never> { current.publisher(of: messageType, for: key) }

        /// Returns a publisher of the broadcasts of this broadcaster to a protocol, as values, on the main actor.
        ///
        /// See the static method of this name.
        public func publisher<M: Message, Key: Hashable & Sendable>(
            of messageType: M.Type, for key: Key = NoKey()
        ) -> some Publisher<M, Never> {
            Deferred {
                // A subject for each subscription, because it counts the demand, and drops what exceeds it.
                // `nonisolated(unsafe)`: subjects are safe to use from several threads, and only the main actor sends.
                nonisolated(unsafe) let subject = PassthroughSubject<M, Never>()
                MainQueue.requireMainActor(TrapMessages.subscribedOffMainActor(M.Channel.self))
                let unregister = MainQueue.assumeMainActor {
                    ClosureAdapter(callingOnMainActor: { (message: M) in subject.send(message) }, of: self)
                        .register(for: key, as: .closure) {
                            // Later, because canceling ends the registration, too, and is over then.
                            MainQueue.queue.async { subject.send(completion: .finished) }
                        }
                }
                return subject.handleEvents(receiveCancel: unregister)
            }
        }
    }
#endif
