// A block for a custom queue that uses something on the main actor.

import Broadcaster
import Dispatch

nonisolated protocol RequestObserver: AnyObject, Sendable { func handled(path: String) }

@MainActor
final class Server {
    var path = "/"
    // expected-note@-1 {{property declared here}}
    let queue = DispatchQueue(label: "metrics")

    func respond() {
        Broadcaster.notify((any RequestObserver).self, on: queue) { $0.handled(path: self.path) }
        // expected-error@-1 {{main actor-isolated property 'path' can not be referenced from a Sendable closure}}
    }
}
