// An actor observes a Sendable protocol with its own isolated method.

import Broadcaster

nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

actor AccessLog: RequestObserver {
    // expected-error@-1 {{conformance of 'AccessLog' to protocol 'RequestObserver' crosses into actor-isolated code and can cause data races}}
    // expected-note@-2 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-note@-3 {{turn data races into runtime errors with '@preconcurrency'}}
    private var count = 0

    func handled() { count += 1 }
    // expected-note@-1 {{actor-isolated instance method 'handled()' cannot satisfy nonisolated requirement}}
}
