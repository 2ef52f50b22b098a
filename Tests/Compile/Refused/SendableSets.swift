// Sets and their iterators are Sendable if their objects are. A multicast delegate is not.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }
// expected-mode6-note@-1 3 {{protocol 'TitleObserver' does not conform to the 'Sendable' protocol}}

nonisolated protocol Job: AnyObject, Sendable { func run() }

nonisolated func send(_ value: some Sendable) {}

nonisolated func send(
    jobs: WeakObjectSet<any Job>, titles: WeakObjectSet<any TitleObserver>, delegates: MulticastDelegate<any Job>,
    observers: Broadcaster.Observers<any Job>, titleObservers: Broadcaster.Observers<any TitleObserver>
) {
    send(jobs)
    send(jobs.makeIterator())
    send(observers)
    send(titleObservers)
    // expected-mode6-error@-1 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    send(titles)
    // expected-mode6-error@-1 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    send(titles.makeIterator())
    // expected-mode6-error@-1 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    send(delegates)
    // expected-mode5-warning@-1 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}
    // expected-mode6-error@-2 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}
}
