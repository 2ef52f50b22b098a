#if canImport(SwiftUI)
    import Broadcaster
    import InboxChannels
    import SwiftUI

    /// The mails of one account, as a section of a list.
    ///
    /// The model observes, and the view shows the model.
    public struct MailboxSection: View {
        private let mailbox: MailboxModel

        /// Creates a section.
        public init(_ mailbox: MailboxModel) { self.mailbox = mailbox }

        /// A line for each mail, which is bold until the mail is opened.
        public var body: some View {
            Section(mailbox.account.rawValue + (mailbox.isSyncing ? " …" : "")) {
                ForEach(mailbox.mails) { mail in
                    Text("\(mail.sender): \(mail.text)")
                        .bold(mailbox.unread.contains(mail.id))
                        .tag(mail)
                }
            }
        }
    }

    /// The sender of the latest mail.
    ///
    /// A view is a struct, so it can't observe. Without a model, it receives broadcasts as values.
    public struct LatestMail: View {
        @State private var sender = "nobody yet"

        /// Creates the view.
        public init() {}

        /// The line.
        public var body: some View {
            Text("The latest mail is from \(sender).")
                .onReceive(Broadcaster.publisher(of: MailObserverMessage.self)) { message in
                    if case .mailArrived(let mail) = message { sender = mail.sender }
                }
        }
    }
#endif
