// A multicast delegate in a global or static constant.

import Broadcaster

protocol TitleObserver: AnyObject { func titleDidChange(_ title: String) }
// expected-mode6-note@-1 {{protocol 'TitleObserver' does not conform to the 'Sendable' protocol}}

nonisolated enum Center {
    static let delegates = MulticastDelegate<any TitleObserver>()
    // expected-mode6-error@-1 {{static property 'delegates' is not concurrency-safe because non-'Sendable' type 'MulticastDelegate<any TitleObserver>' may have shared mutable state}}
    // expected-mode6-note@-2 {{add '@MainActor' to make static property 'delegates' part of global actor 'MainActor'}}
    // expected-mode6-note@-3 {{disable concurrency-safety checks if accesses are protected by an external}}
    static let observers = WeakObjectSet<any TitleObserver>()
    // expected-mode6-error@-1 {{static property 'observers' is not concurrency-safe because non-'Sendable' type 'WeakObjectSet<any TitleObserver>' may have shared mutable state}}
    // expected-mode6-note@-2 {{add '@MainActor' to make static property 'observers' part of global actor 'MainActor'}}
    // expected-mode6-note@-3 {{disable concurrency-safety checks if accesses are protected by an external}}
}
