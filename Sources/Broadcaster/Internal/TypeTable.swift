internal import BroadcasterAtomics

/// An insert-only table from the identity of a type to an object that its owner keeps; one thread writes while any read.
///
/// A table is at most half full. Then it is replaced by one of twice the size, and kept, because a reader may still use
/// it. All the replaced tables together are smaller than the current one.
struct TypeTable {
    let words: UnsafeMutablePointer<BroadcasterWord>
    private var current: UnsafeMutablePointer<BroadcasterWord> { words }
    /// How many entries there are; only for the thread that writes.
    private var count: UnsafeMutablePointer<BroadcasterWord> { words + 1 }

    /// Makes a table that uses two words, which are zero.
    init(words: UnsafeMutablePointer<BroadcasterWord>) {
        self.words = words
        publish(Table.make(size: 2, replacing: nil))
    }

    func deallocate() {
        table.release()
    }

    private var table: Unmanaged<Table> {
        .fromOpaque(UnsafeRawPointer(bitPattern: BroadcasterWordLoad(current))!)
    }

    @inline(__always)
    func object(for identity: ObjectIdentifier) -> Unmanaged<AnyObject>? {
        let bits = table._withUnsafeGuaranteedRef { $0.read(UInt(bitPattern: identity)) }
        return UnsafeRawPointer(bitPattern: bits).map { .fromOpaque($0) }
    }

    /// Inserts an object for an identity that has none yet.
    func insert(_ object: AnyObject, for identity: ObjectIdentifier) {
        // Before writing, because a reader that looks for what isn't there stops at an empty entry.
        count.pointee.bits += 1
        if 2 * count.pointee.bits > table._withUnsafeGuaranteedRef({ $0.header.size }) { grow() }
        table._withUnsafeGuaranteedRef { table in
            table.write(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), for: UInt(bitPattern: identity))
        }
    }

    private func grow() {
        let full = table.takeRetainedValue()
        let larger = Table.make(size: 2 * full.header.size, replacing: full)
        full.copyEntries(to: larger)
        publish(larger)
    }

    private func publish(_ table: Table) {
        BroadcasterWordStore(current, UInt(bitPattern: Unmanaged.passRetained(table).toOpaque()))
    }

    private struct State {
        /// The number of places, a power of two.
        let size: Int
        let replaced: Table?
    }

    /// An open-addressed table.
    private final class Table: ManagedBuffer<State, (key: BroadcasterWord, object: BroadcasterWord)> {
        static func make(size: Int, replacing replaced: Table?) -> Table {
            let table = create(minimumCapacity: size) { _ in State(size: size, replaced: replaced) }
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
                for place in 0..<header.size where entries[place].key.bits != 0 {
                    larger.write(entries[place].object.bits, for: entries[place].key.bits)
                }
            }
        }

        /// Where a key is, or would be.
        private func place(of key: UInt) -> Int {
            withUnsafeMutablePointers { state, entries in
                let size = state.pointee.size
                var place = key.place(inTableOf: size)
                while true {
                    let found = BroadcasterWordLoad(&entries[place].key)
                    if found == key || found == 0 { return place }
                    place = (place + 1) & (size - 1)
                }
            }
        }
    }
}
