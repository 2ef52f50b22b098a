/// The registrations that a list had when a broadcast or an iteration started; it may be kept.
@usableFromInline
struct Snapshot {
    let buffer: RegistrationBuffer
    @usableFromInline let start: Int
    @usableFromInline let end: Int

    @usableFromInline var isWorthCompacting: Bool { buffer.isWorthCompacting }

    /// Retains the next observer that is still registered and alive.
    ///
    /// Keep the snapshot until the value is taken.
    @usableFromInline
    func next(_ position: inout Int) -> RetainedObserver? {
        buffer.next(&position, before: end)
    }

    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        var position = start
        while let observer = next(&position) { try body(observer.takeValue(as: T.self)) }
    }
}

// Because the slots that a snapshot covers are never written again.
extension Snapshot: @unchecked Sendable {}

extension ObserverList {
    /// What may be delivered to later, if there is any registration.
    ///
    /// Loads no observer: that may make this thread its last owner, and only the thread that delivers may be that.
    @usableFromInline
    func snapshot() -> Snapshot? {
        guard let guarded = enter() else { return nil }
        defer { leave(guarded) }
        guard guarded.start < guarded.end else { return nil }
        return Snapshot(buffer: guarded.buffer.takeUnretainedValue(), start: guarded.start, end: guarded.end)
    }
}
