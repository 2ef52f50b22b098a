import Foundation

/// A lock around the registrations of a set.
///
/// The lists of a protocol share one lock, so the registrations for a key and those without one are read at one moment.
/// No observer is called, loaded for a reader or released while the lock is held. So what a change replaced is kept by
/// `withExtendedLifetime`, because the optimizer releases a result that isn't used, even before it unlocks.
@usableFromInline
final class ObserverList {
    private let lock: NSLock
    @exclusivity(unchecked) private var membership = Membership()

    /// The number of the latest registration, in this list and in those of its keys; not used in the list of a key.
    @exclusivity(unchecked) private var latestNumber = 0

    /// The protocol's list without a key, in the list of a key.
    private let listWithoutKey: ObserverList?

    /// Whether the list is purged on the main queue, and not where it is used.
    ///
    /// Only loading an observer shows whether it is alive, and loading may make the loading thread its last owner. A
    /// broadcaster's lists are used by any thread, and registering one observer there must not deinitialize another. So
    /// these are purged on the main queue. An owner's list is purged where the owner uses it.
    private let isPurgedOnMainQueue: Bool

    init(isPurgedOnMainQueue: Bool) {
        lock = NSLock()
        listWithoutKey = nil
        self.isPurgedOnMainQueue = isPurgedOnMainQueue
    }

    /// Creates the list of a key, beside the list without one.
    init(ofKeyBeside listWithoutKey: ObserverList) {
        lock = listWithoutKey.lock
        self.listWithoutKey = listWithoutKey
        isPurgedOnMainQueue = true
    }

    deinit { if isPurgedOnMainQueue { PurgeQueue.cancelPurge(of: self) } }

    /// How many registrations there are, without those of other lists.
    ///
    /// Counts deallocated observers that aren't purged yet.
    var count: Int { inspect { $0.count } }

    /// Adds an observer at the end unless it is registered.
    ///
    /// For the closure of an owner, the observer is a stand-in, which its keeper retains.
    func add<T>(_ observer: T, owner: (object: AnyObject, standInKeeper: AnyObject)? = nil) {
        ObserverCheck.requireObject(observer)
        let registration = withUnsafeBytes(of: observer) { Registration.make(bits: $0, owner: owner) }
        // Keeps the observer alive, so that checking an earlier registration at its address can't deallocate it here.
        let (isPurgeDue, replaced) = withExtendedLifetime(observer) {
            lock.withLock {
                let numbering = listWithoutKey ?? self
                numbering.latestNumber += 1
                registration.number = numbering.latestNumber
                return membership.insert(registration)
            }
        }
        withExtendedLifetime(replaced) {}
        guard isPurgeDue else { return }
        if isPurgedOnMainQueue { PurgeQueue.purge(self) } else { purge() }
    }

    /// Removes registrations, and returns whether none is left.
    @discardableResult
    func remove(_ removal: Membership.Removal) -> Bool {
        // The replaced buffer is released after the lock.
        let (replaced, isEmpty) = lock.withLock { (membership.remove(removal), membership.count == 0) }
        return withExtendedLifetime(replaced) { isEmpty }
    }

    /// Whether an object, which the caller retains, is registered.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        let (own, withoutKey) = lock.withLock { (membership[identity], listWithoutKey?.membership[identity]) }
        // After the lock, because this loads the owner of a closure.
        return own?.header.object != nil || withoutKey?.header.object != nil
    }

    /// What to iterate over, if there is anything; for a key, together with the registrations without one.
    @usableFromInline
    func snapshot() -> Snapshot? {
        let (snapshot, replaced) = lock.withLock {
            let replaced = (membership.compactIfDue(), listWithoutKey?.membership.compactIfDue())
            return (Snapshot(membership.slots, withoutKey: listWithoutKey?.membership.slots), replaced)
        }
        withExtendedLifetime(replaced) {}
        return snapshot
    }

    /// What to iterate over, without the registrations of another list.
    private func ownSnapshot() -> Snapshot? { Snapshot(inspect { $0.slots }) }

    /// Calls `body` with each observer, synchronously.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows { try snapshot()?.forEach(body) }

    /// Calls `body` with the registrations, under the lock, without changing them.
    func inspect<R>(_ body: (borrowing Membership) -> R) -> R { lock.withLock { body(membership) } }

    /// Whether no observer is alive.
    var isEmpty: Bool { snapshot()?.isEmpty ?? true }

    /// The classes of the list's own observers that are alive, in order; from any thread.
    ///
    /// For a closure, the class of its owner. Releases what it loads on the main queue.
    func classes() -> [AnyClass] {
        let loaded = ownSnapshot()?.slots.loadObjects() ?? []
        let classes = loaded.map { $0._withUnsafeGuaranteedRef { type(of: $0) } }
        // `nonisolated(unsafe)`: only the closure uses them from here on.
        nonisolated(unsafe) let objects = loaded
        MainQueue.run { for object in objects { object.release() } }
        return classes
    }

    /// Purges if none of the list's own observers is alive; returns whether no registration is left.
    func purgeIfEmpty() -> Bool {
        guard ownSnapshot()?.isEmpty ?? true else { return false }
        return remove(.deallocated(living: 0))
    }
}

extension ObserverList: Purgeable {
    /// Finds deallocated observers by loading each, and removes their registrations.
    func purge() {
        var living = 0
        ownSnapshot()?.forEach { (_: AnyObject) in living += 1 }
        remove(.deallocated(living: living))
    }
}

// `@unchecked` because the lock guards what changes. The types above say who may use the observers, and from where.
extension ObserverList: @unchecked Sendable {}
