/// The registrations of one channel: which observers belong to it, and in which order.
///
/// It is a plain value that knows no lock, no queue and no protocol. A change returns the buffer that it replaced, for
/// the caller to release after the lock, because a buffer can be large. So does the removal of a closure or a loop.
///
/// Registrations are stored in an append-only buffer, so a change doesn't disturb a reader of the first n slots.
/// Removing a registration ends it and leaves it in its slot. The buffer is *compacted*, which means that the
/// registrations that haven't ended are copied to a new one, when all were removed at once, after a purge, and in the
/// three cases in which the copy costs no more than the changes and the reads since the last one:
/// - The buffer is full: as many were added as there is room.
/// - At least half were removed, and at least sixteen slots are filled.
/// - Readers passed over deallocated observers so often that, with the unregistered ones, it is half the buffer's
///   length. A reader that finds an observer deallocated ends its registration, so compacting loads no observer and may
///   run on any thread.
///
/// What closures capture is released sooner: compacting also follows each iteration that found the owner of a closure
/// deallocated.
struct RegistrationList: ~Copyable {
    private(set) var buffer = SlotBuffer.empty

    /// The slot of each observer's registration, until it is removed or compacted away.
    private(set) var positions = [ObjectIdentifier: Int]()

    /// How many registrations there are.
    ///
    /// Counts deallocated observers that aren't purged yet.
    var count: Int { positions.count }

    /// What adding a registration did.
    enum Insertion {
        case alreadyRegistered
        /// The registration was added, perhaps to a new buffer.
        case added(replaced: SlotBuffer?)
    }

    /// Adds a registration at the end unless its observer, which the caller retains, has one.
    mutating func insert(_ registration: Registration) -> Insertion {
        let identity = registration.identity
        if let position = positions[identity] {
            if buffer.withSlot(position, { $0.isIdentityValid }) { return .alreadyRegistered }
            // An earlier object at this address was deallocated. Its registration ends, and the new one is appended.
            buffer.withSlot(position) { _ = $0.end(.deallocated) }
        }
        var replaced: SlotBuffer?
        if buffer.count == buffer.slotCount {
            // Many sets have one or two members for as long as they live.
            replaced = compact(minimumSlotCount: buffer.count == 0 ? 2 : Self.smallSlotCount)
        }
        positions[identity] = buffer.count
        buffer.append(registration)
        return .added(replaced: replaced)
    }

    /// Which registrations to remove.
    enum Removal {
        case observer(ObjectIdentifier)
        case all
        /// Those that readers, or a purge, found to be of deallocated observers.
        case ended
    }

    mutating func apply(_ removal: Removal) -> SlotBuffer? {
        switch removal {
        case .observer(let identity):
            guard let position = positions.removeValue(forKey: identity) else { return nil }
            guard buffer.withSlot(position, { $0.end(.unregistered) }) else {
                positions[identity] = position
                return nil
            }
            buffer.unregisteredCount = buffer.count - count
            let isHalfEnded = buffer.count >= max(2 * count, Self.smallSlotCount)
            if isHalfEnded { return compact(minimumSlotCount: Self.smallSlotCount) }
            // A closure or a loop ends at once, and not when its slot is compacted away.
            return buffer.withSlot(position) { $0.adapter != nil ? .containing($0) : nil }
        case .all:
            for position in 0..<buffer.count { buffer.withSlot(position) { _ = $0.end(.unregistered) } }
            return compact()
        case .ended:
            return compact()
        }
    }

    /// The registration of an object, which the caller retains, if it has one.
    subscript(identity: ObjectIdentifier) -> Registration? {
        guard let position = positions[identity] else { return nil }
        return buffer.withSlot(position) { $0.isIdentityValid ? $0 : nil }
    }

    /// The filled slots, or `nil` if there are no registrations.
    var slots: FilledSlots? {
        if count == 0 { return nil }
        return FilledSlots(buffer: buffer, end: buffer.count)
    }

    /// Copies the registrations that haven't ended to a new buffer, with room for as many again; returns the old one.
    ///
    /// Loads no observer, because that may make this thread its last owner, and only the delivering thread may be.
    private mutating func compact(minimumSlotCount: Int = 0) -> SlotBuffer {
        let present = (0..<buffer.count).filter { position in buffer.withSlot(position) { !$0.hasEnded } }
        let slotCount = max(minimumSlotCount, 2 * present.count)
        let copy = slotCount == 0 ? .empty : SlotBuffer.make(slotCount: slotCount)
        // A dictionary keeps its capacity when it shrinks. It may also still have registrations that readers ended.
        let isRebuilt = positions.count != present.count || positions.isSparse(for: present.count)
        if isRebuilt { positions = Dictionary(minimumCapacity: present.count) }
        for position in present {
            buffer.withSlot(position) {
                if isRebuilt || copy.count != position { positions[$0.identity] = copy.count }
                copy.append($0)
            }
        }
        defer { buffer = copy }
        return buffer
    }

    /// With fewer filled slots than this, a removal doesn't compact, except for closures.
    private static var smallSlotCount: Int { 16 }
}

extension Dictionary {
    /// Whether most of its memory would be unused with so many elements.
    func isSparse(for count: Int) -> Bool { capacity > Swift.max(4 * count, 32) }
}
