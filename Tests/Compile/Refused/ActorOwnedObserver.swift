// An actor registers an object that it owns.

import Broadcaster

nonisolated protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}
}

actor Owner {
    private let bar = TitleBar()

    func appear() async {
        await Broadcaster.register((any TitleObserver).self, observer: bar)
        // expected-mode6-warning@-1 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
        // expected-mode6-note@-2 2 {{to main actor-isolated static method}}
        // expected-mode6-error@-3 {{sending 'self.bar' risks causing data races}}
    }
}
