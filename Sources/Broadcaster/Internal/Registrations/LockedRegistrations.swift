import Foundation

/// A lock around the registrations of a set, or of a protocol and all its keys.
///
/// One lock guards them all, so the registrations for a key and those without one are read at one moment. While it is
/// held, no observer is called, loaded for a reader or released, and no key is released. What a change took out is
/// ``Garbage``, which is released afterwards.
@usableFromInline
final class LockedRegistrations: Unreflected {
    private let lock = NSLock()
    @exclusivity(unchecked) private var table = ChannelTable()

    /// Whether they are purged on the main queue, and not where they are used.
    ///
    /// Only loading an observer shows whether it is alive, and loading may make the loading thread its last owner. A
    /// broadcaster's channels are used by any thread, and registering one observer there must not deinitialize another.
    /// So these are purged on the main queue. An owner's set is purged where the owner uses it.
    private let isPurgedOnMainQueue: Bool

    init(isPurgedOnMainQueue: Bool) { self.isPurgedOnMainQueue = isPurgedOnMainQueue }

    /// Adds an observer at the end unless it is registered for this key.
    func add<T>(_ observer: T, for key: ChannelKey? = nil) {
        let registration = ObserverObject.withBits(of: observer) { Registration.make(bits: $0) }
        // Keeps the observer alive, so that checking an earlier registration at its address can't deallocate it here.
        withExtendedLifetime(observer) { add(registration, for: key) }
    }

    /// Adds a registration, whose observer the caller retains, at the end unless there is one of the observer for this
    /// key.
    ///
    /// It is noted before another thread can see it.
    func add(_ registration: Registration, for key: ChannelKey?, notedIn note: WeakRegistration? = nil) {
        note?.registration = registration
        let insertion = lock.withBriefLock { table.insert(registration, for: key) }
        guard let insertion else { return }
        insertion.garbage.release()
        guard insertion.isPurgeDue else { return }
        if isPurgedOnMainQueue { MainQueue.run { [weak self] in self?.purge() } } else { purge() }
    }

    /// Removes an observer's registration for a key; without one, all its registrations.
    ///
    /// All of them are removed without asking a key, because a key may have become equal to another one since. The lock
    /// is taken again for each channel, so that other threads needn't wait for an observer that has many.
    func remove(_ observer: ObjectIdentifier, for key: ChannelKey? = nil) {
        if let key { return change { table.takeOut(.observer(observer), for: key) } }
        var channels: [KeyedChannel] = []
        change {
            channels = table.channels(of: observer)
            return table.takeOut(.observer(observer), of: nil)
        }
        for channel in channels { change { table.takeOut(.observer(observer), of: channel) } }
    }

    /// Removes all registrations for a key; without one, all registrations: those that are there when it is called, and
    /// no later ones.
    func removeAll(for key: ChannelKey? = nil) {
        if let key { return change { table.takeOut(.all, for: key) } }
        for channel in lock.withBriefLock({ table.takeOutAll() }) { channel.slots.buffer.releaseEndedAdapters() }
    }

    /// Changes the table under the lock, and releases what that took out afterwards.
    private func change(_ body: () -> Garbage) { lock.withBriefLock(body).release() }

    /// Ends the loops when the broadcaster goes away, because nothing can send to them anymore.
    ///
    /// A loop that waits retains the channels, to unregister.
    func finishLoops() {
        for channel in inspect({ $0.channels }) {
            for position in 0..<channel.slots.end {
                // A pending broadcast still calls the closures.
                channel.slots.buffer.withSlot(position) { if !$0.isClosureOfOwner { $0.adapter?.release() } }
            }
        }
    }

    /// Whether an object, which the caller retains, is registered for a key or without one.
    func contains(_ identity: ObjectIdentifier, for key: ChannelKey? = nil) -> Bool {
        let registrations = inspect { $0.registrations(of: identity, for: key) }
        // After the lock, because this loads the owner of a closure.
        return registrations.contains { $0.isAlive }
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
        change { table.compactIfDue(for: nil) }
        if key != nil { change { table.compactIfDue(for: key) } }
        return lock.withBriefLock { table.snapshot(for: key) }
    }

    /// Calls `body` with each observer without a key, synchronously.
    @inlinable
    func forEach<T, E>(_ body: (T) throws(E) -> Void) throws(E) { try snapshot()?.forEach(body) }

    /// Calls `body` with the registrations, under the lock, without changing them.
    func inspect<R>(_ body: (borrowing ChannelTable) -> R) -> R { lock.withBriefLock { body(table) } }

    /// Whether no observer without a key is alive.
    var isEmpty: Bool { snapshot()?.isEmpty ?? true }

    /// Finds deallocated observers by loading each, and removes their registrations.
    func purge() {
        let channels = lock.withBriefLock { table.beginPurge() }
        purge(channels[...])
    }

    /// Purges channels, the first ones now, and the rest in later blocks on the main queue, so that its other blocks
    /// don't wait for all of them.
    ///
    /// They wait for the list of the channels, which is made at once, and takes some 7 ms at 100,000 keys.
    /// The observers of one channel are loaded in one block, however many they are. An owner's set has one channel, so
    /// nothing of it is purged later.
    private func purge(_ channels: ArraySlice<ChannelSlots>) {
        var remaining = channels
        var visited = 0
        while visited <= Self.visitedAtOnce, let channel = remaining.popFirst() {
            // Outside the lock, because this loads observers.
            if channel.slots.countLiving() < channel.slots.end { change { table.takeOut(.ended, of: channel.keyed) } }
            visited += channel.slots.end
        }
        if remaining.isEmpty { return }
        MainQueue.queue.async { [weak self, remaining] in self?.purge(remaining) }
    }

    /// How many registrations may be visited before the main queue goes on with its next item.
    private static var visitedAtOnce: Int { 1000 }
}

// `@unchecked` because the lock guards what changes. The types above say who may use the observers, and from where.
extension LockedRegistrations: @unchecked Sendable {}

extension NSLock {
    /// Calls `body` with the lock, which is held briefly, so that trying again for a moment is faster than sleeping.
    ///
    /// A thread that slept at once would take more than twice as long for a broadcast to ten observers, while another
    /// thread registers and unregisters.
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
