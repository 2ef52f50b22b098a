import Foundation

/// The queue of broadcasts, and of work that may release the last reference to an observer.
@usableFromInline
enum MainQueue {
    /// Kept, because on Linux `DispatchQueue.main` allocates an object at each use.
    @usableFromInline static let queue = DispatchQueue.main

    /// Runs `work` at once if the caller is on the main queue, or else later, on it.
    static func run(_ work: @escaping @Sendable () -> Void) {
        isCurrent ? work() : queue.async(execute: work)
    }

    /// Purges at once if the caller is on the main queue, or else later, on it.
    ///
    /// While the main queue is blocked, no observer is found deallocated. But what waits for the queue stays small: one item
    /// of it, and a weak reference to each living object that is due.
    static func purge(_ purgeable: any Purgeable) {
        if isCurrent { return purgeable.purge() }
        let isFirst = lock.withLock {
            due[ObjectIdentifier(purgeable)] = { [weak purgeable] in purgeable?.purge() }
            defer { isScheduled = true }
            return !isScheduled
        }
        if isFirst { queue.async { purgeDueItems() } }
    }

    /// Forgets an object that is being deallocated.
    static func cancelPurge(of purgeable: any Purgeable) {
        _ = lock.withLock { due.removeValue(forKey: ObjectIdentifier(purgeable)) }
    }

    private static func purgeDueItems() {
        // Taken before purging, so an object that becomes due meanwhile is purged later, and isn't lost.
        let purges = lock.withLock {
            defer { (due, isScheduled) = ([:], false) }
            return due.values
        }
        for purge in purges { purge() }
    }

    private static let lock = NSLock()
    // `nonisolated(unsafe)`: the lock guards both.
    nonisolated(unsafe) private static var due: [ObjectIdentifier: () -> Void] = [:]
    nonisolated(unsafe) private static var isScheduled = false

    // `Thread.isMainThread` is always false under `dispatchMain()` on Linux.
    private static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        queue.setSpecific(key: key, value: ())
        return key
    }()
}

/// An object whose registrations may include those of deallocated observers.
protocol Purgeable: AnyObject, Sendable {
    /// Ends the registrations of deallocated observers, by loading observers.
    func purge()
}
