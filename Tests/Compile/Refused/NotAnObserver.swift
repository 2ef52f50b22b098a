// Values that can't observe, own a closure, or be changed by a block.

import Broadcaster

// An observer that doesn't conform to its protocol.
@Messages
protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor final class Stranger {}

@MainActor
func register(_ stranger: Stranger) {
    Broadcaster.register((any TitleObserver).self, observer: stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'TitleObserver'}}
    WeakObjectSet<any TitleObserver>().add(stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'TitleObserver'}}
    MulticastDelegate<any TitleObserver>().add(stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'TitleObserver'}}
}

// An observer whose type isn't bound to classes, or is an optional.
@MainActor
func leave(_ observer: any TitleObserver, _ optional: (any TitleObserver)?) {
    Broadcaster.unregister(observer: observer)
    // expected-error@-1 {{argument type 'any TitleObserver' expected to be an instance of a class or class-constrained type}}
    Broadcaster.unregister(observer: observer as AnyObject)
    Broadcaster.unregister((any TitleObserver).self, observer: observer)
    Broadcaster.register((any TitleObserver).self, observer: optional)
    // expected-error@-1 {{value of optional type '(any TitleObserver)?' must be unwrapped to a value of type 'any TitleObserver'}}
    // expected-note@-2 {{coalesce using '??' to provide a default when the optional value contains 'nil'}}
    // expected-note@-3 {{force-unwrap using '!' to abort execution if the optional value contains 'nil'}}
    Broadcaster.unregister((any TitleObserver).self, observer: optional)
    // expected-error@-1 {{argument type '(any TitleObserver)?' expected to be an instance of a class or class-constrained type}}
    if let observer = optional { Broadcaster.register((any TitleObserver).self, observer: observer) }
}

// A struct, such as a view of SwiftUI, can't own a closure.
@MainActor
final class TitleModel { var title = "" }

@MainActor
struct TitleView {
    let model = TitleModel()

    func appear() {
        Broadcaster.observe(TitleObserverMessage.self, owner: self) { view, message in }
        // expected-error@-1 {{static method 'observe(_:for:owner:block:)' requires that 'TitleView' be a class type}}
        Broadcaster.observe(TitleObserverMessage.self, owner: self) { view, message async in }
        // expected-error@-1 {{static method 'observe(_:for:owner:bufferingPolicy:block:)' requires that 'TitleView' be a class type}}
        Broadcaster.observe(TitleObserverMessage.self, owner: model) { model, _ in model.title = "" }
    }
}

// A block sets a property of observers whose protocol isn't class-bound.
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
