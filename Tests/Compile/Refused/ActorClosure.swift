// A closure of an actor that changes the actor's state: it runs on the main actor. Forms that language mode 5 may call on
// any thread report it as a warning only.

import Broadcaster

nonisolated protocol DayObserver { func dayChanged() }

nonisolated struct DayMessage: Broadcaster.Message {
    @MainActor
    func send(to observer: any DayObserver) { observer.dayChanged() }

    @MainActor
    static func makeObserver(_ receive: @escaping @Sendable (Self) -> Void) -> any DayObserver {
        Observer(receive: receive)
    }

    private nonisolated final class Observer: DayObserver {
        let receive: @Sendable (DayMessage) -> Void

        init(receive: @escaping @Sendable (DayMessage) -> Void) { self.receive = receive }

        func dayChanged() { receive(DayMessage()) }
    }
}

actor Ledger {
    var entries = 0
    // expected-note@-1 6 {{mutation of this property is only permitted within the actor}}

    func observe(with broadcaster: Broadcaster) async -> [Broadcaster.Observation] {
        await Broadcaster.observe(DayMessage.self, owner: self) { `self`, _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        await broadcaster.observe(DayMessage.self, owner: self) { `self`, _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        return [
            await Broadcaster.observe(DayMessage.self) { [self] _ in self.entries += 1 },
            // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
            await broadcaster.observe(DayMessage.self) { [self] _ in self.entries += 1 },
            // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
        ]
    }

    func notify(_ observers: sending WeakObjectSet<any DayObserver>) async {
        await observers.notify { [self] _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
    }

    func notify(_ delegates: sending MulticastDelegate<any DayObserver>) async {
        await delegates.notify { [self] _ in self.entries += 1 }
        // expected-warning@-1 {{actor-isolated property 'entries' can not be mutated from the main actor}}
    }
}
