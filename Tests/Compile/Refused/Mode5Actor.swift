// An actor that sends to observers on another queue what it owns.

import Broadcaster
import Dispatch

nonisolated protocol TitleObserver: AnyObject, Sendable { func titleDidChange(_ title: String) }

actor Inbox {
    var title = "Inbox"
    // expected-note@-1 {{property declared here}}

    func rename(on queue: DispatchQueue) {
        Broadcaster.notify((any TitleObserver).self, on: queue) { $0.titleDidChange(self.title) }
        // expected-error@-1 {{actor-isolated property 'title' can not be referenced from a Sendable closure}}
    }
}
