// An observer that registers itself in a nonisolated initializer.

import Broadcaster

@MainActor
protocol ThemeObserver: AnyObject { func themeDidChange() }

nonisolated final class Toolbar: ThemeObserver {
    @MainActor func themeDidChange() {}

    init() {
        Broadcaster.register((any ThemeObserver).self, observer: self)
        // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
        // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any ThemeObserver).Type' risks causing data races}}
        // expected-mode6-note@-3 2 {{to main actor-isolated static method}}
        // expected-mode6-error@-4 {{sending value of non-Sendable type 'Toolbar' risks causing data races}}
    }
}
