// An actor observes a plain protocol with its own isolated method.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

actor Archive: TitleObserver {
    // expected-nonisolated-error@-1 {{conformance of 'Archive' to protocol 'TitleObserver' crosses into actor-isolated code and can cause data races}}
    // expected-mode5-main-warning@-2 {{conformance of 'Archive' to protocol 'TitleObserver' involves isolation mismatches and can cause data races}}
    // expected-mode6-main-error@-3 {{conformance of 'Archive' to protocol 'TitleObserver' involves isolation mismatches and can cause data races}}
    // expected-note@-4 {{mark all declarations used in the conformance 'nonisolated'}}
    // expected-note@-5 {{turn data races into runtime errors with '@preconcurrency'}}
    private var titles: [String] = []

    func titleDidChange(_ title: String) { titles.append(title) }
    // expected-nonisolated-note@-1 {{actor-isolated instance method 'titleDidChange' cannot satisfy nonisolated}}
    // expected-main-note@-2 {{actor-isolated instance method 'titleDidChange' cannot satisfy main actor-isolated}}
}
