internal import BroadcasterAtomics

/// An append-only buffer of registrations, which it owns.
///
/// Appending needs the lock of the list. Reading needs none: a reader has a ``Snapshot``, taken under the lock, and the
/// slots that a snapshot covers are never written again.
final class RegistrationBuffer: ManagedBuffer<RegistrationBufferState, Unmanaged<Registration>> {
    static func make(slotCount: Int) -> RegistrationBuffer {
        create(minimumCapacity: slotCount) { _ in RegistrationBufferState(slotCount: slotCount) } as! RegistrationBuffer
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

    /// Lends the registration without retaining it: the buffer owns it.
    func withSlot<R>(_ position: Int, _ body: (Registration) -> R) -> R {
        withUnsafeMutablePointerToElements { $0[position]._withUnsafeGuaranteedRef(body) }
    }

    /// How often readers came across a registration that had ended.
    var passed: Int {
        // Relaxed: it only decides when to compact, so a stale value is harmless.
        withUnsafeMutablePointerToHeader { Int(BroadcasterLoadRelaxed(&$0.pointee.passed)) }
    }

    func countPassed() {
        // Relaxed: see `passed`.
        withUnsafeMutablePointerToHeader { _ = BroadcasterAddRelaxed(&$0.pointee.passed, 1) }
    }

    deinit {
        withUnsafeMutablePointers { state, slots in
            for position in 0..<state.pointee.count { slots[position].release() }
        }
    }
}

struct RegistrationBufferState {
    var count = 0
    var passed = BroadcasterWord()
    let slotCount: Int
}

/// The registrations that a list had when a broadcast or an iteration started.
///
/// `@unchecked` because the slots before `end` were filled under the lock under which the snapshot was taken, and are
/// never written again.
@usableFromInline
struct Snapshot: @unchecked Sendable {
    let buffer: RegistrationBuffer
    let end: Int

    /// Retains the next observer that is still registered and alive.
    ///
    /// Keep the snapshot until the value is taken.
    @usableFromInline
    func next(_ position: inout Int) -> RetainedObserver? {
        while position < end {
            defer { position += 1 }
            if let observer = buffer.withSlot(position, { $0.load() }) { return observer }
            buffer.countPassed()
        }
        return nil
    }

    /// Calls `body` with each observer that is still registered and alive when its turn comes.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        var position = 0
        while let observer = next(&position) { try body(observer.takeValue(as: T.self)) }
    }
}
