// A detached task that registers its owner.

import Broadcaster

protocol TitleObserver { func titleDidChange(_ title: String) }

final class TitleBar: TitleObserver {
    func titleDidChange(_ title: String) {}

    func load() {
        Task.detached {
            // expected-mode6-nonisolated-error@-1 {{passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure}}
            await Broadcaster.register((any TitleObserver).self, observer: self)
            // expected-mode6-nonisolated-note@-1 {{closure captures 'self' which is accessible to code in the}}
            // expected-mode6-warning@-2 {{sending value of non-Sendable type '(any TitleObserver).Type' risks causing data races}}
            // expected-mode6-nonisolated-note@-3 2 {{to main actor-isolated static method}}
            // expected-mode6-nonisolated-error@-4 {{sending 'self' risks causing data races}}
            // expected-mode6-main-note@-5 {{to main actor-isolated static method}}
        }
    }
}
