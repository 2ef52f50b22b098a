// What `BroadcasterTesting` needs to know about the broadcaster of a test, and to add to it.
extension Broadcaster {
    /// Whether the caller is called by a delivery on the main queue, or by the task of a closure that awaits.
    package static var isReceiving: Bool { MainQueue.isDelivering || HandlingTask.mailbox != nil }

    /// The names of the protocols that were used with this broadcaster, in no order.
    package var usedChannels: [String] { withRegistry { $0.allEntries }.map(\.name) }

    /// The registrations that haven't ended.
    package var registrations: Set<RegistrationNumber> {
        let entries = withRegistry { $0.allEntries }
        return Set(
            entries.flatMap { entry in
                entry.channels.numbers.map { RegistrationNumber(channel: entry.name, number: $0) }
            })
    }

    /// Calls a function whenever a call of `settled()` returns.
    package func onSettling(_ function: @escaping @Sendable () -> Void) {
        withRegistry { $0.deliveries.onSettling(function) }
    }

    /// The messages that closures handle now.
    package var handledMessages: Set<HandledMessage> {
        let mailboxes = withRegistry { $0.deliveries.presentMailboxes }
        return Set(mailboxes.compactMap(\.handling))
    }

    /// Registers an observer of a test, until it is deallocated.
    package func register<T: Sendable>(_ protocolType: T.Type, ofTest observer: T) {
        entry(of: T.self).channels.add(observer, as: .ofTest)
    }

    /// Records what is sent to a protocol, where it is delivered, until the observation is released.
    @MainActor
    package func record<M: Message, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key, receive: @escaping @Sendable (M) -> Void
    ) -> Observation { record(makeMainActorAdapter(notedIn: WeakRegistration(), receive: receive), for: key) }

    /// Records what is sent to a `Sendable` protocol, where it is delivered, until the observation is released.
    package func record<M: SendableMessage, Key: Hashable & Sendable>(
        _ messageType: M.Type, for key: Key, receive: @escaping @Sendable (M) -> Void
    ) -> Observation { record(makeAdapter(receive: receive), for: key) }

    private func record<T, Key: Hashable & Sendable>(_ adapter: ClosureAdapter<T>, for key: Key) -> Observation {
        adapter.channels.add(adapter.observer, for: Self.channelKey(key, for: .observing), as: .ofTest)
        let retained = adapter.retained
        return Observation { [self] in withExtendedLifetime((self, retained)) {} }
    }
}

/// A registration, by its number among those of the protocol of this name.
package struct RegistrationNumber: Hashable, Sendable {
    package let channel: String
    package let number: Int

    package init(channel: String, number: Int) {
        self.channel = channel
        self.number = number
    }
}

extension LockedChannels {
    /// The numbers of the registrations that haven't ended.
    fileprivate var numbers: [Int] {
        inspect { $0.channels }.flatMap { channel in
            (0..<channel.slots.end).compactMap { position in
                channel.slots.buffer.withSlot(position) { $0.hasEnded ? nil : $0.number }
            }
        }
    }
}
