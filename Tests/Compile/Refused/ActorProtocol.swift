// A block that doesn't wait for actors.

import Broadcaster

protocol OrderListener: Actor {
    func placed()
    // expected-note@-1 {{calls to instance method 'placed()' from outside of its actor context are implicitly}}
}

nonisolated func place() {
    Broadcaster.notify((any OrderListener).self) { $0.placed() }
    // expected-error@-1 {{call to actor-isolated instance method 'placed()' in a synchronous main actor-isolated context}}
}
