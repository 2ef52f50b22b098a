/// The registrations that a list had when a broadcast or an iteration started; it may be kept.
@usableFromInline
struct Snapshot {
    /// `nil` if there was no registration; then `end` is zero.
    let buffer: RegistrationBuffer?
    @usableFromInline let start: Int
    @usableFromInline let end: Int

    @usableFromInline
    init(_ buffer: RegistrationBuffer?, start: Int, end: Int) {
        (self.buffer, self.start, self.end) = (buffer, start, end)
    }

    @inlinable
    static var empty: Snapshot { Snapshot(nil, start: 0, end: 0) }

    /// Whether it holds no registration; loads no observer.
    ///
    /// Loading an observer may make this thread its last owner, and only the thread that delivers may be that.
    @usableFromInline var isEmpty: Bool { start >= end }

    @usableFromInline var isWorthCompacting: Bool { buffer?.isWorthCompacting ?? false }

    /// Retains the next observer that is still registered and alive.
    ///
    /// Keep the snapshot until the value is taken.
    @usableFromInline
    func next(_ position: inout Int) -> RetainedObserver? {
        guard position < end else { return nil }
        return buffer.unsafelyUnwrapped.next(&position, before: end)
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
    @usableFromInline
    func snapshot() -> Snapshot {
        guard let guarded = enter() else { return .empty }
        defer { leave(guarded) }
        return Snapshot(guarded.buffer.takeUnretainedValue(), start: guarded.start, end: guarded.end)
    }
}
