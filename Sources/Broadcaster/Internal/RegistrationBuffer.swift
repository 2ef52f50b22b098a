internal import BroadcasterAtomics

/// An append-only buffer of registrations.
///
/// Appending needs the lock of the list. Reading needs none: a reader keeps the buffer, and reads only the slots that
/// were filled when it read ``count``; these are never written again.
@usableFromInline
final class RegistrationBuffer: ManagedBuffer<RegistrationBufferState, Unmanaged<Registration>> {
    static func make(capacity: Int) -> RegistrationBuffer {
        let made = create(minimumCapacity: capacity) { _ in RegistrationBufferState(capacity: capacity) }
        return unsafeDowncast(made, to: RegistrationBuffer.self)
    }

    /// How many slots are filled; a reader of the count also sees what these slots hold.
    var count: Int {
        withUnsafeMutablePointerToHeader { Int(bitPattern: BroadcasterWordLoad(&$0.pointee.count)) }
    }

    /// A position before which every registration is removed, or its observer deallocated.
    ///
    /// It may lag behind, but never ahead: neither ever ends, so every value it ever had holds.
    var start: Int {
        withUnsafeMutablePointerToHeader { Int(BroadcasterHintLoad(&$0.pointee.start)) }
    }

    /// Whether readers came across a deallocated observer.
    var hasDeallocated: Bool {
        withUnsafeMutablePointerToHeader { BroadcasterHintLoad(&$0.pointee.deallocated) > 0 }
    }

    /// Whether readers came across deallocated observers so often that compacting costs no more.
    var isWorthCompacting: Bool {
        withUnsafeMutablePointerToHeader { state in
            hasDeallocated && 2 * Int(BroadcasterHintLoad(&state.pointee.deallocated)) >= count
        }
    }

    var isFull: Bool { withUnsafeMutablePointerToHeader { count == $0.pointee.capacity } }

    func append(_ registration: Registration) {
        withUnsafeMutablePointers { state, slots in
            precondition(count < state.pointee.capacity)
            (slots + count).initialize(to: .passRetained(registration))
        }
        setCount(count + 1)
    }

    /// Fills the slots of an empty buffer with the registrations that aren't removed, and calls `body` with each and its
    /// new position.
    ///
    /// Both buffers would release them, so call either ``handOver(to:)`` or ``retainRegistrations()`` of the other next.
    func copyRegistrations(to other: RegistrationBuffer, _ body: (Registration, Int) -> Void) {
        var copied = 0
        withUnsafeMutablePointerToElements { slots in
            other.withUnsafeMutablePointerToElements { otherSlots in
                for position in 0..<count where slots[position]._withUnsafeGuaranteedRef({ !$0.isRemoved }) {
                    otherSlots[copied] = slots[position]
                    slots[position]._withUnsafeGuaranteedRef { body($0, copied) }
                    copied += 1
                }
            }
        }
        other.setCount(copied)
    }

    /// Leaves the registrations to the buffer that they were copied to, and releases the others.
    ///
    /// No one else may read this buffer any more.
    func handOver(to other: RegistrationBuffer) {
        var kept = 0
        withUnsafeMutablePointerToElements { slots in
            other.withUnsafeMutablePointerToElements { otherSlots in
                for position in 0..<count {
                    if kept < other.count, slots[position].toOpaque() == otherSlots[kept].toOpaque() {
                        kept += 1
                    } else {
                        slots[position].release()
                    }
                }
            }
        }
        setCount(0)
    }

    func retainRegistrations() {
        withUnsafeMutablePointerToElements { slots in
            for position in 0..<count { _ = slots[position].retain() }
        }
    }

    private func setCount(_ count: Int) {
        withUnsafeMutablePointerToHeader { BroadcasterWordStore(&$0.pointee.count, UInt(bitPattern: count)) }
    }

    /// Lends the registration without retaining it: the buffer owns it.
    func withSlot<R>(_ position: Int, _ body: (Registration) throws -> R) rethrows -> R {
        try withUnsafeMutablePointerToElements { try $0[position]._withUnsafeGuaranteedRef(body) }
    }

    /// The position of the latest registration of an address.
    func position(of identity: ObjectIdentifier) -> Int? {
        (0..<count).last { withSlot($0) { $0.identity == identity } }
    }

    /// Retains the next observer, at `position` or after it, that is registered and alive.
    @inline(__always)
    func next(_ position: inout Int, before end: Int) -> RetainedObserver? {
        while position < end {
            defer { position += 1 }
            if let observer = withSlot(position, { $0.isRemoved ? nil : $0.load() }) { return observer }
            pass(position)
        }
        return nil
    }

    /// Notes a registration that a reader found removed, or its observer deallocated.
    ///
    /// Later readers start after it if that holds for all before it.
    @inline(never)
    private func pass(_ position: Int) {
        withUnsafeMutablePointerToHeader { state in
            if withSlot(position, { !$0.isRemoved }) {
                BroadcasterHintStore(&state.pointee.deallocated, BroadcasterHintLoad(&state.pointee.deallocated) &+ 1)
            }
            if Int(BroadcasterHintLoad(&state.pointee.start)) == position {
                BroadcasterHintStore(&state.pointee.start, UInt32(truncatingIfNeeded: position + 1))
            }
        }
    }

    deinit {
        withUnsafeMutablePointerToElements { slots in
            for position in 0..<count { slots[position].release() }
        }
    }
}

@usableFromInline
struct RegistrationBufferState {
    var count = BroadcasterWord()
    var start = BroadcasterHint()
    var deallocated = BroadcasterHint()
    let capacity: Int
}
