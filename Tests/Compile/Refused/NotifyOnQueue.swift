// A custom queue, for observers that are not Sendable.

import Broadcaster
import Dispatch

protocol TitleObserver { func titleDidChange(_ title: String) }
// expected-main-note@-1 2 {{calls to instance method 'titleDidChange' from outside of its actor context are implicitly}}
// expected-mode6-note@-2 2 {{protocol 'TitleObserver' does not conform to the 'Sendable' protocol}}

nonisolated func rename(on queue: DispatchQueue, with broadcaster: Broadcaster) {
    Broadcaster.notify((any TitleObserver).self, on: queue) { $0.titleDidChange("Inbox") }
    // expected-mode5-main-warning@-1 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
    // expected-mode6-error@-2 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    // expected-mode6-main-error@-3 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
    broadcaster.notify((any TitleObserver).self, on: queue) { $0.titleDidChange("Inbox") }
    // expected-mode5-main-warning@-1 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
    // expected-mode6-error@-2 {{type 'any TitleObserver' does not conform to the 'Sendable' protocol}}
    // expected-mode6-main-error@-3 {{call to main actor-isolated instance method 'titleDidChange' in a synchronous nonisolated context}}
}
