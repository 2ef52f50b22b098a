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
///
/// `@unchecked` because the lock guards what changes.
final class KeyedSets: Purgeable, @unchecked Sendable {
    private let lock = NSLock()
    private var channels: [ChannelKey: Channel] = [:]

    /// The lowest number of keys since the last purge.
    private var lowestCount = 0

    private let makeSet: (ObserverList) -> AnyObject

    private struct Channel {
        var list = ObserverList(isPurgedOnMainQueue: true)

        /// The typed set around the list, made when it is first asked for.
        var set: AnyObject?

        /// Releases the set unless somebody else holds it, even weakly; returns whether it is gone.
        mutating func releaseSet() -> Bool {
            weak let held = set
            set = nil
            set = held
            return set == nil
        }
    }

    init<T>(of protocolType: T.Type) {
        makeSet = { WeakObjectSet<T>($0) }
    }

    deinit { MainQueue.cancelPurge(of: self) }

    var keys: [ChannelKey] { lock.withLock { Array(channels.keys) } }

    /// The set of a key; it stays the set of its key while it is retained.
    func set(for key: ChannelKey) -> AnyObject {
        use(key) { channel in
            let set = channel.set ?? makeSet(channel.list)
            channel.set = set
            return set
        }
    }

    func add<T>(_ observer: T, for key: ChannelKey) {
        let list = use(key) { $0.list }
        withExtendedLifetime(list) { list.add(observer) }
    }

    /// Returns an object of a key's channel, retained under the lock; makes the channel if there is none.
    private func use<Object: AnyObject>(_ key: ChannelKey, _ object: (inout Channel) -> Object) -> Object {
        let (used, isPurgeDue) = lock.withLock {
            let count = channels.count
            let used = object(&channels[key, default: Channel()])
            let isPurgeDue = channels.count > count && channels.count >= max(2 * lowestCount, 8)
            if isPurgeDue { lowestCount = channels.count }
            return (used, isPurgeDue)
        }
        if isPurgeDue { withExtendedLifetime(used) { MainQueue.purge(self) } }
        return used
    }

    /// Calls `body` with the list of a key, if there is one, and retains the list no longer.
    func withList<R>(of key: ChannelKey, _ body: (ObserverList) -> R?) -> R? {
        guard let list = lock.withLock({ channels[key]?.list }) else { return nil }
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
        _ = lock.withLock { takeUnused(key) }
    }

    /// Takes out a key whose list isn't in use and has no registration; under the lock.
    private func takeUnused(_ key: ChannelKey) -> (ChannelKey, Channel)? {
        // The count last: once nothing else retains the list, nothing can be added to it. A thread that added something before
        // has released the list since, and asking for the count takes the lock under which it was added.
        guard let index = channels.index(forKey: key), channels.values[index].releaseSet(),
            isKnownUniquelyReferenced(&channels.values[index].list), channels.values[index].list.count == 0
        else { return nil }
        let unused = channels.remove(at: index)
        lowestCount = min(lowestCount, channels.count)
        // A dictionary that shrinks keeps its memory, so it is made anew. `filter` copies nothing if all elements stay.
        if channels.capacity > max(4 * channels.count, 32) {
            channels = Dictionary(uniqueKeysWithValues: channels.map { ($0.key, $0.value) })
        }
        return unused
    }

    /// Removes the keys whose observers are all deallocated.
    ///
    /// A list with a living observer costs amortized O(1). It purges itself when it has grown.
    func purge() {
        for key in keys { endRegistrations(of: key) { if $0.isEmpty { $0.purge() } } }
        lock.withLock { lowestCount = channels.count }
    }
}

/// The key of a channel: two are equal if their types are the same and their values are equal.
///
/// `AnyHashable` calls `1` and `UInt8(1)` equal, and takes several times as long to compare two strings.
///
/// Each is a ``TypedKey``. `@unchecked` because that holds only a `Sendable` value.
class ChannelKey: Hashable, @unchecked Sendable {
    static func == (one: ChannelKey, other: ChannelKey) -> Bool {
        // A stored key is found even if its value, such as a NaN, isn't equal to itself, so it can be removed.
        one === other || type(of: one) == type(of: other) && one.hasEqualValue(other)
    }

    /// Whether another key of the same type has an equal value.
    fileprivate func hasEqualValue(_ other: ChannelKey) -> Bool { fatalError() }
    func hash(into hasher: inout Hasher) { fatalError() }

    /// The key's own description.
    var description: String { fatalError() }
}

final class TypedKey<Key: Hashable & Sendable>: ChannelKey, @unchecked Sendable {
    private let value: Key

    init(_ value: Key) { self.value = value }

    override fileprivate func hasEqualValue(_ other: ChannelKey) -> Bool {
        unsafeDowncast(other, to: TypedKey.self).value == value
    }
    override func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
    override var description: String { String(describing: value) }
}
