// A block that captures an object that is not Sendable.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class Draft { var title = "" }

nonisolated func send(_ draft: Draft) {
    Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(draft.title) }
    // expected-mode6-error@-1 {{sending 'draft' risks causing data races}}
    // expected-mode6-note@-2 {{is captured by a main actor-isolated closure}}
}
