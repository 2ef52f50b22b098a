// A class on the main actor that conforms to a Sendable protocol, without and with an isolated conformance.

import Broadcaster

nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

@MainActor
final class Counter: RequestObserver {
    // expected-mode5-main-warning@-1 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-mode6-main-error@-2 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-main-note@-3 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-main-note@-4 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-main-note@-5 {{turn data races into runtime errors with '@preconcurrency'}}
    private var count = 0
    // expected-nonisolated-note@-1 {{mutation of this property is only permitted within the actor}}

    func handled() { count += 1 }
    // expected-main-note@-1 {{main actor-isolated instance method 'handled()' cannot satisfy nonisolated requirement}}
    // expected-nonisolated-error@-2 {{main actor-isolated property 'count' can not be mutated from a nonisolated context}}
}

@MainActor
final class Badge {}

extension Badge: @MainActor RequestObserver {
    // expected-error@-1 {{cannot form main actor-isolated conformance of 'Badge' to SendableMetatype-inheriting protocol 'RequestObserver'}}
    func handled() {}
}
