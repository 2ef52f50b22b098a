import Foundation

/// Purges on the main queue, because loading an observer may make the loading thread its last owner.
///
/// While the main queue is blocked, nothing that waits for it is purged. But what waits stays small: one item of the
/// queue, and a weak reference to each living object that is due.
enum PurgeQueue {
    /// Purges at once if the caller is on the main actor, or else later, on the main queue.
    static func purge(_ purgeable: any Purgeable) {
        if MainQueue.isMainActor { return purgeable.purge() }
        let isFirst = lock.withLock {
            due[ObjectIdentifier(purgeable)] = { [weak purgeable] in purgeable?.purge() }
            defer { isScheduled = true }
            return !isScheduled
        }
        if isFirst { MainQueue.queue.async { purgeDueItems() } }
    }

    /// Forgets an object that is being deallocated.
    static func cancelPurge(of purgeable: any Purgeable) {
        _ = lock.withLock { due.removeValue(forKey: ObjectIdentifier(purgeable)) }
    }

    /// Whether an object waits for a purge.
    static func isDue(_ identity: ObjectIdentifier) -> Bool { lock.withLock { due[identity] != nil } }

    private static func purgeDueItems() {
        // Taken before purging, so an object that becomes due meanwhile is purged later, and isn't lost.
        let purges = lock.withLock {
            defer {
                due = [:]
                isScheduled = false
            }
            return due.values
        }
        for purge in purges { purge() }
    }

    private static let lock = NSLock()
    // `nonisolated(unsafe)`: the lock guards both.
    nonisolated(unsafe) private static var due: [ObjectIdentifier: () -> Void] = [:]
    nonisolated(unsafe) private static var isScheduled = false
}

/// An object whose registrations may include those of deallocated observers.
protocol Purgeable: AnyObject, Sendable {
    /// Ends the registrations of deallocated observers, by loading observers.
    func purge()
}
