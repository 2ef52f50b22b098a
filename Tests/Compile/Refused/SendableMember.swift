// A multicast delegate in a type that is Sendable.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

nonisolated final class Center: Sendable {
    let delegates = MulticastDelegate<any TitleObserver>()
    // expected-mode5-warning@-1 {{stored property 'delegates' of 'Sendable'-conforming class 'Center' has non-Sendable type 'MulticastDelegate<any TitleObserver>'}}
    // expected-mode6-error@-2 {{stored property 'delegates' of 'Sendable'-conforming class 'Center' has non-Sendable type 'MulticastDelegate<any TitleObserver>'}}
}
