// A block that captures a variable.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated func rename(unread: Int) {
    var title = "Inbox"
    if unread > 0 { title += " (\(unread))" }
    Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(title) }
    // expected-mode5-warning@-1 {{reference to captured var 'title' in concurrently-executing code}}
}
