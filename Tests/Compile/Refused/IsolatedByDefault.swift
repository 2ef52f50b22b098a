// A Sendable protocol of an app whose default is the main actor, called on a custom queue.

import Broadcaster
import Dispatch

protocol RequestObserver: AnyObject, Sendable { func handled() }
// expected-main-note@-1 {{calls to instance method 'handled()' from outside of its actor context are implicitly}}

nonisolated func handle(on queue: DispatchQueue) {
    Broadcaster.notify((any RequestObserver).self, on: queue) { $0.handled() }
    // expected-mode5-main-warning@-1 {{call to main actor-isolated instance method 'handled()' in a synchronous nonisolated context}}
    // expected-mode6-main-error@-2 {{call to main actor-isolated instance method 'handled()' in a synchronous nonisolated context}}
}
