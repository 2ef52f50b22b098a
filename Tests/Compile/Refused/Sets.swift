// Sets and multicast delegates that leave their thread.

import Broadcaster
import Dispatch

// Sets and their iterators are Sendable if their objects are. A multicast delegate is not.
nonisolated protocol PageObserver: AnyObject { func titleDidChange(_ title: String) }
// expected-mode6-note@-1 5 {{protocol 'PageObserver' does not conform to the 'Sendable' protocol}}

nonisolated protocol Job: AnyObject, Sendable { func run() }

nonisolated func send(_ value: some Sendable) {}

nonisolated func send(
    jobs: WeakObjectSet<any Job>, titles: WeakObjectSet<any PageObserver>, delegates: MulticastDelegate<any Job>,
    observers: Broadcaster.Observers<any Job>, titleObservers: Broadcaster.Observers<any PageObserver>
) {
    send(jobs)
    send(jobs.makeIterator())
    send(observers)
    send(titleObservers)
    // expected-mode6-error@-1 {{type 'any PageObserver' does not conform to the 'Sendable' protocol}}
    send(titles)
    // expected-mode6-error@-1 {{type 'any PageObserver' does not conform to the 'Sendable' protocol}}
    send(titles.makeIterator())
    // expected-mode6-error@-1 {{type 'any PageObserver' does not conform to the 'Sendable' protocol}}
    send(delegates)
    // expected-mode5-warning@-1 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}
    // expected-mode6-error@-2 {{conformance of 'MulticastDelegate<T>' to 'Sendable' is unavailable}}
}

// A custom queue, for a set or a multicast delegate of observers that are not Sendable.
@MainActor
func rename(_ titles: WeakObjectSet<any PageObserver>, _ delegates: MulticastDelegate<any PageObserver>) {
    titles.notify(on: .global()) { $0.titleDidChange("") }
    // expected-mode6-error@-1 {{type 'any PageObserver' does not conform to the 'Sendable' protocol}}
    delegates.notify(on: .global()) { $0.titleDidChange("") }
    // expected-mode6-error@-1 {{type 'any PageObserver' does not conform to the 'Sendable' protocol}}
}

// A multicast delegate in a global or static constant.
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

// A multicast delegate in a type that is Sendable.
nonisolated final class TitleCenter: Sendable {
    let delegates = MulticastDelegate<any TitleObserver>()
    // expected-mode5-warning@-1 {{stored property 'delegates' of 'Sendable'-conforming class 'TitleCenter' has non-Sendable type 'MulticastDelegate<any TitleObserver>'}}
    // expected-mode6-error@-2 {{stored property 'delegates' of 'Sendable'-conforming class 'TitleCenter' has non-Sendable type 'MulticastDelegate<any TitleObserver>'}}
}

// A stand-in is an object and a sequence, so a set of it might be one of its delegates.
nonisolated final class Titles: MulticastDelegate<any PageObserver>, PageObserver {
    func titleDidChange(_ title: String) { invoke { $0.titleDidChange(title) } }
}

nonisolated func makeSets(_ titles: Titles) {
    let set = WeakObjectSet<any PageObserver>(titles)  // expected-error {{ambiguous use of 'init(_:)'}}
    set.add(contentsOf: titles.allObjects)
    let inferred: WeakObjectSet<any PageObserver> = WeakObjectSet(titles)
    // expected-error@-1 {{ambiguous use of 'init(_:)'}}
    inferred.remove(contentsOf: [titles])
}
