internal import BroadcasterAtomics

/// An insert-only table from the identity of a type to an object that the table's owner keeps.
///
/// One thread at a time inserts, while any thread reads.
///
/// A reader takes no lock. What could go wrong is that it finds a place that isn't ready: a table before its entries,
/// or a key before its object. Both are published by a store with release order, after what they stand for was written;
/// the reader loads them with acquire order, so it sees all that was written before. An entry is never written again.
///
/// An array is at most half full. Before it gets fuller, a larger one replaces it. The old one is kept, because a
/// reader may still use it. All the replaced arrays together are smaller than the current one.
///
/// `@unchecked` because its owner lets one thread insert at a time, and reads are atomic.
final class TypeTable: @unchecked Sendable {
    private struct Entry {
        var key = BroadcasterWord()
        var object = BroadcasterWord()
    }

    /// An array of entries behind their number, which is a power of two.
    private final class Entries: ManagedBuffer<Int, Entry> {
        static func make(size: Int) -> Entries {
            let made = create(minimumCapacity: size) { _ in size }
            made.withUnsafeMutablePointerToElements { $0.initialize(repeating: Entry(), count: size) }
            return made as! Entries
        }
    }

    private let current = BroadcasterWord.allocate()
    /// The arrays that others replaced.
    private var replaced: [Entries] = []
    private var count = 0

    init() {
        publish(.make(size: 4))
    }

    deinit {
        entries.release()
        current.deallocate()
    }

    private var entries: Unmanaged<Entries> {
        // Acquire: a reader that finds a larger array also finds the entries that were copied to it.
        .fromOpaque(UnsafeRawPointer(bitPattern: BroadcasterLoadAcquire(current))!)
    }

    /// How many entries the array has room for.
    var size: Int { entries._withUnsafeGuaranteedRef { $0.header } }

    private func publish(_ entries: Entries) {
        // Release: see `entries`.
        BroadcasterStoreRelease(current, UInt(bitPattern: Unmanaged.passRetained(entries).toOpaque()))
    }

    /// The object for an identity, which is valid as long as its owner keeps it.
    func object(for identity: ObjectIdentifier) -> UnsafeRawPointer? {
        entries._withUnsafeGuaranteedRef { entries in
            withEntry(of: UInt(bitPattern: identity), in: entries) { entry, isFound in
                // Only if found: in an empty entry, the object may be one that a writer is storing for another type.
                // Relaxed: loading the key with acquire order made its object visible.
                isFound ? UnsafeRawPointer(bitPattern: BroadcasterLoadRelaxed(&entry.pointee.object)) : nil
            }
        }
    }

    /// Inserts an object for an identity that has none yet.
    func insert(_ object: UnsafeRawPointer, for identity: ObjectIdentifier) {
        count += 1
        // Before writing, because a search ends at an empty entry, so there must always be one.
        if 2 * count > size { grow() }
        entries._withUnsafeGuaranteedRef { write(UInt(bitPattern: object), for: UInt(bitPattern: identity), to: $0) }
    }

    private func grow() {
        let full = entries.takeRetainedValue()
        replaced.append(full)
        let larger = Entries.make(size: 2 * full.header)
        full.withUnsafeMutablePointerToElements { entries in
            for place in 0..<full.header where entries[place].key.bits != 0 {
                write(entries[place].object.bits, for: entries[place].key.bits, to: larger)
            }
        }
        publish(larger)
    }

    private func write(_ object: UInt, for key: UInt, to entries: Entries) {
        withEntry(of: key, in: entries) { entry, _ in
            // Relaxed: the key, stored next, publishes it.
            BroadcasterStoreRelaxed(&entry.pointee.object, object)
            // Release: a reader that finds the key also finds the object.
            BroadcasterStoreRelease(&entry.pointee.key, key)
        }
    }

    /// The place where the search for a key starts; `size` is a power of two.
    static func place(of key: UInt, among size: Int) -> Int {
        // Types lie at multiples of a word; multiplying spreads the other bits over the upper half.
        Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (size - 1)
    }

    /// Calls `body` with the entry of a key, or with the empty one where it would be.
    private func withEntry<R>(
        of key: UInt, in entries: Entries, _ body: (_ entry: UnsafeMutablePointer<Entry>, _ isFound: Bool) -> R
    ) -> R {
        entries.withUnsafeMutablePointers { header, elements in
            let last = header.pointee - 1
            var place = Self.place(of: key, among: header.pointee)
            while true {
                // Acquire: see `object(for:)`.
                let found = BroadcasterLoadAcquire(&elements[place].key)
                if found == key || found == 0 { return body(elements + place, found == key) }
                place = (place + 1) & last
            }
        }
    }
}
