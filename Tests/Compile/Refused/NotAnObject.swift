// An observer whose type isn't bound to classes, or is an optional.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

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
