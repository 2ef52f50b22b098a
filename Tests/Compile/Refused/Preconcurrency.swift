// What the compiler proposes for a class on the main actor that conforms to a Sendable protocol.
// Cells: nonisolated

import Broadcaster

protocol RequestObserver: AnyObject, Sendable { func handled() }

@MainActor
final class Counter { var count = 0 }

extension Counter: RequestObserver {
    // expected-mode5-warning@-1 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-mode6-error@-2 {{conformance of 'Counter' to protocol 'RequestObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-note@-3 {{turn data races into runtime errors with '@preconcurrency'}}
    // expected-note@-4 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-note@-5 {{mark all declarations used in the conformance 'nonisolated'}}
    func handled() { count += 1 }
    // expected-note@-1 {{main actor-isolated instance method 'handled()' cannot satisfy nonisolated requirement}}
}
