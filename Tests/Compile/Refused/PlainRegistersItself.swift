// A class that isn't isolated registers itself when it is made.
// Cells: nonisolated

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

final class TitleBar: TitleObserver {
    init() {
        Broadcaster.register((any TitleObserver).self, observer: self)
        // expected-mode6-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
        // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
        // expected-mode6-error@-3 {{sending 'self' risks causing data races}}
        // expected-mode6-note@-4 2 {{to main actor-isolated static method}}
    }

    func titleDidChange(_ title: String) {}
}
