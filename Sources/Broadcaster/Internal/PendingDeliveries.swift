import Foundation

/// The broadcasts that are pending on queues other than the main queue, whose own order shows when it has delivered.
///
/// `@unchecked` because the lock guards the group.
final class PendingDeliveries: @unchecked Sendable {
    private let lock = NSLock()
    private var group = DispatchGroup()

    func add(to queue: DispatchQueue, delivery: @escaping @Sendable () -> Void) {
        // Under the lock, because a delivery that joined a replaced group could be missed by the next waiter.
        lock.withLock { queue.async(group: group, execute: delivery) }
    }

    /// Calls `done` when everything that was added before is delivered.
    ///
    /// What is added later joins a new group, so steady traffic can't delay `done` forever. The new group isn't empty
    /// before the present one is.
    func notifyWhenDelivered(_ done: @escaping @Sendable () -> Void) {
        let later = DispatchGroup()
        later.enter()
        let present = lock.withLock {
            defer { group = later }
            return group
        }
        present.notify(queue: .global()) {
            later.leave()
            done()
        }
    }
}
