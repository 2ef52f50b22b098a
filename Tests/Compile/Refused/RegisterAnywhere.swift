// An observer that is not Sendable, registered by a function that any thread may call.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

nonisolated func register(_ bar: TitleBar) {
    Broadcaster.register((any TitleObserver).self, observer: bar)
    // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 2 {{to main actor-isolated static method}}
    // expected-mode6-error@-4 {{sending 'bar' risks causing data races}}
}
