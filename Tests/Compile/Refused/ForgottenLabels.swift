// Calls without a label, of which the compiler takes the argument for a key, and calls without the protocol.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
func rename(_ observer: any TitleObserver, _ block: @escaping @MainActor @Sendable (any TitleObserver) -> Void) {
    Broadcaster.notify((any TitleObserver).self, block)
    // expected-error@-1 {{missing argument label 'for:' in call}}
    // expected-error@-2 {{type '(any TitleObserver).Type' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-3 2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    // expected-error@-4 {{type '@MainActor @Sendable (any TitleObserver) -> Void' cannot conform to 'Hashable'}}
    Broadcaster.notify((any TitleObserver).self, { $0.titleDidChange("") })
    // expected-error@-1 {{missing argument label 'for:' in call}}
    // expected-error@-2 {{type '(any TitleObserver).Type' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-3 2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    // expected-error@-4 {{type '(_) -> _' cannot conform to 'Hashable'}}
    Broadcaster.register((any TitleObserver).self, observer)
    // expected-error@-1 {{static method 'register(_:for:observer:)' requires that 'Key' conform to 'Hashable'}}
    // expected-error@-2 {{missing argument label 'for:' in call}}
    // expected-error@-3 {{missing argument for parameter 'observer' in call}}
    Broadcaster.unregister((any TitleObserver).self, observer)
    // expected-error@-1 {{static method 'unregister(_:for:)' requires that 'Key' conform to 'Hashable'}}
    // expected-error@-2 {{missing argument label 'for:' in call}}
    Broadcaster.register(observer)
    // expected-error@-1 {{no exact matches in call to instance method 'register'}}
    Broadcaster.register(TitleObserver, observer: observer)
    // expected-error@-1 {{expected member name or initializer call after type name}}
    // expected-note@-2 {{use '.self' to reference the type object}}
    // expected-upcoming-warning@-3 {{use of protocol 'TitleObserver' as a type must be written 'any TitleObserver'}}
    Broadcaster.notify((any TitleObserver).self, block: block)
    Broadcaster.unregister((any TitleObserver).self, observer: observer)
}
