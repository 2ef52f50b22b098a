// A block that captures the sender in its capture list.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

final class Inbox {
    var title = "Inbox"

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { [self] in $0.titleDidChange(title) }
        // expected-mode6-nonisolated-error@-1 {{task or actor-isolated value cannot be sent}}
    }
}
