import InboxChannels
import MailSync
import MailboxList
import MessageScreen
import SwiftUI

/// Puts the modules together, and keeps alive what observes: the broadcaster holds observers weakly.
@main
struct InboxApp: App {
    @State private var mailboxes = Account.allCases.map { MailboxModel(account: $0) }
    @State private var badge = UnreadBadge()
    @State private var engine = SyncEngine(server: SampleServer())
    @State private var selection: Mail?

    var body: some Scene {
        WindowGroup {
            NavigationSplitView {
                List(selection: $selection) {
                    ForEach(mailboxes, id: \.account) { MailboxSection($0) }
                }
                .navigationTitle("\(badge.count) unread")
                .toolbar {
                    Button("Sync") { Task { await engine.sync() } }
                }
                .safeAreaInset(edge: .bottom) { LatestMail() }
            } detail: {
                if let selection {
                    MessageView(selection).id(selection).navigationTitle(selection.sender)
                } else {
                    Text("Choose a mail.")
                }
            }
            .task { await engine.sync() }
        }
    }
}
