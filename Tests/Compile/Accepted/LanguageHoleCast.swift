// A hole of the language: `Sendable` doesn't exist at run time, so a conditional cast to a type that says it succeeds.
// When a compiler refuses this, the page that lists the holes loses an entry.

import Broadcaster

nonisolated protocol Update { func update() }

@MainActor
func iterate(_ observers: Broadcaster.Observers<any Update>) {
    guard let shared = (observers as Any) as? Broadcaster.Observers<any Update & Sendable> else { return }
    Task.detached {
        for observer in shared { observer.update() }
    }
}

@MainActor
func callWithoutBroadcaster(_ updates: [any Update]) {
    guard let shared = (updates as Any) as? [any Update & Sendable] else { return }
    Task.detached {
        for update in shared { update.update() }
    }
}
