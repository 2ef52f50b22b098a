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

    /// Fills the next slot, which the buffer must have.
    func append(_ registration: Registration) {
        withUnsafeMutablePointerToElements { ($0 + count).initialize(to: .passRetained(registration)) }
        withUnsafeMutablePointerToHeader { $0.pointee.count += 1 }
    }

    /// Releases the adapters of registrations that have ended; after the lock, in a buffer that was replaced.
    func releaseEndedAdapters() { forEachEnded { $0.adapter?.release() } }

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
        // Relaxed: see `passOver`.
        get { withUnsafeMutablePointerToHeader { Int(BroadcasterLoadRelaxed(&$0.pointee.unregistered)) } }
        set { withUnsafeMutablePointerToHeader { BroadcasterStoreRelaxed(&$0.pointee.unregistered, UInt(newValue)) } }
    }

    /// Whether to compact before the next reader.
    var isCompactionDue: Bool {
        // Relaxed: a reader that misses it finds the same observers deallocated, and sets it again.
        withUnsafeMutablePointerToHeader { BroadcasterLoadRelaxed(&$0.pointee.isCompactionDue) != 0 }
    }

    /// Notes that a reader of so many slots passed over a registration that has ended, which may make a compaction due.
    ///
    /// Only a deallocated observer does. Unregistering compacts as well, so fewer than half of the slots, or fewer than
    /// sixteen, are of unregistered ones: if these alone were a reason, a thread that registers and unregisters would
    /// wait for readers that do its work.
    ///
    /// Outlined, because it is rare.
    @inline(never)
    func passOver(_ position: Int, of end: Int) {
        withUnsafeMutablePointerToHeader { counts in
            withSlot(position) { registration in
                guard registration.wasFoundDeallocated else { return }
                // Relaxed: the counts only decide when to compact, so stale values are harmless.
                let passedOver = Int(BroadcasterAddRelaxed(&counts.pointee.deallocatedPassedOver, 1)) + 1
                // What a closure captures mustn't wait until readers have found many.
                guard registration.isClosureOfOwner || 2 * (passedOver + unregisteredCount) >= end else { return }
                BroadcasterStoreRelaxed(&counts.pointee.isCompactionDue, 1)
            }
            // Relaxed: see `firstSlot`.
            if position == firstSlot { BroadcasterStoreRelaxed(&counts.pointee.firstSlot, UInt(position + 1)) }
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
    /// How often readers passed over a deallocated observer.
    var deallocatedPassedOver = BroadcasterWord()
    var unregistered = BroadcasterWord()
    var isCompactionDue = BroadcasterWord()
}
