// Actors, called by an iteration that does not await them.

import Broadcaster

protocol OrderListener: Actor { func placed() }
// expected-note@-1 {{calls to instance method 'placed()' from outside of its actor context are implicitly}}

nonisolated func place() async {
    for listener in Broadcaster.observers(of: (any OrderListener).self) { listener.placed() }
    // expected-error@-1 {{actor-isolated instance method 'placed()' cannot be called from outside of the actor}}
    Broadcaster.observers(of: (any OrderListener).self).forEach { $0.placed() }
    // expected-error@-1 {{call to actor-isolated instance method 'placed()' in a synchronous nonisolated context}}
}
