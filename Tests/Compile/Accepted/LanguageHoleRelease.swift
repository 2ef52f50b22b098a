// A hole of the language: a block that is lent to a function on another thread may be released last by its sender, with
// what it captures. When a compiler refuses this, the page that lists the holes loses an entry.

import Broadcaster
import Dispatch

protocol PayloadObserver { func receive(_ payload: Payload) }

nonisolated final class Payload {
    var onDeinit: [() -> Void] = []
    deinit { for closure in onDeinit { closure() } }
}

nonisolated func send() {
    let payload = Payload()
    Broadcaster.notify((any PayloadObserver).self) { $0.receive(payload) }
}

nonisolated func sendWithoutBroadcaster(_ use: @escaping @MainActor (Payload) -> Void) {
    let payload = Payload()
    DispatchQueue.main.async { use(payload) }
}
