// The observers of a protocol that isn't Sendable, asked for by async code without `await`.

import Broadcaster

protocol OrderStation { func prepare(_ dish: String) async }

nonisolated func prepare(_ dish: String) async {
    for station in Broadcaster.observers(of: (any OrderStation).self) { await station.prepare(dish) }
    // expected-mode5-warning@-1 {{main actor-isolated static method 'observers(of:for:)' cannot be called from outside of the actor}}
    // expected-mode6-error@-2 {{main actor-isolated static method 'observers(of:for:)' cannot be called from outside of the actor}}
}
