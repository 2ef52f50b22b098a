// Messages that aren't `Sendable`, used after they were sent.

import Broadcaster
import Dispatch

// A message that isn't Sendable is sent on by what received it, or kept.
nonisolated final class Tab {}

@Messages
nonisolated protocol TabObserver: AnyObject { func didSelect(_ tab: Tab) }

@MainActor
final class Relay {
    var latest: TabObserverMessage?

    init() {
        Broadcaster.observe(TabObserverMessage.self, for: 1, owner: self) { `self`, message in
            Broadcaster.notify(message, for: 2)
            // expected-mode6-error@-1 {{sending 'message' risks causing data races}}
            // expected-mode6-note@-2 {{passed as a 'sending' parameter}}
            Broadcaster.notify((any TabObserver).self, for: 3) { message.send(to: $0) }
        }
    }

    func forward() async {
        for await message in Broadcaster.messages(of: TabObserverMessage.self, for: 1) {
            Broadcaster.notify(message, for: 2)
            // expected-mode6-error@-1 {{sending 'message' risks causing data races}}
            // expected-mode6-note@-2 {{passed as a 'sending' parameter}}
            Broadcaster.notify((any TabObserver).self, for: 3) { message.send(to: $0) }
        }
    }

    func select(_ tab: Tab) {
        let message = TabObserverMessage.didSelect(tab)
        Broadcaster.notify(message)
        // expected-mode6-error@-1 {{sending 'message' risks causing data races}}
        // expected-mode6-note@-2 {{passed as a 'sending' parameter}}
        Broadcaster.notify((any TabObserver).self) { message.send(to: $0) }
        latest = message
    }
}

// A message that isn't Sendable is sent away, so its values can't be used afterwards.
@Messages
nonisolated protocol UploadObserver {
    func uploadDidStart(_ upload: Upload)
}

nonisolated final class Upload {
    var name = ""
}

nonisolated func notify(_ upload: Upload) {
    Broadcaster.notify(UploadObserverMessage.uploadDidStart(Upload()))
    // expected-mode6-error@+2 {{sending}}
    // expected-mode6-note@+1 {{passed as a 'sending' parameter}}
    Broadcaster.notify(UploadObserverMessage.uploadDidStart(upload))
}
