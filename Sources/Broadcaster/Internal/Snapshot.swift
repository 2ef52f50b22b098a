/// The registrations that a list had when a broadcast or an iteration started; it may be kept.
///
/// It retains the buffer, and not the list: retaining that as well would cost each broadcast. Whoever keeps a snapshot
/// keeps the list, or the broadcaster that owns it.
@usableFromInline
struct Snapshot {
    let list: Unmanaged<ObserverList>
    let buffer: RegistrationBuffer
    @usableFromInline let start: Int
    let end: Int

    /// Whether it holds no registration; loads no observer.
    ///
    /// Loading an observer may make this thread its last owner, and only the thread that delivers may be that.
    @usableFromInline var isEmpty: Bool { start >= end }

    /// Retains the next observer that is still registered and alive.
    ///
    /// Keep the snapshot until the value is taken.
    @usableFromInline
    func next(_ position: inout Int) -> RetainedObserver? {
        list._withUnsafeGuaranteedRef { buffer.next(&position, before: end, in: $0) }
    }

    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        var position = start
        while let observer = next(&position) { try body(observer.takeValue(as: T.self)) }
    }
}

// Because the slots that a snapshot covers are never written again.
extension Snapshot: @unchecked Sendable {}
