// An observer that doesn't conform to its protocol.

import Broadcaster

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
