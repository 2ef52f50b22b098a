// What the modules share: two channels, and the values that they carry.

/// A mail account, which is the key of its mails.
public nonisolated enum Account: String, CaseIterable, Sendable {
    case home = "Home"
    case work = "Work"
}

/// A mail.
public nonisolated struct Mail: Identifiable, Hashable, Sendable {
    /// A number that no other mail has.
    public let id: Int
    /// The account that received it.
    public let account: Account
    /// Who wrote it.
    public let sender: String
    /// What it says.
    public let text: String

    /// Creates a mail.
    public init(id: Int, account: Account, sender: String, text: String) {
        self.id = id
        self.account = account
        self.sender = sender
        self.text = text
    }
}

/// Observes mails, which are sent with their account as the key.
public protocol MailObserver {
    /// A mail is on this device now.
    func mailArrived(_ mail: Mail)

    /// A mail was opened.
    func mailWasRead(_ mail: Mail)
}

/// Observes whether mails are being fetched.
public protocol SyncObserver {
    /// The app has begun to fetch mails.
    func syncDidStart()

    /// All new mails have arrived.
    func syncDidFinish()
}
