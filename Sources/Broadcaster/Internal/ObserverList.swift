import Foundation

/// A lock around the registrations of a set.
///
/// No observer is called, loaded for a reader or released while the lock is held.
@usableFromInline
final class ObserverList {
    private let lock = NSLock()
    @exclusivity(unchecked) private var registrations = Registrations()

    /// Where to look for deallocated observers: on the main queue, or where the list is used.
    ///
    /// Only loading an observer shows whether it is alive, and loading may make the loading thread its last owner. A
    /// broadcaster's lists are used by any thread, and registering one observer there must not deinitialize another. So
    /// these are purged on the main queue. An owner's list is purged where the owner uses it.
    private let isPurgedOnMainQueue: Bool

    init(isPurgedOnMainQueue: Bool) {
        self.isPurgedOnMainQueue = isPurgedOnMainQueue
    }

    /// How many registrations there are.
    ///
    /// Counts deallocated observers that aren't purged yet.
    var count: Int { lock.withLock { registrations.count } }

    func add<T>(_ observer: T) {
        ObserverCheck.requireObject(observer)
        let registration = withUnsafeBytes(of: observer) { Registration.make(bits: $0) }
        guard change({ $0.insert(registration) }) else { return }
        if isPurgedOnMainQueue { MainQueue.purge(self) } else { purge() }
    }

    func remove(_ identity: ObjectIdentifier) {
        change { $0.remove(identity) }
    }

    func removeAll() {
        change { $0.removeAll() }
    }

    /// Whether an object, which the caller retains, is registered.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        lock.withLock { registrations.contains(identity) }
    }

    /// What to iterate over, if there is anything.
    @usableFromInline
    func snapshot() -> Snapshot? {
        change { $0.snapshot() }
    }

    /// Calls `body` with each observer, synchronously.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        try snapshot()?.forEach(body)
    }

    /// Whether no observer is alive.
    var isEmpty: Bool {
        guard let snapshot = snapshot() else { return true }
        var position = 0
        return snapshot.next(&position)?.takeValue(as: AnyObject.self) == nil
    }

    /// The classes of the observers that are alive, in order; from any thread.
    ///
    /// Releases what it loads on the main queue.
    func classes() -> [AnyClass] {
        guard let snapshot = snapshot() else { return [] }
        var position = 0
        var loaded: [RetainedObserver] = []
        while let observer = snapshot.next(&position) { loaded.append(observer) }
        let classes = loaded.map(\.dynamicClass)
        // `nonisolated(unsafe)`: only the closure uses them from here on.
        nonisolated(unsafe) let observers = loaded
        MainQueue.run {
            withExtendedLifetime(snapshot) { for observer in observers { _ = observer.takeValue(as: AnyObject.self) } }
        }
        return classes
    }

    @discardableResult
    func change<R>(_ body: (inout Registrations) -> R) -> R {
        var replaced: RegistrationBuffer?
        defer { withExtendedLifetime(replaced) {} }
        return lock.withLock {
            defer { swap(&replaced, &registrations.replaced) }
            return body(&registrations)
        }
    }
}

extension ObserverList: Purgeable {
    /// Finds deallocated observers by loading each, and removes their registrations.
    func purge() {
        forEach { (_: AnyObject) in }
        change { $0.endPurge() }
    }
}

// `@unchecked` because the lock guards the registrations. The types above say who may use the observers, and from where.
extension ObserverList: @unchecked Sendable {}
