// A block sets a property of observers whose protocol isn't class-bound.

import Broadcaster

protocol ThemeObserver { var theme: String { get set } }

protocol ThemeObject: AnyObject { var theme: String { get set } }

func darken() {
    Broadcaster.notify((any ThemeObserver).self) { $0.theme = "dark" }
    // expected-error@-1 {{cannot assign to property: '$0' is immutable}}
    Broadcaster.notify((any ThemeObject).self) { $0.theme = "dark" }
}

@MainActor
func darken(_ delegates: MulticastDelegate<any ThemeObserver>) {
    delegates.invoke { $0.theme = "dark" }
    // expected-error@-1 {{cannot assign to property: '$0' is immutable}}
}
