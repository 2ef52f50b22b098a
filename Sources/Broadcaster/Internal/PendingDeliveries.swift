import Foundation

/// The broadcasts that are pending on queues other than the main queue, whose own order shows when it has delivered.
final class PendingDeliveries: Sendable {
    private let group = Locked(DispatchGroup())

    func add(to queue: DispatchQueue, delivery: @escaping @Sendable () -> Void) {
        // Under the lock, so that no delivery joins a group that a waiter has already found empty.
        group.withLock { queue.async(group: $0, execute: delivery) }
    }

    /// Calls `done` when everything that was added before is delivered.
    ///
    /// What is added later joins a new group, so steady traffic can't delay `done` forever. The new group isn't empty
    /// before the present one is.
    func notifyWhenDelivered(_ done: @escaping @Sendable () -> Void) {
        let later = DispatchGroup()
        later.enter()
        let present = group.withLock { group in
            defer { group = later }
            return group
        }
        present.notify(queue: .global()) {
            later.leave()
            done()
        }
    }
}
