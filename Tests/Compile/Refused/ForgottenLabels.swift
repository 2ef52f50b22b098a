// Calls that lack a label, a block, or the protocol.

import Broadcaster
import Foundation

// Calls without a label, of which the compiler takes the argument for a key, and calls without the protocol.
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

// A value of a protocol that isn't Sendable, sent to a queue, and calls that lack a block or a label.
@Messages
nonisolated protocol PageObserver { func titleDidChange(_ title: String) }

nonisolated final class PageBar: PageObserver {
    func titleDidChange(_ title: String) {}
}

@MainActor
func use(_ bar: PageBar) {
    Broadcaster.notify(PageObserverMessage.titleDidChange(""), on: .main)
    // expected-error@-1 {{static method 'notify(_:for:on:fileID:line:)' requires that 'PageObserverMessage' conform to 'Broadcaster.SendableMessage'}}
    Broadcaster.notify((any PageObserver).self)
    // expected-error@-1 {{type '(any PageObserver).Type' cannot conform to 'Broadcaster.Message'}}
    // expected-note@-2 {{only concrete types such as structs, enums and classes can conform to protocols}}
    Broadcaster.register((any PageObserver).self, bar)
    // expected-error@-1 {{static method 'register(_:for:observer:)' requires that 'PageBar' conform to 'Hashable'}}
    // expected-error@-2 {{missing argument label 'for:' in call}}
    // expected-error@-3 {{missing argument for parameter 'observer' in call}}
}

// A protocol's name without `any`.
@MainActor
func register(_ observer: any TitleObserver) {
    Broadcaster.register(TitleObserver.self, observer: observer)
    // expected-upcoming-warning@-1 {{use of protocol 'TitleObserver' as a type must be written 'any TitleObserver'}}
}

// A channel whose protocol has an associated type, named without its argument.
protocol Store<Item> {
    associatedtype Item
    func stored(_ item: Item)
}

nonisolated func store() {
    Broadcaster.notify(Store.self) { $0.stored(1) }
    // expected-error@-1 {{member 'stored' cannot be used on value of type 'any Store'; consider using a generic constraint instead}}
    // expected-warning@-2 {{use of protocol 'Store' as a type must be written 'any Store'}}
}
