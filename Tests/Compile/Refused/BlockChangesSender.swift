// A block for a custom queue that changes something on the main actor.

import Broadcaster
import Dispatch

nonisolated protocol RequestObserver: AnyObject, Sendable { func handled() }

@MainActor
final class Server {
    var count = 0
    // expected-note@-1 {{mutation of this property is only permitted within the actor}}
    let queue = DispatchQueue(label: "metrics")

    func respond() {
        Broadcaster.notify((any RequestObserver).self, on: queue) { observer in
            self.count += 1
            // expected-error@-1 {{main actor-isolated property 'count' can not be mutated from a Sendable closure}}
            observer.handled()
        }
    }
}
