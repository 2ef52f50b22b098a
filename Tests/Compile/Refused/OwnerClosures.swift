// Closures with an owner.

import Broadcaster

// A closure of an owner takes the owner and the message.
@Messages
protocol UploadObserver {
    func uploadDidFail()
}

@MainActor
final class UploadBadge {
    var count = 0

    func appear() {
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { message in
            // expected-error@-1 {{contextual closure type '@MainActor @Sendable (UploadBadge, UploadObserverMessage) -> Void' expects 2 arguments, but 1 was used in closure body}}
            self.count += 1
        }
        // `{ self, message in … }` says the same, after an error of the parser.
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { self.count += 1 }
        // expected-error@-1 {{contextual type for closure argument list expects 2 arguments, which cannot be implicitly ignored}}
        Broadcaster.observe(UploadObserverMessage.self, owner: self) { `self`, _ in
            self.count += 1
        }
    }
}

nonisolated func observe(_ badge: UploadBadge) {
    Broadcaster.observe(UploadObserverMessage.self, owner: badge) { badge, _ in badge.count += 1 }
    // expected-warning@-1 {{call to main actor-isolated static method 'observe(_:for:owner:block:)' in a synchronous nonisolated context}}
}

// A closure of a Sendable protocol may be called on any thread, so it can't use an owner's state on the main actor.
@Messages
nonisolated protocol OrderObserver: Sendable {
    func orderPlaced()
}

@MainActor
final class OrderBadge {
    var count = 0  // expected-note {{mutation of this property is only permitted within the actor}}
    // expected-note@-1 {{property declared here}}

    func show() {}
    // expected-note@-1 {{calls to instance method 'show()' from outside of its actor context are implicitly}}

    func appear() {
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ in
            self.count += 1
            // expected-error@-1 {{main actor-isolated property 'count' can not be mutated from a Sendable closure}}
        }
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ in
            print(self.count)
            // expected-error@-1 {{main actor-isolated property 'count' can not be referenced from a Sendable closure}}
            self.show()
            // expected-error@-1 {{call to main actor-isolated instance method 'show()' in a synchronous nonisolated context}}
        }
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { @MainActor `self`, _ in
            print(self.count)
            self.show()
        }
        Broadcaster.observe(OrderObserverMessage.self, owner: self) { `self`, _ in
            Task { @MainActor in self.count += 1 }
        }
    }
}

nonisolated func observe(_ broadcaster: Broadcaster, for owner: OrderBadge) {
    broadcaster.observe(OrderObserverMessage.self, owner: owner) { owner, _ in
        Task { @MainActor in owner.count += 1 }
    }
}
