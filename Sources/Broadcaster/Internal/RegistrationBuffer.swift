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

    /// A position before which every registration is removed.
    ///
    /// It may lag behind, but never ahead: a removed registration stays removed, so every value it ever had holds.
    var start: Int {
        withUnsafeMutablePointerToHeader { Int(bitPattern: BroadcasterHintLoad(&$0.pointee.start)) }
    }

    var isFull: Bool { withUnsafeMutablePointerToHeader { count == $0.pointee.capacity } }

    func append(_ registration: Registration) {
        withUnsafeMutablePointers { state, slots in
            let count = count
            precondition(count < state.pointee.capacity)
            (slots + count).initialize(to: .passRetained(registration))
            BroadcasterWordStore(&state.pointee.count, UInt(bitPattern: count + 1))
        }
    }

    /// Lends the registration without retaining it: the buffer owns it.
    func withSlot<R>(_ position: Int, _ body: (Registration) throws -> R) rethrows -> R {
        try withUnsafeMutablePointerToElements { try $0[position]._withUnsafeGuaranteedRef(body) }
    }

    /// Retains the next observer, at `position` or after it, that is registered and alive.
    ///
    /// It calls `remove` with each registration whose observer turns out to be deallocated.
    @inline(__always)
    func next(_ position: inout Int, before end: Int, remove: (Registration) -> Void) -> RetainedObserver? {
        while position < end {
            defer { position += 1 }
            let observer: RetainedObserver? = withSlot(position) { registration in
                if !registration.isRemoved {
                    if let observer = registration.load() { return observer }
                    remove(registration)
                }
                skip(position)
                return nil
            }
            if let observer { return observer }
        }
        return nil
    }

    /// Lets later readers start after a removed registration, if all before it are removed as well.
    @inline(never)
    private func skip(_ position: Int) {
        withUnsafeMutablePointerToHeader { state in
            if Int(bitPattern: BroadcasterHintLoad(&state.pointee.start)) == position {
                BroadcasterHintStore(&state.pointee.start, UInt(bitPattern: position + 1))
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
    let capacity: Int
}
