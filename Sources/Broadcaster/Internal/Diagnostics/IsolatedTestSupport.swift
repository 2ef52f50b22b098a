// What `BroadcasterTesting` and `BroadcasterTracing` need to know about a broadcaster, and to add to it.
extension Broadcaster {
    /// Whether the caller is called by a delivery on the main queue, or by the task of a closure that awaits.
    package static var isReceiving: Bool { MainQueue.isDelivering || HandledMessage.current != 0 }

    /// The names of the protocols that were used with this broadcaster.
    package var channelNames: [String] { withRegistry { $0.allEntries }.map(\.name) }

    /// Calls `body` with the living observers that `channels` lists, and the names of their protocols.
    ///
    /// They are released afterwards, on the main queue.
    package func forEachObserver(_ body: (_ channel: String, ListedObserver) -> Void) {
        for entry in withRegistry({ $0.allEntries }) {
            for channel in entry.channels.inspect({ $0.channels }) {
                channel.slots.forEachLiving { body(entry.name, $0) }
            }
        }
    }

    /// Calls a function whenever a call of `settled()` returns.
    package func onSettling(_ function: @escaping @Sendable () -> Void) {
        withRegistry { $0.deliveries.onSettling = function }
    }

    /// Calls `body` with the number of each message that a closure handles now, and the name of its protocol.
    ///
    /// A message is awaited if a call of `settled()` waits for it, or for a later one of the mailbox.
    package func forEachHandledMessage(_ body: (_ number: UInt, _ channel: String, _ isAwaited: Bool) -> Void) {
        for mailbox in withRegistry({ $0.deliveries.presentMailboxes }) {
            mailbox.withLock { if let number = $0.handling { body(number, $0.channel, $0.isAwaited) } }
        }
    }

    /// Registers an observer of a test, until it is deallocated.
    package func register<T: Sendable>(_ protocolType: T.Type, ofTest observer: T) {
        let registration = ObserverObject.withBits(of: observer) { Registration.make(bits: $0) }
        registration.setKind(.ofTest)
        withExtendedLifetime(observer) { entry(of: T.self).channels.add(registration, for: nil) }
    }

    /// Records what is sent to a protocol, where it is delivered, until the observation is released.
    @MainActor
    package func record<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key, as kind: ObserverKind = .ofTest, receive: @escaping @Sendable (M) -> Void
    ) -> Observation {
        ClosureAdapter(callingOnMainActorUnlessSendable: receive, of: self).record(for: key, as: kind, retaining: self)
    }

    /// Records what is sent to a `Sendable` protocol, where it is delivered, until the observation is released.
    package func record<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key, as kind: ObserverKind = .ofTest, receive: @escaping @Sendable (M) -> Void
    ) -> Observation { ClosureAdapter(calling: receive, of: self).record(for: key, as: kind, retaining: self) }
}
