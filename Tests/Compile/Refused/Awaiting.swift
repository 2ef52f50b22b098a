// An `await` or a `try` that is missing, or that the caller doesn't allow.

import Broadcaster

// Closures that forget an `await`, throw, or whose observation isn't kept.
@Messages
protocol UploadObserver {
    func uploadDidFail()
}

@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced()
}

@MainActor
final class Model {
    func store(_ message: UploadObserverMessage) async {}
    func check(_ message: UploadObserverMessage) async throws {}

    func observe() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in self.store(message) }
        // expected-error@-1 {{'async' call in a function that does not support concurrency}}
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, message in
            // expected-error@-1 {{invalid conversion from throwing function of type}}
            try await self.check(message)
        }
        Broadcaster.observe(UploadObserverMessage.self) { _ in await Task.yield() }  // expected-warning {{is unused}}
    }
}

// A block that awaits its observers.
protocol OrderStation: Actor { func prepare(_ dish: String) async }

nonisolated func prepare(_ dish: String) {
    Broadcaster.notify((any OrderStation).self) { await $0.prepare(dish) }
    // expected-current-error@-1 {{cannot pass function of type '@Sendable (any OrderStation) async -> ()' to parameter expecting synchronous function type}}
    // expected-upcoming-error@-2 {{cannot pass function of type '@concurrent @Sendable (any OrderStation) async -> ()' to parameter expecting synchronous function type}}
    // expected-note@-3 {{'async' inferred from asynchronous operation used here}}
    Broadcaster.notify((any OrderStation).self) { $0.prepare(dish) }
    // expected-error@-1 {{'async' call in a function that does not support concurrency}}
}

// Actors, called by an iteration that does not await them.
protocol OrderListener: Actor { func placed() }
// expected-note@-1 {{calls to instance method 'placed()' from outside of its actor context are implicitly}}

nonisolated func place() async {
    for listener in Broadcaster.observers(of: (any OrderListener).self) { listener.placed() }
    // expected-error@-1 {{actor-isolated instance method 'placed()' cannot be called from outside of the actor}}
    Broadcaster.observers(of: (any OrderListener).self).forEach { $0.placed() }
    // expected-error@-1 {{call to actor-isolated instance method 'placed()' in a synchronous nonisolated context}}
}

// The observers of a protocol that isn't Sendable, asked for by async code without `await`.
protocol Kitchen { func prepare(_ dish: String) async }

nonisolated func prepare(_ dish: String) async {
    for station in Broadcaster.observers(of: (any Kitchen).self) { await station.prepare(dish) }
    // expected-mode5-warning@-1 {{main actor-isolated static method 'observers(of:for:)' cannot be called from outside of the actor}}
    // expected-mode6-error@-2 {{main actor-isolated static method 'observers(of:for:)' cannot be called from outside of the actor}}
}

// A block calls a method that throws.
protocol SaveObserver { func willSave() throws }

func save() {
    Broadcaster.notify((any SaveObserver).self) { $0.willSave() }
    // expected-error@-1 {{call can throw, but it is not marked with 'try' and the error is not handled}}
    Broadcaster.notify((any SaveObserver).self) { try $0.willSave() }
    // expected-error@-1 {{invalid conversion from throwing function of type '@Sendable (any SaveObserver) throws -> ()' to non-throwing function type '@MainActor @Sendable (any SaveObserver) -> Void'}}
}
