import InboxChannels

/// What the engine needs of a server.
public nonisolated protocol MailServer: Sendable {
    /// Returns the mails that weren't fetched yet.
    func newMails() async -> AsyncStream<Mail>

    /// Remembers that a mail was read.
    func markAsRead(_ mail: Mail) async
}

/// A server that invents its mails.
public actor SampleServer: MailServer {
    private var fetched = 0
    private let mails = [
        (Account.home, "Ann", "Lunch at noon?"), (.work, "Bob", "The figures are in."),
        (.home, "Cid", "May I come along?"), (.work, "Dee", "Moved to three o'clock."),
    ]

    /// Creates a server.
    public init() {}

    /// Returns two mails, half a second apart.
    public func newMails() -> AsyncStream<Mail> {
        let first = fetched
        fetched += 2
        return AsyncStream { continuation in
            Task {
                for id in first..<first + 2 {
                    try? await Task.sleep(for: .seconds(0.5))
                    let (account, sender, text) = mails[id % mails.count]
                    continuation.yield(Mail(id: id, account: account, sender: sender, text: text))
                }
                continuation.finish()
            }
        }
    }

    /// Does nothing.
    public func markAsRead(_ mail: Mail) {}
}
