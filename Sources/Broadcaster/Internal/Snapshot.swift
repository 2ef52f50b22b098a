/// The registrations that a list had when a broadcast or an iteration started; it may be kept.
///
/// It retains the buffer, and not the list: retaining that as well would cost each broadcast. Whoever keeps a snapshot
/// keeps the list, or the broadcaster that owns it.
@usableFromInline
struct Snapshot {
    let list: Unmanaged<ObserverList>

    /// `nil` if there was no registration; then `end` is zero.
    let buffer: RegistrationBuffer?
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
        guard position < end else { return nil }
        return list._withUnsafeGuaranteedRef { list in
            buffer.unsafelyUnwrapped.next(&position, before: end) { list.remove($0) }
        }
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
        guard let guarded = enter() else {
            return Snapshot(list: .passUnretained(self), buffer: nil, start: 0, end: 0)
        }
        defer { leave(guarded) }
        return Snapshot(
            list: .passUnretained(self), buffer: guarded.buffer.takeUnretainedValue(), start: guarded.start,
            end: guarded.end)
    }
}
