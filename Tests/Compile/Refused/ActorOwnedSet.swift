// An actor notifies its own set of observers that are not Sendable.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

actor Owner {
    private let titles = WeakObjectSet<any TitleObserver>()

    func rename() async {
        await titles.notify { $0.titleDidChange("") }
        // expected-mode6-error@-1 {{sending 'self.titles' risks causing data races}}
        // expected-mode6-note@-2 {{to main actor-isolated instance method}}
    }
}
