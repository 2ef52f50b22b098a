/// The registrations of a list: which observers belong to it, and in which order.
///
/// It is a plain value that knows no lock, no queue and no protocol.
///
/// Registrations are stored in an append-only buffer, so a change doesn't disturb a reader of the first n slots. Removing a
/// registration ends it and leaves it in its slot. The buffer is *compacted*, which means that the registrations that
/// haven't ended are copied to a new one, when all were removed, after a purge, and in the three cases in which that costs no
/// more than what happened since the last time:
/// - The buffer is full: as many were added as there is room.
/// - As many were removed as are left.
/// - Readers came across ended registrations as often as half the buffer is long. A reader that finds an observer
///   deallocated ends its registration, so compacting loads no observer and may run on any thread.
struct Registrations: ~Copyable {
    private(set) var buffer = RegistrationBuffer.make(slotCount: 0)

    /// The slot of each observer's registration, until it is removed or compacted away.
    private(set) var positions: [ObjectIdentifier: Int] = [:]

    /// The buffer that compacting replaced, for the list to release after the lock.
    var replaced: RegistrationBuffer?

    /// The lowest number of registrations since the last purge.
    ///
    /// Not the number right after it: when many were removed since, as many deallocated ones could take their place.
    private var lowestCount = 0

    /// How many registrations there are.
    ///
    /// Counts deallocated observers that aren't purged yet.
    var count: Int { positions.count }

    /// Adds a registration at the end unless its observer, which the caller retains, has one.
    ///
    /// Returns whether to purge: to look for deallocated observers by loading each, and then call ``endPurge()``. There
    /// are twice as many registrations as after the last purge, so it costs amortized O(1).
    mutating func insert(_ registration: Registration) -> Bool {
        let identity = registration.identity
        if buffer.count == buffer.slotCount, !contains(identity) {
            // Many sets have one or two members for as long as they live.
            compact(minimumSlotCount: buffer.count == 0 ? 2 : Self.smallSlotCount)
        }
        if let position = positions.updateValue(buffer.count, forKey: identity) {
            if buffer.withSlot(position, { $0.isAlive }) {
                positions[identity] = position
                return false
            }
            // An earlier object at this address was deallocated. Its registration ends, and the new one is appended.
            buffer.withSlot(position) { $0.end() }
        }
        buffer.append(registration)
        guard count >= max(2 * lowestCount, Self.smallCount) else { return false }
        lowestCount = count
        return true
    }

    mutating func remove(_ identity: ObjectIdentifier) {
        guard let position = positions.removeValue(forKey: identity) else { return }
        buffer.withSlot(position) { $0.end() }
        lowestCount = min(lowestCount, count)
        if buffer.count >= max(2 * count, Self.smallSlotCount) { compact(minimumSlotCount: Self.smallSlotCount) }
    }

    mutating func removeAll() {
        for position in 0..<buffer.count { buffer.withSlot(position) { $0.end() } }
        compact()
    }

    mutating func endPurge() {
        if buffer.passed > 0 { compact() }
        lowestCount = count
    }

    /// Whether an object, which the caller retains, has a registration.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        guard let position = positions[identity] else { return false }
        return buffer.withSlot(position) { $0.isAlive }
    }

    /// What to iterate over, if there is anything.
    ///
    /// Loads no observer: that may make this thread its last owner, and only the thread that delivers may be that.
    mutating func snapshot() -> Snapshot? {
        if buffer.passed > 0, 2 * buffer.passed >= buffer.count { compact() }
        return count == 0 ? nil : Snapshot(buffer: buffer, end: buffer.count)
    }

    /// Copies the registrations that haven't ended to a new buffer, with room for as many again.
    private mutating func compact(minimumSlotCount: Int = 0) {
        let present = (0..<buffer.count).filter { position in buffer.withSlot(position) { !$0.hasEnded } }
        let copy = RegistrationBuffer.make(slotCount: max(minimumSlotCount, 2 * present.count))
        let positionsChange = present.count < buffer.count
        if positionsChange { positions = Dictionary(minimumCapacity: present.count) }
        for position in present {
            buffer.withSlot(position) {
                if positionsChange { positions[$0.identity] = copy.count }
                copy.append($0)
            }
        }
        (replaced, buffer) = (buffer, copy)
        lowestCount = min(lowestCount, count)
    }

    /// Fewer registrations than this may stay without a purge.
    private static var smallCount: Int { 8 }

    /// In fewer slots than this, ended registrations may stay.
    private static var smallSlotCount: Int { 16 }
}
