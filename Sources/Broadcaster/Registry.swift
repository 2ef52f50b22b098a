internal import BroadcasterAtomics
import Foundation

/// From a protocol to the set of its observers.
///
/// The truth is a dictionary from the protocol's full name, guarded by a concurrent queue: reads side by side, writes
/// behind a barrier. What it says of a protocol is written once and never changes, so look-asides by the identity
/// of the protocol's type stand in front of it and need never be invalidated; after a protocol's first use, finding its
/// set takes neither its name nor the queue, nor any lock.
final class Registry {
    private var sets: [String: any ObserverSet] = [:]
    private let queue = DispatchQueue(label: "Broadcaster.Registry", attributes: .concurrent)
    private let setsByType = LookAside()
    private let membersByType = LookAside()

    /// The one set of this protocol's observers, a `WeakObjectSet<T>`, made at the protocol's first use.
    ///
    /// Who knows what `T` is gives it its type: here, that would be looked up in a table that all threads write to.
    func set<T>(of protocolType: T.Type) -> AnyObject {
        let identity = ObjectIdentifier(protocolType)
        return setsByType.object(for: identity)?.takeUnretainedValue() ?? namedSet(of: protocolType, identity)
    }

    /// The members of that set, which the registry keeps.
    func members<T>(of protocolType: T.Type) -> Unmanaged<LockedMembers> {
        guard let known = membersByType.object(for: ObjectIdentifier(protocolType)) else {
            return .passUnretained(unsafeDowncast(set(of: protocolType), to: WeakObjectSet<T>.self).members)
        }
        return .fromOpaque(known.toOpaque())
    }

    /// Removes an object from the sets of all protocols.
    func remove(_ object: ObjectIdentifier) {
        for set in queue.sync(execute: { Array(sets.values) }) { set.members.remove(identity: object) }
    }

    /// What is registered for each protocol that was ever used, by the protocol's name.
    var channels: [(name: String, members: LockedMembers)] {
        queue.sync { Array(sets) }.map { ($0.key, $0.value.members) }.sorted { $0.0 < $1.0 }
    }

    private func namedSet<T>(of protocolType: T.Type, _ identity: ObjectIdentifier) -> AnyObject {
        // Module, context and type arguments included, and even the place of a private protocol.
        var name = String(reflecting: protocolType)
        let new = WeakObjectSet<T>()
        return queue.sync(flags: .barrier) {
            var set = sets[name] ?? new
            if !(set is WeakObjectSet<T>) {
                // `any P<Int> & Sendable` has the name of `any P<Int>` and the same bits, and may be another type: the
                // same members, seen as that type.
                name += " \(identity)"
                set = sets[name] ?? WeakObjectSet<T>(members: set.members)
            }
            sets[name] = set
            setsByType.set(set, for: identity)
            membersByType.set(set.members, for: identity)
            return set
        }
    }
}

// Because the queue guards `sets`, and what is written to the look-asides. The sets it hands out need not be `Sendable`: who
// may touch the observers of which protocol from where is decided by the signatures of `Broadcaster`.
extension Registry: @unchecked Sendable {}

/// A set of observers whose protocol is not known.
protocol ObserverSet: AnyObject {
    var members: LockedMembers { get }
}

extension WeakObjectSet: ObserverSet {}

/// From the identity of a type to an object that somebody else owns, read by any thread while one writes.
///
/// A table that is half full is superseded by one of twice the size and kept, as somebody may be reading it: all the old
/// ones together are smaller than the new one.
final class LookAside {
    private var tables = [Table.make(size: 16)]
    private var count = 0
    private let current = UnsafeMutablePointer<BroadcasterWord>.onCacheLine(count: 1)

    init() {
        publish(tables[0])
    }

    deinit { current.deallocate() }

    func object(for identity: ObjectIdentifier) -> Unmanaged<AnyObject>? {
        let table = UnsafeRawPointer(bitPattern: BroadcasterWordLoad(current))!
        let bits = Unmanaged<Table>.fromOpaque(table)._withUnsafeGuaranteedRef { $0.read(UInt(bitPattern: identity)) }
        return UnsafeRawPointer(bitPattern: bits).map { .fromOpaque($0) }
    }

    func set(_ object: AnyObject, for identity: ObjectIdentifier) {
        guard self.object(for: identity) == nil else { return }
        let table = tables[tables.count - 1]
        table.write(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), for: UInt(bitPattern: identity))
        count += 1
        guard count > table.header / 2 else { return }
        let larger = Table.make(size: 2 * table.header)
        table.copyEntries(to: larger)
        tables.append(larger)
        publish(larger)
    }

    private func publish(_ table: Table) {
        BroadcasterWordStore(current, UInt(bitPattern: Unmanaged.passUnretained(table).toOpaque()))
    }

    /// An open-addressed table; its header is its size, a power of two.
    private final class Table: ManagedBuffer<Int, (key: BroadcasterWord, object: BroadcasterWord)> {
        static func make(size: Int) -> Table {
            let table = create(minimumCapacity: size) { _ in size }
            table.withUnsafeMutablePointerToElements {
                $0.initialize(repeating: (BroadcasterWord(), BroadcasterWord()), count: size)
            }
            return unsafeDowncast(table, to: Table.self)
        }

        /// The object for a key, or zero.
        func read(_ key: UInt) -> UInt {
            withUnsafeMutablePointerToElements { entries in
                let place = place(of: key)
                return BroadcasterWordLoad(&entries[place].key) == key ? BroadcasterWordLoad(&entries[place].object) : 0
            }
        }

        /// Writes an entry, which is never written again: its object first, as whoever finds the key reads the object.
        func write(_ object: UInt, for key: UInt) {
            withUnsafeMutablePointerToElements { entries in
                let place = place(of: key)
                BroadcasterWordStore(&entries[place].object, object)
                BroadcasterWordStore(&entries[place].key, key)
            }
        }

        func copyEntries(to larger: Table) {
            withUnsafeMutablePointerToElements { entries in
                for place in 0..<header where entries[place].key.bits != 0 {
                    larger.write(entries[place].object.bits, for: entries[place].key.bits)
                }
            }
        }

        /// Where a key is, or would be.
        private func place(of key: UInt) -> Int {
            withUnsafeMutablePointers { size, entries in
                // Types lie at multiples of a word; the multiplication spreads what is left over the upper bits.
                let last = size.pointee - 1
                var place = Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & last
                while true {
                    let found = BroadcasterWordLoad(&entries[place].key)
                    if found == key || found == 0 { return place }
                    place = (place + 1) & last
                }
            }
        }
    }
}
