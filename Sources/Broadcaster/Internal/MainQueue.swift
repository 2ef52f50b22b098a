import Foundation

/// The queue of broadcasts, and of work that may release the last reference to an observer.
@usableFromInline
enum MainQueue {
    /// Kept, because on Linux `DispatchQueue.main` allocates an object at each use.
    @usableFromInline static let queue = DispatchQueue.main

    /// Runs `work` later, on the main actor.
    @inlinable
    static func async(_ work: @escaping @MainActor () -> Void) {
        // The main queue runs on the main actor. The compiler knows this only for the expression `DispatchQueue.main`.
        queue.async(execute: unsafeBitCast(work, to: (@Sendable () -> Void).self))
    }

    /// Runs `work` at once if the caller is on the main thread, or else later, on the main queue.
    static func run(_ work: @escaping @Sendable () -> Void) {
        isCurrent ? work() : queue.async(execute: work)
    }

    /// The message for what happened off the main actor, to the observers of a protocol that are bound to it.
    ///
    /// Our own, because `MainActor.assertIsolated` and `assumeIsolated` stop without a message on Linux.
    static func complaint(_ event: String, _ protocolType: Any.Type) -> String {
        """
        \(event) off the main actor, but '\(typeName(protocolType))' isn't known to be Sendable, so its observers are \
        bound to the main actor. Use them there, or declare the protocol ': Sendable' if they may be used on any thread.
        """
    }

    /// Purges at once if the caller is on the main thread, or else later, on the main queue.
    ///
    /// While the main queue is blocked, nothing that waits for it is purged. But what waits stays small: one item of
    /// the queue, and a weak reference to each living object that is due.
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

    /// Whether the caller runs on the main thread or on the main queue.
    ///
    /// `Thread.isMainThread` is always false under `dispatchMain()` on Linux.
    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil }

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
