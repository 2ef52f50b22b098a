import Foundation

/// From a protocol to the set of its observers.
///
/// The truth is a dictionary from the protocol's full name, guarded by a concurrent queue: reads side by side, writes
/// behind a barrier. What it says of a protocol is written once and never changes, so a look-aside by the identity of
/// the protocol's type can stand in front of it and need never be invalidated; after a protocol's first use, finding
/// its set takes neither its name nor the queue.
final class Registry {
    private var sets: [String: any ObserverSet] = [:]
    private let queue = DispatchQueue(label: "Broadcaster.Registry", attributes: .concurrent)

    private var lookAside: [ObjectIdentifier: any ObserverSet] = [:]
    private let lock = NSLock()

    /// The one set of this protocol's observers, made at the protocol's first use.
    func set<T>(of protocolType: T.Type) -> WeakObjectSet<T> {
        let identity = ObjectIdentifier(protocolType)
        if let known = lock.withLock({ lookAside[identity] }) {
            return unsafeDowncast(known, to: WeakObjectSet<T>.self)
        }
        let found = namedSet(of: protocolType)
        lock.withLock { lookAside[identity] = found }
        return found
    }

    /// Removes an object from the sets of all protocols.
    func remove(_ object: ObjectIdentifier) {
        for set in queue.sync(execute: { Array(sets.values) }) { set.members.remove(object) }
    }

    /// What is registered for each protocol that was ever used, by the protocol's name.
    var channels: [(name: String, members: LockedMembers)] {
        queue.sync { Array(sets) }.map { ($0.key, $0.value.members) }.sorted { $0.0 < $1.0 }
    }

    private func namedSet<T>(of protocolType: T.Type) -> WeakObjectSet<T> {
        // Module, context and type arguments included, and even the place of a private protocol: names alike are types alike.
        let name = String(reflecting: protocolType)
        let new = WeakObjectSet<T>()
        let set =
            queue.sync { sets[name] }
            ?? queue.sync(flags: .barrier) {
                if let present = sets[name] { return present }
                sets[name] = new
                return new
            }
        return unsafeDowncast(set, to: WeakObjectSet<T>.self)
    }
}

// Because the queue guards `sets` and the lock guards `lookAside`. The sets it hands out need not be `Sendable`: who
// may touch the observers of which protocol from where is decided by the signatures of `Broadcaster`.
extension Registry: @unchecked Sendable {}

/// A set of observers whose protocol is not known.
protocol ObserverSet: AnyObject {
    var members: LockedMembers { get }
}

extension WeakObjectSet: ObserverSet {}
