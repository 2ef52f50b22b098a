// What `BroadcasterTesting` needs to know about the broadcaster of a test.
extension Broadcaster.Broadcast {
    /// Whether the broadcast covers the registration of this number, and its turn is still to come; only for one whose
    /// progress is followed.
    package func isPending(for number: Int) -> Bool { progress?.isPending(for: number) ?? false }
}

extension Broadcaster {
    /// Whether the caller is called by a delivery on the main queue, or by the task of a closure that awaits.
    package static var isReceiving: Bool { MainQueue.isDelivering || HandledMessage.current != 0 }

    /// The names of the protocols that were used with this broadcaster, in no order.
    package var usedChannels: [String] { withRegistry { $0.allEntries }.map(\.name) }

    /// The name of a protocol, as in ``channels``.
    package func channelName<T>(of protocolType: T.Type) -> String { entry(of: T.self).name }

    /// Calls a function whenever a call of `settled()` returns.
    package func onSettling(_ function: @escaping @Sendable () -> Void) {
        withRegistry { $0.deliveries.onSettling(function) }
    }

    /// The messages that closures handle now.
    package var handledMessages: Set<HandledMessage> {
        let mailboxes = withRegistry { $0.deliveries.presentMailboxes }
        return Set(mailboxes.compactMap(\.handling))
    }
}
