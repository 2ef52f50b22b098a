// A block that uses a property of the sender, with `self`, strong or weak.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

final class Inbox {
    var title = "Inbox"

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(self.title) }
        // expected-mode6-nonisolated-error@-1 {{sending 'self' risks causing data races}}
        // expected-mode6-nonisolated-note@-2 {{is captured by a main actor-isolated closure}}
    }
    func renameWeakly() {
        Broadcaster.notify((any TitleObserver).self) { [weak self] in $0.titleDidChange(self?.title ?? "") }
        // expected-mode6-nonisolated-error@-1 {{sending 'self' risks causing data races}}
        // expected-mode6-nonisolated-note@-2 {{is captured by a main actor-isolated closure}}
    }
}
