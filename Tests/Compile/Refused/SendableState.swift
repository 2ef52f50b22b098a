// Observers of a Sendable protocol that aren't safe to call on any thread.

import Broadcaster

nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

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
