// A block that uses a property of the actor that sends.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

actor Inbox {
    var title = "Inbox"
    // expected-note@-1 {{property declared here}}

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(self.title) }
        // expected-error@-1 {{actor-isolated property 'title' can not be referenced from the main actor}}
    }
}
