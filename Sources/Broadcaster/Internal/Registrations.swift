/// The registrations of a list: which observers belong to it, and in which order.
///
/// It is a plain value that knows no lock, no queue and no protocol.
///
/// Registrations stand in an append-only buffer, so iterating over its first n slots is not disturbed by later
/// registrations. Removing marks a registration and leaves it in its slot. When the removed ones are as many as the
/// others, or readers found as many deallocated, or the buffer is full, the others are copied to a new buffer.
///
/// Invariants, which ``checkInvariants()`` checks:
/// - A registration that isn't removed is in `buffer`, which owns it, and unless the buffer is small, `index` finds it by
///   its identity. No two have one identity.
/// - `removedCount` counts the slots whose registration is removed. In all slots before the buffer's `start`, it is
///   removed, or known to be of a deallocated observer.
struct Registrations {
    private(set) var buffer = RegistrationBuffer.make(capacity: 0)

    /// The buffer that was replaced first since this was last cleared; later ones were never published.
    var retired: RegistrationBuffer?

    /// Finds registrations, unless the buffer is small: searching that is as fast, and takes no memory.
    private(set) var index: RegistrationIndex?
    private var removedCount = 0

    /// How much room there should be, if it is time to compact.
    private var nextCapacity: Int?

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
        if let present = find(identity) {
            if present._withUnsafeGuaranteedRef({ $0.isAlive }) { return true }
            remove(present)  // of a deallocated object that had the same address
        }
        index?.insert(identity, at: buffer.count, in: buffer)
        buffer.append(registration)
        return true
    }

    mutating func remove(_ identity: ObjectIdentifier) {
        if let registration = find(identity) { remove(registration) }
    }

    private mutating func remove(_ registration: Unmanaged<Registration>) {
        registration._withUnsafeGuaranteedRef { markRemoved($0) }
        if removedCount >= count, buffer.count >= Self.smallCapacity { planToCompact() }
    }

    private mutating func markRemoved(_ registration: Registration) {
        registration.markRemoved()
        removedCount += 1
        countAfterPurge = min(countAfterPurge, count)
    }

    mutating func removeAll() {
        for position in 0..<buffer.count { buffer.withSlot(position) { $0.markRemoved() } }
        removedCount = buffer.count
        countAfterPurge = 0
        if buffer.header.capacity > 0 { nextCapacity = 0 }
    }

    mutating func makeRoom() {
        if buffer.isFull { planToCompact() }
    }

    mutating func compactIfWorthwhile() {
        if buffer.isWorthCompacting { planToCompact() }
    }

    /// Returns whether so many observers were added since the last purge that looking at each costs amortized O(1).
    mutating func startPurgeIfDue() -> Bool {
        guard count >= max(2 * countAfterPurge, Self.smallCapacity) else { return false }
        countAfterPurge = count
        return true
    }

    mutating func endPurge() {
        if buffer.hasDeallocated { planToCompact() }
        countAfterPurge = count
    }

    /// Removes the registrations of observers that readers found deallocated; loads none.
    private mutating func removeDeallocated() {
        guard buffer.hasDeallocated else { return }
        for position in 0..<buffer.count {
            buffer.withSlot(position) { registration in
                if registration.isKnownDeallocated, !registration.isRemoved { markRemoved(registration) }
            }
        }
    }

    /// Whether an object, which the caller retains, has a registration.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        find(identity)?._withUnsafeGuaranteedRef { $0.isAlive } ?? false
    }

    @inline(__always)
    private func find(_ identity: ObjectIdentifier) -> Unmanaged<Registration>? {
        let latest = index == nil ? buffer.position(of: identity) : index?.position(of: identity, in: buffer)
        return latest.flatMap { buffer.withSlot($0) { $0.isRemoved ? nil : .passUnretained($0) } }
    }

    /// Asks for room for as many registrations again.
    ///
    /// So compacting costs no more than the additions and removals since it was last done.
    private mutating func planToCompact() {
        removeDeallocated()
        nextCapacity = buffer.count == 0 ? Self.firstCapacity : max(Self.smallCapacity, 2 * count)
    }

    /// Copies the registrations to a new buffer, if it is time to, and returns the replaced one.
    ///
    /// Publish the new buffer, then call ``retire(_:isDrained:)`` with the replaced one.
    mutating func compactIfDue() -> RegistrationBuffer? {
        guard let capacity = nextCapacity else { return nil }
        nextCapacity = nil
        let copy = RegistrationBuffer.make(capacity: capacity)
        let index = capacity > Self.smallCapacity ? RegistrationIndex.make(capacity: capacity) : nil
        buffer.copyRegistrations(to: copy) { index?.insert($0.identity, at: $1, in: copy) }
        self.index = index
        defer { (buffer, removedCount) = (copy, 0) }
        return buffer
    }

    /// Ends what the replaced buffer keeps; `isDrained` says whether all readers have left that may read it.
    ///
    /// If no one else has it, the registrations change hands. To retain them would cost as much as copying them, and
    /// readers would find that their cache lines were written to.
    mutating func retire(_ replaced: inout RegistrationBuffer, isDrained: Bool) {
        // What was current while the gate was closed has no readers that are only counted.
        if isDrained || retired != nil, isKnownUniquelyReferenced(&replaced) {
            replaced.handOver(to: buffer)
        } else {
            buffer.retainRegistrations()
            retired = retired ?? replaced
        }
        if isDrained { retired = nil }
    }

    /// Many sets have one or two members for as long as they live.
    private static var firstCapacity: Int { 2 }
    private static var smallCapacity: Int { 8 }

    /// Stops the program if an invariant doesn't hold; for tests.
    func checkInvariants() {
        var registered: Set<ObjectIdentifier> = []
        for position in 0..<buffer.count {
            buffer.withSlot(position) { registration in
                if registration.isRemoved { return }
                precondition(registered.insert(registration.identity).inserted, "two registrations of one identity")
                let found = find(registration.identity)?.toOpaque()
                precondition(found == Unmanaged.passUnretained(registration).toOpaque(), "a registration not found")
                if registration.isKnownDeallocated { return }
                precondition(position >= buffer.start, "a registration before the start")
            }
        }
        precondition(registered.count == count, "\(registered.count) registrations, counted as \(count)")
        precondition((index != nil) == (buffer.header.capacity > Self.smallCapacity), "an index of a small buffer")
        precondition(index.map { $0.size > 2 * buffer.header.capacity } ?? true, "an index without enough places")
        precondition(buffer.count <= buffer.header.capacity)
        precondition(removedCount <= max(count, Self.smallCapacity - 1), "\(removedCount) removed beside \(count)")
    }
}
