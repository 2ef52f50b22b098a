internal import BroadcasterAtomics

/// An insert-only table from the identity of a type to an object that its owner keeps; one thread writes while any read.
///
/// A table is at most half full. Then it is replaced by one of twice the size, and kept, because a reader may still use
/// it. All the replaced tables together are smaller than the current one.
final class TypeTable {
    private var table = Table.make(size: 2)
    private var replaced: [Table] = []
    private var count = 0
    private let current = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init() {
        current.initialize(to: BroadcasterWord())
        publish()
    }

    deinit { current.deallocate() }

    @inline(__always)
    func object(for identity: ObjectIdentifier) -> Unmanaged<AnyObject>? {
        let table = UnsafeRawPointer(bitPattern: BroadcasterWordLoad(current))!
        let bits = Unmanaged<Table>.fromOpaque(table)._withUnsafeGuaranteedRef { $0.read(UInt(bitPattern: identity)) }
        return UnsafeRawPointer(bitPattern: bits).map { .fromOpaque($0) }
    }

    /// Inserts an object for an identity that has none yet.
    func insert(_ object: AnyObject, for identity: ObjectIdentifier) {
        // Before writing, because a reader that looks for what isn't there stops at an empty entry.
        if 2 * (count + 1) > table.header { grow() }
        table.write(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), for: UInt(bitPattern: identity))
        count += 1
    }

    private func grow() {
        let larger = Table.make(size: 2 * table.header)
        table.copyEntries(to: larger)
        replaced.append(table)
        table = larger
        publish()
    }

    private func publish() {
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

        /// Writes an entry, which is never written again: the object first, because a reader that finds the key reads it.
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
                // Types lie at multiples of a word; multiplying spreads their other bits over the upper half.
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
