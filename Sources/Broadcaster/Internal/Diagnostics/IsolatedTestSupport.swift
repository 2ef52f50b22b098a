// What `BroadcasterTesting` needs to know about the broadcaster of a test, and to add to it.
extension Broadcaster {
    /// Whether the caller is called by a delivery on the main queue, or by the task of a closure that awaits.
    package static var isReceiving: Bool { MainQueue.isDelivering || HandledMessage.current != 0 }

    /// The names of the protocols that were used with this broadcaster, in no order.
    package var usedChannels: [String] { withRegistry { $0.allEntries }.map(\.name) }

    /// The registrations that haven't ended; retains no observer.
    package var registrations: Set<RegistrationNumber> {
        Set(
            withRegistry { $0.allEntries }.flatMap { entry in
                entry.channels.inspect { $0.channels }.flatMap { $0.slots.numbers }
                    .map { RegistrationNumber(channel: entry.name, number: $0) }
            })
    }

    /// The living observers that `channels` lists, without their keys.
    package var registeredObservers: [RegisteredObserver] {
        withRegistry { $0.allEntries }.flatMap { entry in
            entry.channels.inspect { $0.channels }.flatMap { channel in
                channel.slots.withLiving { living in
                    living.filter { $0.kind != .ofTest }.map { RegisteredObserver($0, channel: entry.name) }
                }
            }
        }
    }

    /// Calls a function whenever a call of `settled()` returns.
    package func onSettling(_ function: @escaping @Sendable () -> Void) {
        withRegistry { $0.deliveries.onSettling = function }
    }

    /// The messages that closures handle now.
    package var handledMessages: [HandledMessage] {
        withRegistry { $0.deliveries.presentMailboxes }.compactMap { $0.withLock { $0.handling } }
    }

    /// Registers an observer of a test, until it is deallocated.
    package func register<T: Sendable>(_ protocolType: T.Type, ofTest observer: T) {
        entry(of: T.self).channels.add(observer, as: .ofTest)
    }

    /// Records what is sent to a protocol, where it is delivered, until the observation is released.
    @MainActor
    package func record<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key, receive: @escaping @Sendable (M) -> Void
    ) -> Observation { record(ClosureAdapter(callingOnMainActorUnlessSendable: receive, of: self), for: key) }

    /// Records what is sent to a `Sendable` protocol, where it is delivered, until the observation is released.
    package func record<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key, receive: @escaping @Sendable (M) -> Void
    ) -> Observation { record(ClosureAdapter(calling: receive, of: self), for: key) }

    private func record<T, Key: Hashable & Sendable>(_ adapter: ClosureAdapter<T>, for key: Key) -> Observation {
        adapter.channels.add(adapter.observer, for: Self.channelKey(key), as: .ofTest)
        let retained = adapter.retained
        return Observation(of: nil) { [self] in withExtendedLifetime((self, retained)) {} }
    }
}

/// A registration, by its number among those of the protocol of this name.
package struct RegistrationNumber: Hashable, Sendable {
    package let channel: String
    package let number: Int
}

/// An observer that is registered, or was, held weakly.
///
/// `@unchecked` because nothing changes but the weak reference, which the runtime guards.
package struct RegisteredObserver: @unchecked Sendable {
    package let registration: RegistrationNumber
    /// What a listing shows.
    package let description: String
    private weak var object: AnyObject?

    fileprivate init(_ observer: LivingObserver, channel: String) {
        registration = RegistrationNumber(channel: channel, number: observer.number)
        description = observer.description(waitingCount: 0)
        object = observer.object.takeUnretainedValue()
    }

    /// Whether the observer is alive; on any thread, because it is released on the main queue.
    package var isAlive: Bool {
        guard let object else { return false }
        // `nonisolated(unsafe)`: only the main queue uses it from here on.
        nonisolated(unsafe) let retained = Unmanaged.passRetained(consume object)
        MainQueue.queue.async { retained.release() }
        return true
    }
}

extension FilledSlots {
    /// The numbers of the registrations that haven't ended.
    fileprivate var numbers: [Int] {
        (0..<end).compactMap { position in buffer.withSlot(position) { $0.hasEnded ? nil : $0.number } }
    }
}
