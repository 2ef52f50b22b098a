import Foundation

/// What may release observers of which this thread isn't an owner, and therefore runs on the main queue.
enum MainQueue {
    /// Runs `work` at once if the caller is on the main queue, or else later, on it.
    static func run(_ work: @escaping @Sendable () -> Void) {
        isCurrent ? work() : DispatchQueue.main.async(execute: work)
    }

    /// Purges at once if the caller is on the main queue, or else later, on it.
    ///
    /// While the main queue is blocked, nothing is found deallocated, but what waits for it stays small: one item of the
    /// queue, and each list once.
    static func purge(_ purgeable: any Purgeable) {
        if isCurrent { return purgeable.purge() }
        let isFirst = due.withLock { due in
            due.items[ObjectIdentifier(purgeable)] = purgeable
            defer { due.isScheduled = true }
            return !due.isScheduled
        }
        if isFirst { DispatchQueue.main.async { purgeWhatIsDue() } }
    }

    /// Forgets a list whose registrations have all ended.
    static func cancelPurge(of purgeable: any Purgeable) {
        _ = due.withLock { $0.items.removeValue(forKey: ObjectIdentifier(purgeable)) }
    }

    private static func purgeWhatIsDue() {
        // Before purging, so that what becomes due meanwhile is purged later, and isn't lost.
        let items = due.withLock { due in
            defer { due = Due() }
            return due.items
        }
        for item in items.values { item.purge() }
    }

    private struct Due {
        var items: [ObjectIdentifier: any Purgeable] = [:]
        var isScheduled = false
    }

    private static let due = Locked(Due())

    // `Thread.isMainThread` is always false under `dispatchMain()` on Linux.
    private static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}

/// What can have registrations of deallocated observers.
protocol Purgeable: AnyObject, Sendable {
    /// Ends the registrations of deallocated observers, by loading each observer.
    func purge()
}
