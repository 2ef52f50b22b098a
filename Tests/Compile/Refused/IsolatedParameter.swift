// A closure that would run on the actor that owns it.

import Broadcaster

@Messages
nonisolated protocol OrderObserver: Sendable { func orderPlaced() }

actor Ledger {
    var entries = 0

    func count() { entries += 1 }

    func observe() {
        Broadcaster.observe(OrderObserverMessage.self, owner: self) {
            // expected-error@-1 {{no exact matches in call to static method 'observe'}}
            (ledger: isolated Ledger, _: OrderObserverMessage) in
            ledger.entries += 1
        }
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { ledger, _ in await ledger.count() }
    }
}
