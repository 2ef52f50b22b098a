// A block that awaits its observers.

import Broadcaster

protocol OrderStation: Actor { func prepare(_ dish: String) async }

nonisolated func prepare(_ dish: String) {
    Broadcaster.notify((any OrderStation).self) { await $0.prepare(dish) }
    // expected-current-error@-1 {{cannot pass function of type '@Sendable (any OrderStation) async -> ()' to parameter expecting synchronous function type}}
    // expected-upcoming-error@-2 {{cannot pass function of type '@concurrent @Sendable (any OrderStation) async -> ()' to parameter expecting synchronous function type}}
    // expected-note@-3 {{'async' inferred from asynchronous operation used here}}
    Broadcaster.notify((any OrderStation).self) { $0.prepare(dish) }
    // expected-error@-1 {{'async' call in a function that does not support concurrency}}
}
