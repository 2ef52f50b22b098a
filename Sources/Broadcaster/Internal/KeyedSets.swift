import Foundation

/// The lists of one protocol's channels that have a key, and their typed sets.
///
/// A key is removed at once when its last registration is removed, if its list isn't in use. Otherwise, a purge removes it;
/// one is due when there are twice as many keys as the lowest number since the last.
///
/// An observer must not be added to a list that no sender finds any more. So every user retains the list under the lock,
/// and a key is removed, under the same lock, only if nothing else retains its list and the list has no registration. A set
/// that somebody holds, even weakly, retains its list as long as it can be loaded. A pending broadcast retains only its
/// snapshot, so it keeps no key.
///
/// A key's `==` and `hash(into:)` run under the lock. A key's `deinit` and description don't.
final class KeyedSets: Purgeable {
    private let channels = Locked(Channels())
    private let makeSet: @Sendable (ObserverList) -> AnyObject

    private struct Channel {
        var list = ObserverList(isPurgedOnMainQueue: true)
        weak var set: AnyObject?
    }

    private struct Channels {
        var byKey: [ChannelKey: Channel] = [:]

        /// The lowest number of keys since the last purge.
        var lowestCount = 0

        /// Takes out a key whose list isn't in use and has no registration; the caller releases it after the lock.
        mutating func takeUnused(_ key: ChannelKey) -> (ChannelKey, Channel)? {
            // In this order: once nothing else retains the list, nothing can be added to it. A thread that added something
            // before has released the list since, and asking for the count takes the lock under which it was added.
            guard let index = byKey.index(forKey: key), isKnownUniquelyReferenced(&byKey.values[index].list),
                byKey.values[index].list.count == 0
            else { return nil }
            let unused = byKey.remove(at: index)
            lowestCount = min(lowestCount, byKey.count)
            // A dictionary that shrinks keeps its memory, so it is copied.
            if byKey.capacity > max(4 * byKey.count, 32) { byKey = byKey.filter { _ in true } }
            return unused
        }
    }

    init<T>(of protocolType: T.Type) {
        makeSet = { WeakObjectSet<T>($0) }
    }

    deinit { MainQueue.cancelPurge(of: self) }

    var keys: [ChannelKey] { channels.withLock { Array($0.byKey.keys) } }

    /// The set of a key, which is made if nobody holds one.
    func set(for key: ChannelKey) -> AnyObject {
        let list = list(for: key)
        return channels.withLock { channels in
            // The list is retained, so its key is still there.
            if let set = channels.byKey[key]?.set { return set }
            let set = makeSet(list)
            channels.byKey[key]?.set = set
            return set
        }
    }

    func add<T>(_ observer: T, for key: ChannelKey) {
        let list = list(for: key)
        withExtendedLifetime(list) { list.add(observer) }
    }

    /// The list of a key, made if there is none; it stays the list of its key while it is retained.
    private func list(for key: ChannelKey) -> ObserverList {
        let (list, isPurgeDue) = channels.withLock { channels in
            if let list = channels.byKey[key]?.list { return (list, false) }
            let channel = Channel()
            channels.byKey[key] = channel
            guard channels.byKey.count >= max(2 * channels.lowestCount, 8) else { return (channel.list, false) }
            channels.lowestCount = channels.byKey.count
            return (channel.list, true)
        }
        if isPurgeDue { withExtendedLifetime(list) { MainQueue.purge(self) } }
        return list
    }

    /// Calls `body` with the list of a key, if there is one, and retains the list no longer.
    func withList<R>(of key: ChannelKey, _ body: (ObserverList) -> R?) -> R? {
        guard let list = channels.withLock({ $0.byKey[key]?.list }) else { return nil }
        return withExtendedLifetime(list) { body(list) }
    }

    /// Ends registrations of a key, and removes the key if it has none left.
    func endRegistrations(of key: ChannelKey, _ end: (ObserverList) -> Void) {
        let isEmpty = withList(of: key) { list in
            end(list)
            return list.count == 0
        }
        guard isEmpty == true else { return }
        // What is taken out is released here, after the lock.
        _ = channels.withLock { $0.takeUnused(key) }
    }

    /// Removes the keys whose observers are all deallocated.
    ///
    /// A list with a living observer costs amortized O(1). It purges itself when it has grown.
    func purge() {
        for key in keys { endRegistrations(of: key) { if $0.isEmpty { $0.purge() } } }
        channels.withLock { $0.lowestCount = $0.byKey.count }
    }
}

/// The key of a channel: two are equal if their types are the same and their values are equal.
struct ChannelKey: Hashable, @unchecked Sendable {  // because only a `Sendable` value is wrapped
    private let type: ObjectIdentifier
    private let value: AnyHashable

    init<Key: Hashable & Sendable>(_ key: Key) {
        type = ObjectIdentifier(Key.self)
        value = AnyHashable(key)
    }

    /// The key's own description.
    var description: String { String(describing: value.base) }
}
