import Broadcaster
import InboxChannels
import Observation

/// Counts the unread mails of all accounts.
@Observable
public final class UnreadBadge {
    private var unread: Set<Mail.ID> = []

    /// The number of unread mails.
    public var count: Int { unread.count }

    /// Creates the badge, and registers a closure that ends with it.
    public init() {
        // Without a key, the closure receives the mails of every account. The parameter named `self` hides the outer
        // `self`, so the closure can't retain it.
        Broadcaster.observe(MailObserverMessage.self, owner: self) {
            `self`, message in
            switch message {
            case .mailArrived(let mail): self.unread.insert(mail.id)
            case .mailWasRead(let mail): self.unread.remove(mail.id)
            }
        }
    }
}
