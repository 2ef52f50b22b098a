import Foundation

/// The lists of one protocol's channels that have a key, and their typed sets.
///
/// A key is removed at once when its last registration is removed, if its list isn't in use. Otherwise, a purge removes it.
///
/// An observer must not be added to a list that no sender finds any more. So every user retains the list under the lock,
/// and a key is removed, under the same lock, only if nothing else retains its list and the list has no registration. A set
/// that is retained elsewhere, even weakly, retains its list as long as it can be loaded. A pending broadcast retains only
/// its snapshot, so it keeps no key.
///
/// A key's `==` and `hash(into:)` run under the lock. A key's `deinit` and description don't.
///
/// `@unchecked` because the lock guards what changes.
final class KeyedSets: Purgeable, @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [ChannelKey: Entry] = [:]
    private var purges = PurgeSchedule()

    private let listWithoutKey: ObserverList
    private let makeSet: (ObserverList) -> AnyObject

    private struct Entry {
        var list: ObserverList

        /// The typed set around the list, made when it is first asked for.
        var set: AnyObject?

        /// Releases the set unless it is retained elsewhere, even weakly; returns whether it is gone.
        mutating func releaseSet() -> Bool {
            weak let retained = set
            set = nil
            set = retained
            return set == nil
        }
    }

    init<T>(of protocolType: T.Type, besides listWithoutKey: ObserverList) {
        self.listWithoutKey = listWithoutKey
        makeSet = { WeakObjectSet<T>($0) }
    }

    deinit { MainQueue.cancelPurge(of: self) }

    /// The set of a key; it stays the set of its key while it is retained.
    func set(for key: ChannelKey) -> AnyObject {
        findOrMakeEntry(for: key, isAddition: false) { entry in
            let set = entry.set ?? makeSet(entry.list)
            entry.set = set
            return set
        }
    }

    /// Calls `body` with the list of a key, which is made if there is none, for adding to it.
    func addToList(of key: ChannelKey, _ body: (ObserverList) -> Void) {
        let list = findOrMakeEntry(for: key, isAddition: true) { $0.list }
        withExtendedLifetime(list) { body(list) }
    }

    /// Returns an object of a key's entry, retained under the lock.
    private func findOrMakeEntry<Object: AnyObject>(
        for key: ChannelKey, isAddition: Bool, _ object: (inout Entry) -> Object
    ) -> Object {
        let (found, isPurgeDue) = lock.withLock {
            let count = entries.count
            let found = object(&entries[key, default: Entry(list: ObserverList(besides: listWithoutKey))])
            // Each addition counts, so that traffic on a few keys purges the others, too.
            let isCounted = isAddition || entries.count > count
            return (found, isCounted && purges.isDueAfterAddition(to: entries.count))
        }
        if isPurgeDue { withExtendedLifetime(found) { MainQueue.purge(self) } }
        return found
    }

    /// Calls `body` with the list of a key, if there is one, and retains the list no longer.
    func withList<R>(of key: ChannelKey, _ body: (ObserverList) -> R?) -> R? {
        guard let list = lock.withLock({ entries[key]?.list }) else { return nil }
        return withExtendedLifetime(list) { body(list) }
    }

    /// Calls `body` with each key and its list, and retains the lists no longer.
    func forEachList(_ body: (ChannelKey, ObserverList) -> Void) {
        for (key, entry) in lock.withLock({ entries }) { body(key, entry.list) }
    }

    /// Ends registrations of a key, and removes the key if it has none left.
    func endRegistrations(of key: ChannelKey, _ end: (ObserverList) -> Void) {
        let isEmpty = withList(of: key) { list in
            end(list)
            return list.count == 0
        }
        if isEmpty == true { removeUnused([key]) }
    }

    /// Ends registrations of all keys, and removes the keys that have none left.
    func endAllRegistrations(_ end: (ObserverList) -> Void) {
        var empty: [ChannelKey] = []
        forEachList { key, list in
            end(list)
            if list.count == 0 { empty.append(key) }
        }
        removeUnused(empty)
    }

    /// Removes those keys whose lists aren't in use and have no registration.
    private func removeUnused(_ keys: [ChannelKey]) {
        // What is taken out is released after the lock, because a key's `deinit` may run then.
        _ = lock.withLock {
            let unused = keys.compactMap { takeUnused($0) }
            purges.countRemoval(leaving: entries.count)
            // A dictionary that shrinks keeps its memory, so it is made anew.
            if entries.capacity > max(4 * entries.count, 32) {
                entries = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
            }
            return unused
        }
    }

    /// Takes out a key whose list isn't in use and has no registration; under the lock.
    private func takeUnused(_ key: ChannelKey) -> (ChannelKey, Entry)? {
        // The count last: once nothing else retains the list, nothing can be added to it. A thread that added something before
        // has released the list since, and asking for the count takes the lock under which it was added.
        guard let index = entries.index(forKey: key), entries.values[index].releaseSet(),
            isKnownUniquelyReferenced(&entries.values[index].list), entries.values[index].list.count == 0
        else { return nil }
        return entries.remove(at: index)
    }

    /// Removes the keys whose observers are all deallocated.
    ///
    /// A list with a living observer costs amortized O(1). It purges itself when it has grown.
    func purge() {
        endAllRegistrations { $0.purgeIfEmpty() }
        lock.withLock { purges.restart(with: entries.count) }
    }
}
