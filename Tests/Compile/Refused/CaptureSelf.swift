// A block that uses a property of the sender, without `self`.

import Broadcaster

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
