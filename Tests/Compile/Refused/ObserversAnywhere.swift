// The observers, asked for by a function that any thread may call.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated func renameAll(with broadcaster: Broadcaster) {
    for observer in Broadcaster.observers(of: (any TitleObserver).self) { observer.titleDidChange("Inbox") }
    // expected-warning@-1 {{call to main actor-isolated static method 'observers(of:for:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 {{to main actor-isolated static method}}
    // expected-mode6-error@-4 {{non-Sendable 'Broadcaster.Observers<any TitleObserver>'-typed result can not be returned from main actor-isolated static method 'observers(of:for:)' to nonisolated context}}
    for observer in broadcaster.observers(of: (any TitleObserver).self) { observer.titleDidChange("Inbox") }
    // expected-warning@-1 {{call to main actor-isolated instance method 'observers(of:for:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 {{to main actor-isolated instance method}}
    // expected-mode6-error@-4 {{non-Sendable 'Broadcaster.Observers<any TitleObserver>'-typed result can not be returned from main actor-isolated instance method 'observers(of:for:)' to nonisolated context}}
}
