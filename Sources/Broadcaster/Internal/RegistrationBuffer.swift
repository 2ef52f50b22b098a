internal import BroadcasterAtomics

/// An append-only buffer of registrations, which it owns.
///
/// Appending needs the lock of the list. Reading needs none: a reader has a ``Snapshot``, taken under the lock, and the
/// slots that a snapshot covers are never written again.
final class RegistrationBuffer: ManagedBuffer<RegistrationBufferState, Unmanaged<Registration>> {
    static func make(capacity: Int) -> RegistrationBuffer {
        let made = create(minimumCapacity: capacity) { _ in RegistrationBufferState(capacity: capacity) }
        return unsafeDowncast(made, to: RegistrationBuffer.self)
    }

    /// How many slots are filled; under the lock.
    var count: Int { header.count }

    var isFull: Bool { header.count == header.capacity }

    func append(_ registration: Registration) {
        precondition(!isFull)
        withUnsafeMutablePointerToElements { ($0 + count).initialize(to: .passRetained(registration)) }
        header.count += 1
    }

    /// Lends the registration without retaining it: the buffer owns it.
    func withSlot<R>(_ position: Int, _ body: (Registration) throws -> R) rethrows -> R {
        try withUnsafeMutablePointerToElements { try $0[position]._withUnsafeGuaranteedRef(body) }
    }

    /// How often readers came across a registration that had ended.
    var passed: Int {
        // Relaxed: the number only decides when to compact, so an old one is as good.
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
    let capacity: Int
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
