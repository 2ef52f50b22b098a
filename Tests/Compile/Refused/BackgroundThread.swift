// An observer that is registered inside a block of another queue.

import Broadcaster
import Dispatch

protocol TitleObserver { func titleDidChange(_ title: String) }

final class TitleBar: TitleObserver {
    // expected-mode6-nonisolated-note@-1 {{class 'TitleBar' does not conform to the 'Sendable' protocol}}
    func titleDidChange(_ title: String) {}

    func load() {
        DispatchQueue.global().async {
            Broadcaster.register((any TitleObserver).self, observer: self)
            // expected-warning@-1 {{call to main actor-isolated static method 'register(_:for:observer:)' in a synchronous nonisolated context}}
            // expected-mode6-nonisolated-error@-2 {{capture of 'self' with non-Sendable type 'TitleBar' in a '@Sendable' closure}}
            // expected-mode6-main-warning@-3 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
            // expected-mode6-main-note@-4 {{to main actor-isolated static method}}
        }
    }
}
