// Observers that are actors, and observers whose state isn't safe to use on any thread.

import Broadcaster

// An actor observes a plain protocol with its own isolated method.
protocol TitleObserver { func titleDidChange(_ title: String) }

actor Archive: TitleObserver {
    // expected-nonisolated-error@-1 {{conformance of 'Archive' to protocol 'TitleObserver' crosses into actor-isolated code and can cause data races}}
    // expected-mode5-main-warning@-2 {{conformance of 'Archive' to protocol 'TitleObserver' involves isolation mismatches and can cause data races}}
    // expected-mode6-main-error@-3 {{conformance of 'Archive' to protocol 'TitleObserver' involves isolation mismatches and can cause data races}}
    // expected-note@-4 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-note@-5 {{turn data races into runtime errors with '@preconcurrency'}}
    private var titles: [String] = []

    func titleDidChange(_ title: String) { titles.append(title) }
    // expected-nonisolated-note@-1 {{actor-isolated instance method 'titleDidChange' cannot satisfy nonisolated}}
    // expected-main-note@-2 {{actor-isolated instance method 'titleDidChange' cannot satisfy main actor-isolated}}
}

// An actor observes a Sendable protocol with its own isolated method.
nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

actor AccessLog: RequestObserver {
    // expected-error@-1 {{conformance of 'AccessLog' to protocol 'RequestObserver' crosses into actor-isolated code and can cause data races}}
    // expected-note@-2 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-note@-3 {{turn data races into runtime errors with '@preconcurrency'}}
    private var count = 0

    func handled() { count += 1 }
    // expected-note@-1 {{actor-isolated instance method 'handled()' cannot satisfy nonisolated requirement}}
}

// Observers of a Sendable protocol that aren't safe to call on any thread.
nonisolated final class Metrics: RequestObserver {
    private var count = 0
    // expected-mode5-warning@-1 {{stored property 'count' of 'Sendable'-conforming class 'Metrics' is mutable}}
    // expected-mode6-error@-2 {{stored property 'count' of 'Sendable'-conforming class 'Metrics' is mutable}}

    func handled() { count += 1 }
}

nonisolated class OpenMetrics: RequestObserver {
    // expected-mode5-warning@-1 {{non-final class 'OpenMetrics' cannot conform to the 'Sendable' protocol}}
    // expected-mode6-error@-2 {{non-final class 'OpenMetrics' cannot conform to the 'Sendable' protocol}}

    func handled() {}
}
