// A stand-in is an object and a sequence, so a set of it might be one of its delegates.

import Broadcaster

nonisolated protocol TitleObserver: AnyObject { func titleDidChange(_ title: String) }

nonisolated final class Titles: MulticastDelegate<any TitleObserver>, TitleObserver {
    func titleDidChange(_ title: String) { invoke { $0.titleDidChange(title) } }
}

nonisolated func makeSets(_ titles: Titles) {
    let set = WeakObjectSet<any TitleObserver>(titles)  // expected-error {{ambiguous use of 'init(_:)'}}
    set.add(contentsOf: titles)
    let inferred: WeakObjectSet<any TitleObserver> = WeakObjectSet(titles)
    // expected-error@-1 {{ambiguous use of 'init(_:)'}}
    inferred.remove(contentsOf: [titles])
}
