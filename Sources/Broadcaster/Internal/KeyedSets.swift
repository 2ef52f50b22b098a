import Foundation

/// The sets of one protocol's channels that have a key.
///
/// A key goes when its observers are gone: at once when its last registration is removed, or else by a purge when there
/// are twice as many keys as after the last one. A set that is in use stays the set of its key, so that no observer is
/// added to a set that no sender finds. What prevents that: whoever uses a set has retained it under the lock, and a key
/// goes, under the same lock, only if nothing else retains its set and the set has no registration. A pending broadcast
/// retains only its snapshot, so it keeps no key.
///
/// A key's `==` and `hash(into:)` run under the lock. A key's `deinit` and description don't.
final class KeyedSets: Purgeable {
    private let sets = Locked(Sets())
    private let makeSet: @Sendable () -> AnyWeakObjectSet

    private struct Sets {
        var byKey: [ChannelKey: AnyWeakObjectSet] = [:]

        /// The smallest number of keys since the last purge.
        var countAfterPurge = 0

        /// Takes out a key that has no registration and whose set isn't in use; the caller releases it after the lock.
        mutating func takeUnused(_ key: ChannelKey) -> (ChannelKey, AnyWeakObjectSet)? {
            // In this order: once nothing else retains the set, nothing can be added to it.
            guard let index = byKey.index(forKey: key), isKnownUniquelyReferenced(&byKey.values[index].set),
                byKey.values[index].list.count == 0
            else { return nil }
            countAfterPurge = min(countAfterPurge, byKey.count - 1)
            return byKey.remove(at: index)
        }
    }

    init<T>(of protocolType: T.Type) {
        makeSet = { AnyWeakObjectSet(of: T.self) }
    }

    var keys: [ChannelKey] { sets.withLock { Array($0.byKey.keys) } }

    var lists: [(key: ChannelKey, list: ObserverList)] {
        sets.withLock { $0.byKey.map { ($0.key, $0.value.list) } }
    }

    func snapshot(for key: ChannelKey) -> Snapshot? {
        sets.withLock { $0.byKey[key]?.list.snapshot() }
    }

    /// The set of a key, made if there is none; it stays the set of its key while it is retained.
    func set(for key: ChannelKey) -> AnyWeakObjectSet {
        let (set, isPurgeDue) = sets.withLock { sets in
            if let set = sets.byKey[key] { return (set, false) }
            let set = makeSet()
            sets.byKey[key] = set
            guard sets.byKey.count >= max(2 * sets.countAfterPurge, 8) else { return (set, false) }
            sets.countAfterPurge = sets.byKey.count
            return (set, true)
        }
        if isPurgeDue { MainQueue.purge(self) }
        return set
    }

    /// Ends registrations of some keys, and drops the keys that have none left.
    func change(_ keys: [ChannelKey], _ end: (ObserverList) -> Void) {
        for key in keys {
            guard let list = sets.withLock({ $0.byKey[key]?.list }) else { continue }
            end(list)
            if list.count == 0 { drop(key) }
        }
    }

    func purge() {
        for (_, list) in lists { list.purge() }
        for key in keys { drop(key) }
        sets.withLock { $0.countAfterPurge = $0.byKey.count }
    }

    private func drop(_ key: ChannelKey) {
        if let (_, set) = sets.withLock({ $0.takeUnused(key) }) { MainQueue.cancelPurge(of: set.list) }
    }
}

/// A `WeakObjectSet` whose type only its users know, and the list that it wraps.
struct AnyWeakObjectSet: @unchecked Sendable {  // because a registry's entry passes it on only as its signatures allow
    var set: AnyObject
    let list: ObserverList

    init<T>(of protocolType: T.Type) {
        list = ObserverList(isPurgedOnMainQueue: true)
        set = WeakObjectSet<T>(list)
    }
}

/// The key of a channel: two are equal if their types are the same and their values are equal.
struct ChannelKey: Hashable, @unchecked Sendable {  // because only a `Sendable` value is wrapped
    private let type: ObjectIdentifier
    private let value: AnyHashable

    /// Wraps a key; `nil` if it stands for a channel without one.
    init?<Key: Hashable & Sendable>(_ key: Key) {
        if Key.self == Broadcaster.NoKey.self { return nil }
        type = ObjectIdentifier(Key.self)
        value = AnyHashable(key)
    }

    /// The key's own description.
    var description: String { String(describing: value.base) }
}
