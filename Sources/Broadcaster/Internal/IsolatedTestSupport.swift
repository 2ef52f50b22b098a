import Foundation

// What `BroadcasterTesting` needs to know about the broadcaster of a test.
extension Broadcaster {
    /// Whether the caller is called by a delivery on the main queue, or by the task of a closure that awaits.
    package static var isReceiving: Bool { MainQueue.isDelivering || HandlingTask.mailbox != nil }

    /// The names of the protocols that were used with this broadcaster, in no order.
    package var usedChannels: [String] { withRegistry { $0.allEntries }.map(\.name) }

    /// The name of a protocol, as in ``channels``.
    package func channelName<T>(of protocolType: T.Type) -> String { entry(of: T.self).name }

    /// The messages that closures handle now.
    package var handledMessages: Set<HandledMessage> {
        let mailboxes = withRegistry { $0.deliveries.presentMailboxes }
        return Set(mailboxes.compactMap(\.handling))
    }
}

/// A message that a closure handles.
package struct HandledMessage: Hashable, Sendable {
    let mailbox: ObjectIdentifier
    /// Counts the messages of the mailbox.
    let number: Int
    package let channel: String
    /// Whether a call of `settled()` waits for it, or for a later message of the mailbox.
    package let isAwaited: Bool

    package static func == (a: Self, b: Self) -> Bool { a.mailbox == b.mailbox && a.number == b.number }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(mailbox)
        hasher.combine(number)
    }
}

/// An observer that `channels` doesn't list: the monitor of a test, which finds only its own observers there.
package protocol UnlistedObserver: AnyObject {}

extension ListedObserver {
    var isUnlisted: Bool { observerClass is any UnlistedObserver.Type }
}
