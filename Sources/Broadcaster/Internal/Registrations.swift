/// The registrations of a list: which observers belong to it, and in which order.
///
/// It is a plain value that knows no lock, no queue and no protocol.
///
/// Registrations stand in an append-only buffer, so iterating over its first n slots is not disturbed by later
/// registrations. Removing marks a registration and leaves it in its slot. When the removed ones are as many as the
/// others, or the buffer is full, the others are moved to a new buffer.
///
/// Invariants, which ``checkInvariants()`` checks:
/// - A registration that isn't removed is in `buffer`, which owns it, and in `index` under its identity. Nothing else is
///   in `index`.
/// - `removedCount` counts the slots whose registration is removed; all slots before the buffer's `start` are.
struct Registrations {
    private(set) var buffer = RegistrationBuffer.make(capacity: 0)

    /// The buffer that was replaced first since this was last cleared; later ones were never published.
    var retired: RegistrationBuffer?

    private(set) var index: [ObjectIdentifier: Unmanaged<Registration>] = [:]
    private var removedCount = 0

    /// The smallest number of registrations since the last purge.
    ///
    /// Not the number right after it: when many were removed since, as many deallocated ones could take their place.
    private var countAfterPurge = 0

    /// How many registrations there are.
    ///
    /// Counts deallocated observers that aren't purged yet.
    var count: Int { buffer.count - removedCount }

    /// Adds a registration at the end unless its observer, which the caller retains, has one.
    ///
    /// Returns `false` if the buffer is full: purge, make room, retry.
    mutating func insert(_ registration: Registration) -> Bool {
        let identity = registration.identity
        guard !buffer.isFull else { return contains(identity) }
        if let present = index.updateValue(.passUnretained(registration), forKey: identity) {
            if present._withUnsafeGuaranteedRef({ $0.isAlive }) {
                index[identity] = present
                return true
            }
            markRemoved(present)  // of a deallocated object that had the same address
        }
        buffer.append(registration)
        return true
    }

    mutating func remove(_ identity: ObjectIdentifier) {
        if let registration = index.removeValue(forKey: identity) { markRemoved(registration) }
    }

    /// Removes a registration, unless it is removed already.
    mutating func remove(_ registration: Registration) {
        if !registration.isRemoved { remove(registration.identity) }
    }

    private mutating func markRemoved(_ registration: Unmanaged<Registration>) {
        registration._withUnsafeGuaranteedRef { $0.markRemoved() }
        removedCount += 1
        countAfterPurge = min(countAfterPurge, count)
        if removedCount >= count, buffer.count >= Self.smallestCapacity { compact() }
    }

    mutating func removeAll() {
        for position in 0..<buffer.count { buffer.withSlot(position) { $0.markRemoved() } }
        index = [:]
        replaceBuffer(with: .make(capacity: 0))
        countAfterPurge = 0
    }

    mutating func makeRoom() {
        if buffer.isFull { compact() }
    }

    /// Returns whether so many observers were added since the last purge that looking at each costs amortized O(1).
    mutating func startPurgeIfDue() -> Bool {
        guard count >= 2 * countAfterPurge, count > 0 else { return false }
        countAfterPurge = count
        return true
    }

    mutating func endPurge() {
        countAfterPurge = count
    }

    /// Whether an object, which the caller retains, has a registration.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        index[identity]?._withUnsafeGuaranteedRef { $0.isAlive } ?? false
    }

    /// Moves the registrations to a new buffer, with room for as many again.
    ///
    /// So compacting costs no more than the additions and removals since it was last done.
    private mutating func compact() {
        let roomy = RegistrationBuffer.make(capacity: max(Self.smallestCapacity, 2 * count))
        for position in buffer.start..<buffer.count {
            buffer.withSlot(position) { if !$0.isRemoved { roomy.append($0) } }
        }
        replaceBuffer(with: roomy)
        // A dictionary gives back no memory by itself.
        if index.capacity > 8 * max(Self.smallestCapacity, count) {
            index = Dictionary(uniqueKeysWithValues: index.lazy.map { ($0, $1) })
        }
    }

    private mutating func replaceBuffer(with new: RegistrationBuffer) {
        retired = retired ?? buffer
        buffer = new
        removedCount = 0
    }

    private static var smallestCapacity: Int { 8 }

    /// Stops the program if an invariant doesn't hold; for tests.
    func checkInvariants() {
        var registered = 0
        for position in 0..<buffer.count {
            buffer.withSlot(position) { registration in
                if registration.isRemoved { return }
                registered += 1
                precondition(position >= buffer.start, "a registration before the start")
                let indexed = index[registration.identity]?.toOpaque()
                precondition(indexed == Unmanaged.passUnretained(registration).toOpaque(), "a registration not indexed")
            }
        }
        precondition(registered == count, "\(registered) registrations, counted as \(count)")
        precondition(registered == index.count, "\(registered) registrations, \(index.count) indexed")
        precondition(buffer.count <= buffer.header.capacity)
        precondition(removedCount <= max(count, Self.smallestCapacity - 1), "\(removedCount) removed beside \(count)")
    }
}
