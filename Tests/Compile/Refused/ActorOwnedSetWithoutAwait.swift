// An actor notifies its own set of observers that are not Sendable, without `await`.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

actor Owner {
    private let titles = WeakObjectSet<any TitleObserver>()

    func rename() {
        titles.notify { $0.titleDidChange("") }
        // expected-warning@-1 {{call to main actor-isolated instance method 'notify' in a synchronous actor-isolated context}}
        // expected-mode6-error@-2 {{sending 'self.titles' risks causing data races}}
        // expected-mode6-note@-3 {{to main actor-isolated instance method}}
    }
}
