// A hole of the language: a value that leaves a closure that doesn't escape. When a compiler refuses this, the page that
// lists the holes loses an entry.

import Broadcaster

nonisolated protocol PayloadObserver { func receive(_ payload: Payload) }

nonisolated final class Payload {
    var count = 0
}

@MainActor
func useLastObserver() -> Task<Void, Never> {
    var last: (any PayloadObserver)?
    Broadcaster.observers(of: (any PayloadObserver).self).forEach { last = $0 }
    return Task.detached { last?.receive(Payload()) }
}

nonisolated func send(showing show: (Payload) -> Void) {
    let payload = Payload()
    show(payload)
    Broadcaster.notify((any PayloadObserver).self) { $0.receive(payload) }
}

nonisolated func sendAndUse() {
    var kept: Payload?
    send { kept = $0 }
    kept?.count += 1
}

nonisolated func sendWithoutBroadcaster(showing show: (Payload) -> Void) -> Task<Void, Never> {
    let payload = Payload()
    show(payload)
    return Task.detached { payload.count += 1 }
}
