// The observers, asked for with `await`.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated func renameAll() async {
    for observer in await Broadcaster.observers(of: (any TitleObserver).self) { observer.titleDidChange("Inbox") }
    // expected-mode6-warning@-1 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-2 {{to main actor-isolated static method}}
    // expected-mode6-error@-3 {{non-Sendable 'Broadcaster.Observers<any TitleObserver>'-typed result can not be returned from main actor-isolated static method 'observers(of:for:)' to nonisolated context}}
}
