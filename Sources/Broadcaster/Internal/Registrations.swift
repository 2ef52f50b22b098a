/// The registrations of a list: which observers belong to it, and in which order.
///
/// It is a plain value that knows no lock, no queue and no protocol.
///
/// Registrations stand in an append-only buffer, so iterating over its first n slots is not disturbed by later
/// registrations. Removing marks a registration and leaves it in its slot. When the removed ones are as many as the
/// others, or readers found as many deallocated, or the buffer is full, the others are moved to a new buffer.
///
/// Invariants, which ``checkInvariants()`` checks:
/// - A registration that isn't removed is in `buffer`, which owns it, and unless the buffer is small, in `index` under its
///   identity. Nothing else is in `index`. No two have one identity.
/// - `removedCount` counts the slots whose registration is removed. In all slots before the buffer's `start`, it is
///   removed, or known to be of a deallocated observer.
struct Registrations {
    private(set) var buffer = RegistrationBuffer.make(capacity: 0)

    /// The buffer that was replaced first since this was last cleared; later ones were never published.
    var retired: RegistrationBuffer?

    /// Finds registrations, unless the buffer is small: searching that is as fast, and takes no memory.
    private(set) var index: [ObjectIdentifier: Unmanaged<Registration>] = [:]
    private var isIndexed: Bool { buffer.header.capacity > Self.smallCapacity }
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
        let present =
            isIndexed ? index.updateValue(.passUnretained(registration), forKey: identity) : search(identity)
        if let present {
            if present._withUnsafeGuaranteedRef({ $0.isAlive }) {
                if isIndexed { index[identity] = present }
                return true
            }
            remove(present)  // of a deallocated object that had the same address
            // Compacting may have made the index anew.
            if isIndexed { index[identity] = .passUnretained(registration) }
        }
        buffer.append(registration)
        return true
    }

    mutating func remove(_ identity: ObjectIdentifier) {
        if let registration = isIndexed ? index.removeValue(forKey: identity) : search(identity) {
            remove(registration)
        }
    }

    /// Removes a registration that is no longer in the index.
    private mutating func remove(_ registration: Unmanaged<Registration>) {
        registration._withUnsafeGuaranteedRef { markRemoved($0) }
        if removedCount >= count, buffer.count >= Self.smallCapacity { compact() }
    }

    private mutating func markRemoved(_ registration: Registration) {
        registration.markRemoved()
        removedCount += 1
        countAfterPurge = min(countAfterPurge, count)
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

    mutating func compactIfWorthwhile() {
        if buffer.isWorthCompacting { compact() }
    }

    /// Returns whether so many observers were added since the last purge that looking at each costs amortized O(1).
    mutating func startPurgeIfDue() -> Bool {
        guard count >= max(2 * countAfterPurge, Self.smallCapacity) else { return false }
        countAfterPurge = count
        return true
    }

    mutating func endPurge() {
        if buffer.hasDeallocated { compact() }
        countAfterPurge = count
    }

    /// Removes the registrations of observers that readers found deallocated; loads none.
    private mutating func removeDeallocated() {
        guard buffer.hasDeallocated else { return }
        for position in 0..<buffer.count {
            buffer.withSlot(position) { registration in
                guard registration.isKnownDeallocated, !registration.isRemoved else { return }
                markRemoved(registration)
                if isIndexed { index[registration.identity] = nil }
            }
        }
    }

    /// Whether an object, which the caller retains, has a registration.
    func contains(_ identity: ObjectIdentifier) -> Bool {
        find(identity)?._withUnsafeGuaranteedRef { $0.isAlive } ?? false
    }

    private func find(_ identity: ObjectIdentifier) -> Unmanaged<Registration>? {
        isIndexed ? index[identity] : search(identity)
    }

    private func search(_ identity: ObjectIdentifier) -> Unmanaged<Registration>? {
        for position in 0..<buffer.count {
            let found: Unmanaged<Registration>? = buffer.withSlot(position) { registration in
                registration.identity == identity && !registration.isRemoved ? .passUnretained(registration) : nil
            }
            if let found { return found }
        }
        return nil
    }

    /// Moves the registrations to a new buffer, with room for as many again.
    ///
    /// So compacting costs no more than the additions and removals since it was last done.
    private mutating func compact() {
        removeDeallocated()
        let capacity = buffer.count == 0 ? Self.firstCapacity : max(Self.smallCapacity, 2 * count)
        let roomy = RegistrationBuffer.make(capacity: capacity)
        for position in 0..<buffer.count {
            buffer.withSlot(position) { if !$0.isRemoved { roomy.append($0) } }
        }
        replaceBuffer(with: roomy)
        if !isIndexed {
            index = [:]
        } else if index.isEmpty || index.capacity > 8 * count {  // A dictionary gives back no memory by itself.
            index = [:]
            for position in 0..<buffer.count {
                buffer.withSlot(position) { index[$0.identity] = .passUnretained($0) }
            }
        }
    }

    private mutating func replaceBuffer(with new: RegistrationBuffer) {
        retired = retired ?? buffer
        buffer = new
        removedCount = 0
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
        precondition(index.count == (isIndexed ? count : 0), "\(count) registrations, \(index.count) indexed")
        precondition(buffer.count <= buffer.header.capacity)
        precondition(removedCount <= max(count, Self.smallCapacity - 1), "\(removedCount) removed beside \(count)")
    }
}
