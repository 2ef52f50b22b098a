/// The registrations that a broadcast or an iteration covers: those that its channel had when it started.
///
/// For a key that has registrations, they include the registrations without a key.
@usableFromInline
struct Snapshot: Sendable {
    let slots: FilledSlots
    let withoutKey: FilledSlots?

    /// The snapshot of a channel, or of one with a key and the one without; `nil` if the first has no registrations.
    init?(_ slots: FilledSlots?, withoutKey: FilledSlots? = nil) {
        guard let slots else { return nil }
        self.slots = slots
        self.withoutKey = withoutKey
    }

    /// Where an iteration is, in both channels.
    @usableFromInline
    struct Position: Sendable {
        fileprivate var slot = 0
        fileprivate var slotWithoutKey = 0

        @usableFromInline init() {}
    }

    /// Retains the next observer that is still registered and alive.
    ///
    /// Keep the snapshot until the value is taken: its bits belong to a registration, which the snapshot retains.
    @usableFromInline @inline(never)
    func retainNext(_ position: inout Position) -> RetainedObserver? {
        // At the start, past the slots that are known to have ended, and perhaps past the end.
        if position.slot == 0 { position.slot = slots.buffer.firstSlot }
        if position.slotWithoutKey == 0, let withoutKey { position.slotWithoutKey = withoutKey.buffer.firstSlot }
        while true {
            let observer: RetainedObserver?
            // In the order of registration, in which both channels are sorted.
            if let withoutKey, withoutKey.number(at: position.slotWithoutKey) < slots.number(at: position.slot) {
                observer = withoutKey.retainObserver(at: &position.slotWithoutKey)
            } else if position.slot < slots.end {
                observer = slots.retainObserver(at: &position.slot)
            } else {
                return nil
            }
            if let observer { return observer }
        }
    }

    /// Whether its channels are to be compacted before the next reader.
    var isCompactionDue: Bool { slots.buffer.isCompactionDue || withoutKey?.buffer.isCompactionDue == true }

    /// Whether no observer is registered and alive.
    var isEmpty: Bool {
        var position = Position()
        return withExtendedLifetime(self) { retainNext(&position)?.takeValue(as: AnyObject.self) == nil }
    }

    /// Calls `body` with each observer that is still registered and alive when its turn comes.
    @inlinable @inline(__always)
    func forEach<T, E>(_ body: (T) throws(E) -> Void) throws(E) {
        try forEachRetained { (observer) throws(E) in try body(observer.takeValue(as: T.self)) }
    }

    var slotCount: Int { slots.end + (withoutKey?.end ?? 0) }

    /// Whether only traces receive what is sent.
    var isOfTraces: Bool { slots.isOfTraces && withoutKey?.isOfTraces != false }

    /// Calls `body` with the observer of each trace, retained, for it to take the value exactly once.
    @inline(never)  // Because it is rare.
    func forEachTrace(_ body: (RetainedObserver) -> Void) {
        defer { withExtendedLifetime(self) {} }
        slots.forEachTrace(body)
        withoutKey?.forEachTrace(body)
    }

    /// Calls `body` with each observer, retained, for it to take the value exactly once.
    @inlinable @inline(__always)
    func forEachRetained<E>(_ body: (RetainedObserver) throws(E) -> Void) throws(E) {
        // Until the last value is taken, even if `body` throws.
        defer { withExtendedLifetime(self) {} }
        var position = Position()
        while let observer = retainNext(&position) { try body(observer) }
    }
}

/// The slots of a buffer that were filled when a snapshot was taken.
///
/// `@unchecked` because the slots before `end` were filled under the lock under which the snapshot was taken, and are
/// never written again.
struct FilledSlots: @unchecked Sendable {
    let buffer: SlotBuffer
    let end: Int

    /// Counts the observers that are registered and alive, and ends the registrations of the others.
    ///
    /// For a closure, its owner counts.
    func countLiving() -> Int { (0..<end).count { position in buffer.withSlot(position) { $0.isAlive } } }

    fileprivate var isOfTraces: Bool { (0..<end).allSatisfy { position in buffer.withSlot(position) { $0.isOfTrace } } }

    fileprivate func forEachTrace(_ body: (RetainedObserver) -> Void) {
        for position in 0..<end {
            if let observer = buffer.withSlot(position, { $0.loadTrace() }) { body(observer) }
        }
    }

    /// Retains the observer of a slot, if it is still registered and alive, and advances to the next slot.
    fileprivate func retainObserver(at slot: inout Int) -> RetainedObserver? {
        defer { slot += 1 }
        if let observer = buffer.withSlot(slot, { $0.load() }) { return observer }
        buffer.passOver(slot, of: end)
        return nil
    }

    /// The number of the registration in a slot; behind the last slot, a number that is higher than any other.
    fileprivate func number(at position: Int) -> Int {
        position < end ? buffer.withSlot(position) { $0.number } : .max
    }
}
