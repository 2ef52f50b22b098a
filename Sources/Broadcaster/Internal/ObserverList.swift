import Foundation

/// A lock around the registrations of a set, or of a protocol and all its keys.
///
/// One lock guards them all, so the registrations for a key and those without one are read at one moment. While it is
/// held, no observer is called, loaded for a reader or released, and no key is released. Therefore,
/// `withExtendedLifetime` keeps what a change took out: the optimizer releases a result that isn't used, even before it
/// unlocks.
@usableFromInline
final class ObserverList: Unreflected {
    private let lock = NSLock()
    @exclusivity(unchecked) private var table = ChannelTable()

    /// Whether the list is purged on the main queue, and not where it is used.
    ///
    /// Only loading an observer shows whether it is alive, and loading may make the loading thread its last owner. A
    /// broadcaster's lists are used by any thread, and registering one observer there must not deinitialize another. So
    /// these are purged on the main queue. An owner's list is purged where the owner uses it.
    private let isPurgedOnMainQueue: Bool

    init(isPurgedOnMainQueue: Bool) { self.isPurgedOnMainQueue = isPurgedOnMainQueue }

    deinit { if isPurgedOnMainQueue { PurgeQueue.cancelPurge(of: self) } }

    /// Adds an observer at the end unless it is registered for this key.
    ///
    /// For the closure of an owner, the observer is an adapter that calls it.
    func add<T>(_ observer: T, for key: ChannelKey? = nil, owner: ClosureOwner? = nil) {
        ObserverCheck.requireObject(observer)
        let registration = withUnsafeBytes(of: observer) { Registration.make(bits: $0, owner: owner) }
        // Keeps the observer alive, so that checking an earlier registration at its address can't deallocate it here.
        let insertion = withExtendedLifetime(observer) {
            lock.withBriefLock { table.insert(registration, for: key) }
        }
        withExtendedLifetime(insertion.garbage) {}
        guard insertion.isPurgeDue else { return }
        if isPurgedOnMainQueue { PurgeQueue.purge(self) } else { purge() }
    }

    /// Removes registrations for a key, or those without a key.
    func remove(_ removal: Membership.Removal, for key: ChannelKey? = nil) {
        let garbage = lock.withBriefLock { table.remove(removal, for: key) }
        withExtendedLifetime(garbage) {}
    }

    /// Removes an observer's registrations for all keys, and the one without a key.
    ///
    /// Takes the lock again for each key, so that other threads needn't wait for an observer that has many.
    func removeEverywhere(_ observer: ObjectIdentifier) {
        var keys: [ChannelKey] = []
        let garbage = lock.withBriefLock {
            keys = table.keys(of: observer)
            return table.remove(.observer(observer), for: nil)
        }
        withExtendedLifetime(garbage) {}
        for key in keys { remove(.observer(observer), for: key) }
    }

    /// Removes all registrations, with and without a key.
    func removeAll() {
        forEachPart { part in
            for channel in inspect({ $0.channels(inPart: part) }) { remove(.all, for: channel.key) }
        }
    }

    /// Whether an object, which the caller retains, is registered for a key or without one.
    func contains(_ identity: ObjectIdentifier, for key: ChannelKey? = nil) -> Bool {
        let registrations = inspect { table in
            [table.registration(of: identity, for: key), table.registration(of: identity, for: nil)]
        }
        // After the lock, because this loads the owner of a closure.
        return registrations.contains { $0?.object != nil }
    }

    /// What to iterate over without a key, if there is anything.
    @usableFromInline
    func snapshot() -> Snapshot? { snapshot(for: nil) }

    /// What to iterate over, if there is anything: the registrations for a key, and those without one.
    func snapshot(for key: ChannelKey?) -> Snapshot? {
        let snapshot = lock.withBriefLock { table.snapshot(for: key) }
        return snapshot?.isCompactionDue == true ? snapshotAfterCompacting(for: key) : snapshot
    }

    /// Outlined, because it is rare.
    @inline(never)
    private func snapshotAfterCompacting(for key: ChannelKey?) -> Snapshot? {
        let garbage = lock.withBriefLock { table.compactIfDue(for: key) }
        withExtendedLifetime(garbage) {}
        return lock.withBriefLock { table.snapshot(for: key) }
    }

    /// Calls `body` with each observer without a key, synchronously.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows { try snapshot()?.forEach(body) }

    /// Calls `body` with the registrations, under the lock, without changing them.
    func inspect<R>(_ body: (borrowing ChannelTable) -> R) -> R { lock.withBriefLock { body(table) } }

    /// Whether no observer without a key is alive.
    var isEmpty: Bool { snapshot()?.isEmpty ?? true }

    /// The channels and the classes of their living observers, in order; from any thread.
    ///
    /// For a closure, the class of its owner. Releases what it loads on the main queue.
    func observedChannels() -> [ObservedChannel] {
        var channels: [ObservedChannel] = []
        // Another thread may divide the table, and what was listed before is in later parts then.
        var listedKeys: Set<ChannelKey?> = []
        forEachPart { part in
            for channel in inspect({ $0.channels(inPart: part) }) where listedKeys.insert(channel.key).inserted {
                let loaded = channel.slots.loadObjects()
                let classes = loaded.map { $0._withUnsafeGuaranteedRef { type(of: $0) } }
                channels.append(ObservedChannel(key: channel.key, classes: classes))
                // `nonisolated(unsafe)`: only the closure uses them from here on.
                nonisolated(unsafe) let objects = loaded
                MainQueue.run { for object in objects { object.release() } }
            }
        }
        return channels
    }

    private func forEachPart(_ body: (_ part: Int) -> Void) {
        var part = 0
        // Asked again each time, because another thread may divide the table, which moves what it had to later parts.
        while part < inspect({ $0.partCount }) {
            body(part)
            part += 1
        }
    }
}

/// A channel, and the classes of its observers.
struct ObservedChannel {
    let key: ChannelKey?
    let classes: [AnyClass]
}

extension ObserverList: Purgeable {
    /// Finds deallocated observers by loading each, and removes their registrations.
    ///
    /// If there are very many keys, the rest follows in later items of the main queue, so that none takes as long as a
    /// frame. The observers of one channel are loaded in one item, however many they are.
    func purge() { purge(from: 0) }

    private func purge(from firstPart: Int) {
        var part = firstPart
        var visited = 0
        while part < inspect({ $0.partCount }) {
            if visited > Self.visitedAtOnce { return purgeLater(from: part) }
            for channel in inspect({ $0.channels(inPart: part) }) {
                // Outside the lock, because this loads observers.
                if channel.slots.countLiving() < channel.slots.end { remove(.ended, for: channel.key) }
                visited += channel.slots.end
            }
            part += 1
        }
    }

    private func purgeLater(from part: Int) {
        // Only a broadcaster's list has keys, and with them a second part, so an owner's list never gets here.
        MainQueue.queue.async { [weak self] in self?.purge(from: part) }
    }

    /// How many registrations may be visited before the main queue goes on with its next item.
    private static var visitedAtOnce: Int { 1000 }
}

// `@unchecked` because the lock guards what changes. The types above say who may use the observers, and from where.
extension ObserverList: @unchecked Sendable {}

extension NSLock {
    /// Calls `body` with the lock, which is held briefly, so that trying again for a moment is faster than sleeping.
    @inline(__always)
    fileprivate func withBriefLock<R>(_ body: () -> R) -> R {
        if !self.try() { waitBriefly() }
        defer { unlock() }
        return body()
    }

    /// Locks, at the latest when the other thread wakes this one.
    @inline(never)
    private func waitBriefly() {
        for _ in 0..<100 where self.try() { return }
        lock()
    }
}
