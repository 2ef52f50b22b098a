// An observer on the main actor, called by a function that any thread may call.

import Broadcaster

@MainActor
protocol ThemeObserver: AnyObject { func themeDidChange() }
// expected-note@-1 {{calls to instance method 'themeDidChange()' from outside of its actor context are implicitly}}

nonisolated func change(_ delegates: MulticastDelegate<any ThemeObserver>) {
    delegates.invoke { $0.themeDidChange() }
    // expected-error@-1 {{call to main actor-isolated instance method 'themeDidChange()' in a synchronous nonisolated context}}
}
