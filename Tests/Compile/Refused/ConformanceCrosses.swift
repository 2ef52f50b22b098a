// A class on the main actor that conforms to a protocol that isn't.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

@MainActor
final class TitleBar: TitleObserver {
    // expected-mode5-nonisolated-current-warning@-1 {{conformance of 'TitleBar' to protocol 'TitleObserver' crosses into main actor-isolated code and can cause data races}}
    // expected-nonisolated-current-note@-2 {{isolate this conformance to the main actor with '@MainActor'}}
    // expected-nonisolated-current-note@-3 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-nonisolated-current-note@-4 {{turn data races into runtime errors with '@preconcurrency'}}
    // expected-mode6-nonisolated-current-error@-5 {{conformance of 'TitleBar' to protocol 'TitleObserver' crosses into main actor-isolated code and can cause data races}}
    func titleDidChange(_ title: String) {}
    // expected-nonisolated-current-note@-1 {{main actor-isolated instance method 'titleDidChange' cannot satisfy}}
}
