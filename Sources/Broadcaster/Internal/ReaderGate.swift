internal import BroadcasterAtomics

/// Counts the readers that iterate synchronously, so that a retired buffer is reclaimed when none can read it.
///
/// Taking the lock or retaining the buffer for an iteration would cost as much as calling an observer. Instead, readers
/// are counted, and a retired buffer is reclaimed when the count has been zero since. Until the count drains the gate is
/// closed: new readers take the lock, so steady traffic can't delay reclamation.
///
/// Why no reader uses a reclaimed buffer. All words change in one order that all threads see. A reader counts itself,
/// then reads which buffer is current, then whether the gate is closed. The writer, under the lock, closes the gate,
/// then publishes the new buffer, then reads the count. So a reader that found the old buffer was counted before, and
/// the old buffer stays until it leaves. A reader that found the new one also found the gate closed, so the new buffer
/// can be retired in turn and reclaimed at once.
struct ReaderGate {
    // Readers write the first line, and the writer the second, which readers only read unless the buffer is replaced.
    private let words = UnsafeMutablePointer<BroadcasterWord>.onCacheLines(count: 13)
    private var readers: UnsafeMutablePointer<BroadcasterWord> { words }
    private var current: UnsafeMutablePointer<BroadcasterWord> { words + 8 }
    private var closed: UnsafeMutablePointer<BroadcasterWord> { words + 9 }
    private var registrations: UnsafeMutablePointer<BroadcasterWord> { words + 10 }

    /// Two words for the owner of the list, because there is room.
    var ownersWords: UnsafeMutablePointer<BroadcasterWord> { words + 11 }

    init(_ buffer: RegistrationBuffer) {
        BroadcasterWordStore(current, Self.bits(buffer))
    }

    func deallocate() {
        words.deallocate()
    }

    private var isClosed: Bool { BroadcasterWordLoad(closed) != 0 }

    /// Counts a reader and lends it the current buffer; `nil` if the gate is closed, and the reader must leave.
    func enter() -> Unmanaged<RegistrationBuffer>? {
        _ = BroadcasterWordIncrement(readers)
        let buffer = BroadcasterWordLoad(current)
        // It may be reclaimed already, so it isn't touched before the gate was seen open.
        guard !isClosed else { return nil }
        return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: buffer)!)
    }

    /// Returns whether the last reader left a closed gate, so that it may be time to reopen it.
    func leave() -> Bool {
        BroadcasterWordDecrement(readers) == 0 && isClosed
    }

    /// Closes the gate and makes a new buffer current; under the lock.
    func publish(_ buffer: RegistrationBuffer) {
        BroadcasterWordStore(closed, 1)
        BroadcasterWordStore(current, Self.bits(buffer))
    }

    /// Reopens the gate if all readers have left, and returns whether it did; under the lock.
    func reopenIfDrained() -> Bool {
        guard BroadcasterWordLoad(readers) == 0 else { return false }
        BroadcasterWordStore(closed, 0)
        return true
    }

    /// Whether there is anything to read.
    ///
    /// Counts deallocated observers that aren't purged yet.
    var hasRegistrations: Bool { BroadcasterWordLoad(registrations) != 0 }

    /// Publishes whether there is anything to read; under the lock.
    func setHasRegistrations(_ newValue: Bool) {
        if newValue != hasRegistrations { BroadcasterWordStore(registrations, newValue ? 1 : 0) }
    }

    private static func bits(_ buffer: RegistrationBuffer) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(buffer).toOpaque())
    }
}

extension UnsafeMutablePointer<BroadcasterWord> {
    /// Allocates zeroed words on two cache lines of their own: threads that use different lists must not share one.
    static func onCacheLines(count: Int) -> Self {
        let lines = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        return lines.initializeMemory(as: BroadcasterWord.self, repeating: BroadcasterWord(), count: count)
    }
}
