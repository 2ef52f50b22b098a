import Foundation

/// The lists of one protocol's channels that have a key.
///
/// A key is removed at once when its last registration is removed, if its list isn't in use. Otherwise, a purge removes
/// it.
///
/// An observer must not be added to a list that senders can no longer find. So every user retains the list under the
/// lock, and a key is removed, under the same lock, only if nothing else retains its list and the list has no
/// registration. Senders retain a list only until they have its snapshot, so a pending broadcast keeps no key.
///
/// A key's `==` and `hash(into:)` run under the lock. A key's `deinit` and description don't. The lock of the lists may
/// be taken while this one is held, and not the other way round.
///
/// `@unchecked` because the lock guards what changes.
final class KeyedLists: Purgeable, @unchecked Sendable {
    private let lock = NSLock()
    @exclusivity(unchecked) private var lists: [ChannelKey: ObserverList] = [:]
    @exclusivity(unchecked) private var purges = PurgeSchedule()
    private let listWithoutKey: ObserverList

    init(listWithoutKey: ObserverList) { self.listWithoutKey = listWithoutKey }

    deinit { PurgeQueue.cancelPurge(of: self) }

    /// The list of a key, made if there is none, for a caller that adds to it.
    func listForAddition(to key: ChannelKey) -> ObserverList {
        let (list, isPurgeDue) = lock.withLock {
            // Each addition counts, even to an existing key, so that traffic on a few keys purges the unused ones.
            if let list = lists[key] { return (list, purges.countAddition(reaching: lists.count)) }
            let list = ObserverList(ofKeyBeside: listWithoutKey)
            lists[key] = list
            return (list, purges.countAddition(reaching: lists.count))
        }
        if isPurgeDue { PurgeQueue.purge(self) }
        return list
    }

    /// Calls `body` with the list of a key, if there is one, and releases the list when `body` returns.
    func withList<R>(of key: ChannelKey, _ body: (ObserverList) -> R?) -> R? {
        guard let list = lock.withLock({ lists[key] }) else { return nil }
        return withExtendedLifetime(list) { body(list) }
    }

    /// The present keys.
    ///
    /// To visit the lists, look up one at a time, because a list in use can't be removed.
    var keys: [ChannelKey] { lock.withLock { Array(lists.keys) } }

    /// Removes registrations for a key, and the key if none is left and its list isn't in use.
    func remove(_ removal: Membership.Removal, for key: ChannelKey) {
        if withList(of: key, { $0.remove(removal) }) == true { removeUnused([key]) }
    }

    /// Removes registrations for every key, as ``remove(_:for:)`` does.
    func removeForEveryKey(_ removal: Membership.Removal) {
        removeUnused(keys.filter { key in withList(of: key) { $0.remove(removal) } == true })
    }

    /// Removes those keys whose lists aren't in use and have no registration.
    private func removeUnused(_ keys: [ChannelKey]) {
        if keys.isEmpty { return }
        // Returned and kept, so that keys are released after the lock: a key's `deinit` may use the broadcaster.
        let removed = lock.withLock {
            let unused = keys.compactMap { takeUnused($0) }
            purges.countRemoval(leaving: lists.count)
            // A dictionary keeps its capacity when it shrinks, so a smaller one replaces it.
            if lists.capacity > max(4 * lists.count, 32) {
                lists = Dictionary(uniqueKeysWithValues: lists.map { ($0.key, $0.value) })
            }
            return unused
        }
        withExtendedLifetime(removed) {}
    }

    /// Takes out a key whose list isn't in use and has no registration; under the lock.
    private func takeUnused(_ key: ChannelKey) -> (ChannelKey, ObserverList)? {
        // The count last: once nothing else retains the list, nothing can be added to it. A thread that added something
        // before has released the list since, and asking for the count takes the lock under which it was added.
        guard let index = lists.index(forKey: key), isKnownUniquelyReferenced(&lists.values[index]),
            lists.values[index].count == 0
        else { return nil }
        return lists.remove(at: index)
    }

    /// Removes the keys whose observers are all deallocated.
    ///
    /// A list with a living observer costs amortized O(1). It purges itself when it has grown.
    func purge() { removeUnused(keys.filter { key in withList(of: key) { $0.purgeIfEmpty() } == true }) }
}
