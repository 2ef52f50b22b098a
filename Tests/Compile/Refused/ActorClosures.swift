// Closures and blocks that use the state of an actor.

import Broadcaster

// A closure of an actor that changes the actor's state: it runs on the main actor. Forms that language mode 5 may call on
// any thread report it as a warning only; those of a `Sendable` protocol report it as an error.
@Messages
nonisolated protocol DayObserver { func dayChanged() }

@Messages
nonisolated protocol OrderObserver: Sendable { func orderPlaced() }

actor Ledger {
    var entries = 0
    // expected-note@-1 18 {{mutation of this property is only permitted within the actor}}

    func observe(with broadcaster: Broadcaster) async -> [Broadcaster.Observation] {
        await Broadcaster.observe(DayObserverMessage.self, owner: self) { `self`, _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        await broadcaster.observe(DayObserverMessage.self, owner: self) { `self`, _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        return [
            await Broadcaster.observe(DayObserverMessage.self) { [self] _ in self.entries += 1 },
            // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
            await broadcaster.observe(DayObserverMessage.self) { [self] _ in self.entries += 1 },
            // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        ]
    }

    // Closures that await run on the main actor, too, if the protocol isn't `Sendable`.
    func observeAwaiting(with broadcaster: Broadcaster) async -> [Broadcaster.Observation] {
        await Broadcaster.observe(DayObserverMessage.self, owner: self) { `self`, _ async in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
        await broadcaster.observe(DayObserverMessage.self, owner: self) { `self`, _ async in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
        await broadcaster.observe(DayObserverMessage.self, owner: self) { `self`, _ in await self.count() }
        return [
            await Broadcaster.observe(DayObserverMessage.self) { [self] _ async in self.entries += 1 },
            // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
            // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
            await broadcaster.observe(DayObserverMessage.self) { [self] _ async in self.entries += 1 },
            // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
            // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
            await broadcaster.observe(DayObserverMessage.self) { [self] _ in await self.count() },
        ]
    }

    func observeSendable(with broadcaster: Broadcaster) -> [Broadcaster.Observation] {
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ in self.entries += 1 }
        // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ async in self.entries += 1 }
        // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
        // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
        broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ in self.entries += 1 }
        // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
        broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ async in self.entries += 1 }
        // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
        // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
        return [
            Broadcaster.observe(OrderObserverMessage.self) { [self] _ in self.entries += 1 },
            // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
            Broadcaster.observe(OrderObserverMessage.self) { [self] _ async in self.entries += 1 },
            // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
            // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
            broadcaster.observe(OrderObserverMessage.self) { [self] _ in self.entries += 1 },
            // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
            broadcaster.observe(OrderObserverMessage.self) { [self] _ async in self.entries += 1 },
            // expected-error@-1 {{actor-isolated property 'entries' can not be mutated from a Sendable closure}}
            // expected-note@-2 {{consider declaring an isolated method on 'Ledger'}}
        ]
    }

    func count() { entries += 1 }

    func notify(_ observers: sending WeakObjectSet<any DayObserver>) async {
        await observers.notify { [self] _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
    }

    func notify(_ delegates: sending MulticastDelegate<any DayObserver>) async {
        await delegates.notify { [self] _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
    }
}

// A closure that would run on the actor that owns it.
@Messages
nonisolated protocol SaleObserver: Sendable { func orderPlaced() }

actor SaleLedger {
    var entries = 0

    func count() { entries += 1 }

    func observe() {
        Broadcaster.observe(SaleObserverMessage.self, owner: self) {
            // expected-error@-1 {{no exact matches in call to static method 'observe'}}
            (ledger: isolated SaleLedger, _: SaleObserverMessage) in
            ledger.entries += 1
        }
        Broadcaster.observe(SaleObserverMessage.self, owner: self) { ledger, _ in await ledger.count() }
    }
}

// A block that uses a property of the actor that sends.
protocol TitleObserver { func titleDidChange(_ title: String) }

actor Inbox {
    var title = "Inbox"
    // expected-note@-1 {{property declared here}}

    func rename() {
        Broadcaster.notify((any TitleObserver).self) { $0.titleDidChange(self.title) }
        // expected-error@-1 {{actor-isolated property 'title' can not be referenced from the main actor}}
    }
}
