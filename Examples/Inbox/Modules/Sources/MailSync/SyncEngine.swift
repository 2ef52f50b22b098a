import Broadcaster
import InboxChannels

/// Fetches mails from a server, and reports to it which mails were read.
public actor SyncEngine {
    private let server: any MailServer

    /// Creates the engine, and registers a closure that ends with it.
    @MainActor
    public init(server: any MailServer) {
        self.server = server
        // The closure awaits the server, so it handles one mail at a time, in order.
        Broadcaster.observe(MailObserverMessage.self, owner: self) {
            `self`, message in
            if case .mailWasRead(let mail) = message { await self.server.markAsRead(mail) }
        }
    }

    /// Fetches the new mails, and sends each from this actor's thread to observers on the main actor.
    public func sync() async {
        Broadcaster.notify(SyncObserver.self) { $0.syncDidStart() }
        for await mail in await server.newMails() {
            Broadcaster.notify(MailObserver.self, for: mail.account) { $0.mailArrived(mail) }
        }
        Broadcaster.notify(SyncObserver.self) { $0.syncDidFinish() }
    }
}
