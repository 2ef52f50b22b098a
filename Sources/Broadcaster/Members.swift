internal import BroadcasterAtomics

/// The members of a set: who belongs to it, and in which order.
///
/// It is a plain value that knows no lock, and no protocol.
///
/// Registrations stand in a buffer that is only ever appended to, so whoever walks over its first n slots is not
/// disturbed by those who register later. A registration that ends is marked and stays in its slot; when the marked
/// are as many as the others, or the buffer is full, the others move on to a new buffer.
///
/// Invariants:
/// - A registration that isn't over is in `slots`, which keep it, and in `index` under its identity; nothing else is in
///   `index`.
/// - `over` counts the slots whose registration is over.
struct Members {
    private(set) var slots = Slots.make(capacity: 0)

    /// The first slots that were replaced since this was last cleared.
    var superseded: Slots?

    private(set) var index: [ObjectIdentifier: Unmanaged<WeakObject>] = [:]
    private var over = 0

    /// How many registrations there are, those of the dead that were not noticed yet included.
    var count: Int { slots.count - over }

    /// Adds a registration at the end, unless its observer has one; the caller holds the observer.
    ///
    /// `false` means: there is no room, and nothing was done. End the registrations of the dead, call ``makeRoom()``,
    /// and come again.
    mutating func insert(_ registration: WeakObject) -> Bool {
        let identity = registration.identity
        guard !slots.isFull else { return contains(identity) }
        if let present = index.updateValue(.passUnretained(registration), forKey: identity) {
            if present._withUnsafeGuaranteedRef({ $0.isAlive }) {
                index[identity] = present
                return true
            }
            retire(present)  // of a dead object, which had the same address
        }
        slots.append(registration)
        return true
    }

    mutating func remove(_ identity: ObjectIdentifier) {
        if let registration = index.removeValue(forKey: identity) { retire(registration) }
    }

    /// Ends a registration whose observer is dead, unless it is over.
    mutating func end(_ registration: WeakObject) {
        if !registration.isOver { remove(registration.identity) }
    }

    private mutating func retire(_ registration: Unmanaged<WeakObject>) {
        registration._withUnsafeGuaranteedRef { $0.end() }
        over += 1
        if over >= count, slots.count >= Self.smallest { compact() }
    }

    mutating func removeAll() {
        for position in 0..<slots.count { slots.withSlot(position) { $0.end() } }
        index = [:]
        replaceSlots(with: .make(capacity: 0))
    }

    mutating func makeRoom() {
        if slots.isFull { compact() }
    }

    /// Whether an object, which the caller holds, has a registration.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        index[identity]?._withUnsafeGuaranteedRef { $0.isAlive } ?? false
    }

    /// Moves the registrations to a new buffer, with room for as many again.
    ///
    /// So a move costs no more than the additions and ends since the last one did.
    private mutating func compact() {
        let roomy = Slots.make(capacity: max(Self.smallest, 2 * count))
        for position in 0..<slots.count {
            slots.withSlot(position) { if !$0.isOver { roomy.append($0) } }
        }
        replaceSlots(with: roomy)
        // A dictionary gives back no memory by itself.
        if index.capacity > 8 * max(Self.smallest, count) {
            index = Dictionary(uniqueKeysWithValues: index.lazy.map { ($0, $1) })
        }
    }

    private mutating func replaceSlots(with new: Slots) {
        superseded = superseded ?? slots
        slots = new
        over = 0
    }

    private static var smallest: Int { 8 }
}

/// An append-only buffer of registrations.
///
/// Appending needs the lock of the set. Walking needs none: a walker holds the buffer, and keeps to the slots that it
/// had when the walker read its count; they are never written again.
@usableFromInline
final class Slots: ManagedBuffer<SlotsState, Unmanaged<WeakObject>> {
    static func make(capacity: Int) -> Slots {
        unsafeDowncast(create(minimumCapacity: capacity) { _ in SlotsState(capacity: capacity) }, to: Slots.self)
    }

    /// How many slots are in use, read by anyone; who reads it sees what those slots hold.
    var count: Int {
        withUnsafeMutablePointerToHeader { Int(bitPattern: BroadcasterWordLoad(&$0.pointee.count)) }
    }

    var isFull: Bool { withUnsafeMutablePointerToHeader { count == $0.pointee.capacity } }

    func append(_ registration: WeakObject) {
        withUnsafeMutablePointers { state, slots in
            let count = count
            precondition(count < state.pointee.capacity)
            (slots + count).initialize(to: .passRetained(registration))
            BroadcasterWordStore(&state.pointee.count, UInt(bitPattern: count + 1))
        }
    }

    /// Lends the registration without retaining it: the buffer owns it.
    func withSlot<R>(_ position: Int, _ body: (WeakObject) throws -> R) rethrows -> R {
        try withUnsafeMutablePointerToElements { try $0[position]._withUnsafeGuaranteedRef(body) }
    }

    deinit {
        withUnsafeMutablePointerToElements { slots in
            for position in 0..<count { slots[position].release() }
        }
    }
}

@usableFromInline
struct SlotsState {
    var count = BroadcasterWord()
    let capacity: Int
}
