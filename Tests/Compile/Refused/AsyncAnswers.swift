// Observers of a plain protocol whose methods are asynchronous, awaited on the main actor.

import Broadcaster

protocol CloseObserver { func mayClose() async -> Bool }

@MainActor
func mayClose() async -> Bool {
    for observer in Broadcaster.observers(of: (any CloseObserver).self) {
        if await !observer.mayClose() { return false }
        // expected-mode6-nonisolated-current-error@-1 {{sending 'observer' risks causing data races}}
        // expected-mode6-nonisolated-current-note@-2 {{sending main actor-isolated 'observer' to nonisolated instance method 'mayClose()'}}
    }
    return true
}
