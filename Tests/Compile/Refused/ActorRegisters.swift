// A method of an actor registers an observer that is not Sendable, without `await`.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

actor Owner {
    private let bar = TitleBar()

    func appear() {
        Broadcaster.register((any TitleObserver).self, observer: bar)
        // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous actor-isolated context}}
        // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
        // expected-mode6-note@-3 2 {{to main actor-isolated static method}}
        // expected-mode6-error@-4 {{sending 'self.bar' risks causing data races}}
    }
}
