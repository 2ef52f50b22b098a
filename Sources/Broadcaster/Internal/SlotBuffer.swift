internal import BroadcasterAtomics

/// An append-only buffer of registrations, which it owns.
///
/// Appending needs the lock. Reading needs none: a reader has a ``Snapshot``, taken under the lock, and the slots that
/// a snapshot covers are never written again.
final class SlotBuffer: ManagedBuffer<SlotCounts, Unmanaged<Registration>>, Unreflected {
    /// The buffer of every channel that has no registrations yet.
    ///
    /// `nonisolated(unsafe)`: without slots, nothing of it is ever written.
    nonisolated(unsafe) static let empty = make(slotCount: 0)

    static func make(slotCount: Int) -> SlotBuffer {
        create(minimumCapacity: slotCount) { _ in SlotCounts(slotCount: slotCount) } as! SlotBuffer
    }

    static func containing(_ registration: Registration) -> SlotBuffer {
        let buffer = make(slotCount: 1)
        buffer.append(registration)
        return buffer
    }

    /// How many slots are filled, and how many there are; under the lock.
    ///
    /// Through a pointer, because `header` checks for exclusive access, which the lock ensures.
    var count: Int { withUnsafeMutablePointerToHeader { $0.pointee.count } }
    var slotCount: Int { withUnsafeMutablePointerToHeader { $0.pointee.slotCount } }

    func append(_ registration: Registration) {
        precondition(count < slotCount)
        withUnsafeMutablePointerToElements { ($0 + count).initialize(to: .passRetained(registration)) }
        withUnsafeMutablePointerToHeader { $0.pointee.count += 1 }
    }

    /// Releases what closures captured whose registrations have ended; after the lock, in a buffer that was replaced.
    func releaseEndedClosures() { forEachEnded { $0.releaseAdapter() } }

    /// Lends the registration without retaining it: the buffer owns it.
    func withSlot<R>(_ position: Int, _ body: (Registration) -> R) -> R {
        withUnsafeMutablePointerToElements { $0[position]._withUnsafeGuaranteedRef(body) }
    }

    /// Calls `body` with each registration that has ended.
    func forEachEnded(_ body: (Registration) -> Void) {
        for position in 0..<count { withSlot(position) { if $0.hasEnded { body($0) } } }
    }

    /// A slot before which every registration has ended.
    var firstSlot: Int {
        // Relaxed: a stale value is a lower one, which only makes a reader check ended registrations again.
        withUnsafeMutablePointerToHeader { Int(BroadcasterLoadRelaxed(&$0.pointee.firstSlot)) }
    }

    /// How many slots had registrations that weren't in the list any more when an observer was last unregistered.
    ///
    /// Their observers were unregistered, or a new object at the address was registered.
    var unregisteredCount: Int {
        // Relaxed: see `deallocatedPassedOver`.
        get { withUnsafeMutablePointerToHeader { Int(BroadcasterLoadRelaxed(&$0.pointee.unregistered)) } }
        set { withUnsafeMutablePointerToHeader { BroadcasterStoreRelaxed(&$0.pointee.unregistered, UInt(newValue)) } }
    }

    /// How often readers passed over a deallocated observer.
    ///
    /// The closure of an owner counts once for each slot.
    var deallocatedPassedOver: Int {
        // Relaxed: it only decides when to compact, so a stale value is harmless.
        withUnsafeMutablePointerToHeader { Int(BroadcasterLoadRelaxed(&$0.pointee.deallocatedPassedOver)) }
    }

    /// Notes that a reader passed over a registration that has ended.
    func passOver(_ position: Int) {
        let hasOwner = withSlot(position) { $0.hasOwner }
        let isDeallocated = withSlot(position) { $0.wasFoundDeallocated }
        withUnsafeMutablePointerToHeader {
            // Relaxed: see `deallocatedPassedOver` and `firstSlot`.
            if hasOwner {
                // What it captures mustn't wait until readers have found many: the next one compacts.
                _ = BroadcasterAddRelaxed(&$0.pointee.deallocatedPassedOver, UInt(slotCount))
            } else if isDeallocated {
                _ = BroadcasterAddRelaxed(&$0.pointee.deallocatedPassedOver, 1)
            }
            if position == firstSlot { BroadcasterStoreRelaxed(&$0.pointee.firstSlot, UInt(position + 1)) }
        }
    }

    deinit {
        withUnsafeMutablePointers { counts, slots in
            for position in 0..<counts.pointee.count { slots[position].release() }
        }
    }
}

struct SlotCounts {
    var count = 0
    let slotCount: Int
    var firstSlot = BroadcasterWord()
    var deallocatedPassedOver = BroadcasterWord()
    var unregistered = BroadcasterWord()
}
