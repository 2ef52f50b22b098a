// A sender that broadcasts its own property when it is deallocated.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

final class Editor {
    private let title = "Inbox"

    deinit {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(self.title) }
        // expected-mode5-warning@-1 {{capture of 'self' in a closure that outlives deinit}}
        // expected-mode6-error@-2 {{capture of 'self' in a closure that outlives deinit}}
    }
}
