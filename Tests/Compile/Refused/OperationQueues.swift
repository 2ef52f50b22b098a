// An operation queue, where a broadcast takes a dispatch queue.

import Broadcaster
import Foundation

nonisolated protocol OrderObserver: Sendable { func orderPlaced() }

nonisolated func place(on queue: OperationQueue) {
    Broadcaster.notify((any OrderObserver).self, on: queue) { $0.orderPlaced() }
    // expected-error@-1 {{cannot convert value of type 'OperationQueue' to expected argument type 'DispatchQueue'}}
    if let queue = queue.underlyingQueue {
        Broadcaster.notify((any OrderObserver).self, on: queue) { $0.orderPlaced() }
    }
}
