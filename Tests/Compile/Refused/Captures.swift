// Blocks that capture their sender.

import Broadcaster

// A block that uses a property of the sender, without `self`.
protocol TitleObserver { func titleDidChange(_ title: String) }

final class Inbox {
    var title = "Inbox"

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(title) }
        // expected-error@-1 {{reference to property 'title' in closure requires explicit use of 'self' to make capture semantics explicit}}
        // expected-note@-2 {{reference 'self.' explicitly}}
        // expected-note@-3 {{capture 'self' explicitly to enable implicit 'self' in this closure}}
    }
}

// A sender that broadcasts its own property when it is deallocated.
final class Editor {
    private let title = "Inbox"

    deinit {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(self.title) }
        // expected-mode5-warning@-1 {{capture of 'self' in a closure that outlives deinit}}
        // expected-mode6-error@-2 {{capture of 'self' in a closure that outlives deinit}}
    }
}
