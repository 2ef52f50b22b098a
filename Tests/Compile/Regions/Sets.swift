// Sets that aren't `Sendable`, notified off the main actor.

import Broadcaster

// An actor notifies its own set of observers that are not Sendable.
nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

actor Owner {
    private let titles = WeakObjectSet<any TitleObserver>()

    func rename() async {
        await titles.notify { $0.titleDidChange("") }
        // expected-mode6-error@-1 {{sending 'self.titles' risks causing data races}}
        // expected-mode6-note@-2 {{to main actor-isolated instance method}}
    }
}

// An actor notifies its own set of observers that are not Sendable, without `await`.
actor ImpatientOwner {
    private let titles = WeakObjectSet<any TitleObserver>()

    func rename() {
        titles.notify { $0.titleDidChange("") }
        // expected-warning@-1 {{call to main actor-isolated instance method 'notify' in a synchronous actor-isolated context}}
        // expected-mode6-error@-2 {{sending 'self.titles' risks causing data races}}
        // expected-mode6-note@-3 {{to main actor-isolated instance method}}
    }
}

// A function that any thread may call notifies delegates that are not Sendable.
nonisolated func rename(_ delegates: MulticastDelegate<any TitleObserver>) {
    delegates.notify { $0.titleDidChange("") }
    // expected-warning@-1 {{call to main actor-isolated instance method 'notify' in a synchronous nonisolated context}}
    // expected-mode6-error@-2 {{sending 'delegates' risks causing data races}}
    // expected-mode6-note@-3 {{sending task-isolated 'delegates' to main actor-isolated instance method 'notify'}}
}
