import Broadcaster
import InboxChannels
import Observation

/// The mails of one account.
@Observable
public final class MailboxModel {
    /// The account, which is the key that the model observes.
    public let account: Account
    /// The mails, the newest first.
    public private(set) var mails: [Mail] = []
    /// The mails that weren't opened.
    public private(set) var unread: Set<Mail.ID> = []
    /// Whether the app is fetching mails.
    public private(set) var isSyncing = false

    /// Creates the model, and registers it.
    public init(account: Account) {
        self.account = account
        Broadcaster.register(MailObserver.self, for: account, observer: self)
        Broadcaster.register(SyncObserver.self, observer: self)
    }
}

extension MailboxModel: MailObserver {
    /// Receives the mails of its account only.
    public func mailArrived(_ mail: Mail) {
        mails.insert(mail, at: 0)
        unread.insert(mail.id)
    }

    /// Receives which mails of its account any screen opened.
    public func mailWasRead(_ mail: Mail) {
        unread.remove(mail.id)
    }
}

extension MailboxModel: SyncObserver {
    /// Shows that mails are coming.
    public func syncDidStart() { isSyncing = true }

    /// Shows that all have come.
    public func syncDidFinish() { isSyncing = false }
}
