// An independent broadcaster has the same rules as the static methods.

import Broadcaster

@MainActor
protocol ThemeObserver: AnyObject { func themeDidChange() }

nonisolated func register(_ observer: any ThemeObserver, with broadcaster: Broadcaster) {
    Broadcaster.register((any ThemeObserver).self, observer: observer)
    // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any ThemeObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 2 {{to main actor-isolated static method}}
    // expected-mode6-error@-4 {{sending 'observer' risks causing data races}}
    broadcaster.register((any ThemeObserver).self, observer: observer)
    // expected-warning@-1 {{call to main actor-isolated instance method 'register(_:for:observer:)' in a synchronous nonisolated context}}
    // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any ThemeObserver).Type' risks causing data races}}
    // expected-mode6-note@-3 2 {{to main actor-isolated instance method}}
    // expected-mode6-error@-4 {{sending 'observer' risks causing data races}}
}
