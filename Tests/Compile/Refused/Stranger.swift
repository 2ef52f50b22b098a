// An observer that doesn't conform to its protocol.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor final class Stranger {}

@MainActor
func register(_ stranger: Stranger) {
    Broadcaster.register((any TitleObserver).self, observer: stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'TitleObserver'}}
    Broadcaster.Observers<any TitleObserver>().add(stranger)
    // expected-error@-1 {{no exact matches in call to instance method 'add'}}
    MulticastDelegate<any TitleObserver>().add(stranger)
    // expected-error@-1 {{argument type 'Stranger' does not conform to expected type 'TitleObserver'}}
}
