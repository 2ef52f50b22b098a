// A protocol's name without `any`.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
func register(_ observer: any TitleObserver) {
    Broadcaster.register(TitleObserver.self, observer: observer)
    // expected-upcoming-warning@-1 {{use of protocol 'TitleObserver' as a type must be written 'any TitleObserver'}}
}
