internal import BroadcasterAtomics
import Foundation

/// A lock around the registrations of a set.
///
/// No observer is called or released while the lock is held.
@usableFromInline
final class ObserverList {
    private let lock = NSLock()
    @exclusivity(unchecked) private var registrations = Registrations()
    private let gate: ReaderGate

    init() {
        gate = ReaderGate(registrations.buffer)
    }

    deinit { gate.deallocate() }

    /// Whether anything is registered.
    ///
    /// Counts deallocated observers that aren't purged yet. Takes no lock.
    @usableFromInline var hasRegistrations: Bool { gate.hasRegistrations }

    /// Two words for the owner of the list, which are zero at first.
    var ownersWords: UnsafeMutablePointer<BroadcasterWord> { gate.ownersWords }

    // For tests: how many registrations there are, how many have room, and whether all is as it should be.

    var registrationCount: Int { lock.withLock { registrations.count } }

    var capacity: Int { lock.withLock { registrations.buffer.header.capacity } }

    func checkInvariants() {
        lock.withLock { registrations.checkInvariants() }
    }

    @inlinable
    func add<T>(_ observer: T, at callSite: CallSite, purge: () -> Void) {
        check(observer, at: callSite)
        withUnsafeBytes(of: observer) { add(bits: $0, at: callSite, purge: purge) }
    }

    @inlinable
    func remove<T>(_ observer: T, at callSite: CallSite) {
        check(observer, at: callSite)
        withUnsafeBytes(of: observer) { remove(identity: $0.load(as: ObjectIdentifier.self)) }
    }

    @inlinable
    func contains<T>(_ observer: T, at callSite: CallSite) -> Bool {
        check(observer, at: callSite)
        return withUnsafeBytes(of: observer) { contains(identity: $0.load(as: ObjectIdentifier.self)) }
    }

    /// Stops the program if an observer isn't an object.
    ///
    /// The full check costs as much as a third of registering, and often it was made before: an existential that is
    /// smaller than `Any` has no room for a value, so if one of this `T` is known to hold an object, all do. `AnyObject`
    /// may hold the box around a value each time.
    @inlinable
    func check<T>(_ observer: T, at callSite: CallSite) {
        let holdsObjectsOnly = MemoryLayout<T>.size < MemoryLayout<Any>.size && T.self != AnyObject.self
        if !(holdsObjectsOnly && hasRegistrations) { requireObject(observer, at: callSite) }
    }

    @usableFromInline
    func requireObject<T>(_ observer: T, at callSite: CallSite) {
        ObserverCheck.requireObject(observer, at: callSite)
    }

    /// Adds an observer, which the caller retains; calls `purge` if it is time to look for deallocated observers.
    @usableFromInline
    func add(bits: UnsafeRawBufferPointer, at callSite: CallSite, purge: () -> Void) {
        let registration = Registration.make(bits: bits, at: callSite)
        while !change({ $0.insert(registration) }) {
            if change({ $0.startPurgeIfDue() }) { purge() }
            change { $0.makeRoom() }
        }
    }

    @usableFromInline
    func remove(identity: ObjectIdentifier) {
        change { $0.remove(identity) }
    }

    func removeAll() {
        change { $0.removeAll() }
    }

    /// Finds deallocated observers by loading each observer, and removes their registrations.
    func purge() {
        forEach { (_: AnyObject) in }
        change { $0.endPurge() }
    }

    /// Whether an object, which the caller retains, is registered.
    @usableFromInline
    func contains(identity: ObjectIdentifier) -> Bool {
        lock.withLock { registrations.contains(identity) }
    }

    /// Whether any observer is alive.
    @usableFromInline
    var hasLivingObservers: Bool {
        guard let guarded = enter() else { return false }
        defer { leave(guarded) }
        var position = guarded.start
        return guarded.next(&position)?.takeValue(as: AnyObject.self) != nil
    }

    /// Calls `body` with each observer, synchronously.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        guard let guarded = enter() else { return }
        defer { leave(guarded) }
        var position = guarded.start
        while let observer = guarded.next(&position) { try body(observer.takeValue(as: T.self)) }
    }

    /// Starts reading without the lock, until ``leave(_:)``, if there is anything to read.
    @usableFromInline
    func enter() -> ReadGuard? {
        guard hasRegistrations else { return nil }
        if let buffer = gate.enter() { return ReadGuard(buffer, isCounted: true) }
        leaveGate()
        return enterWithLock()
    }

    @usableFromInline
    func leave(_ guarded: ReadGuard) {
        if guarded.buffer._withUnsafeGuaranteedRef({ $0.hasDeallocated }) { return leaveAndCompact(guarded) }
        release(guarded)
    }

    private func release(_ guarded: ReadGuard) {
        if guarded.isCounted { leaveGate() } else { guarded.buffer.release() }
    }

    private func leaveGate() {
        if gate.leave() { reclaim() }
    }

    // Slow paths are outlined to keep the fast path's frame small.

    @inline(never)
    private func leaveAndCompact(_ guarded: ReadGuard) {
        let isWorthCompacting = guarded.buffer._withUnsafeGuaranteedRef { $0.isWorthCompacting }
        release(guarded)
        if isWorthCompacting { compact() }
    }

    @inline(never)
    private func enterWithLock() -> ReadGuard {
        lock.withLock { ReadGuard(.passRetained(registrations.buffer), isCounted: false) }
    }

    @inline(never)
    private func reclaim() {
        lock.withLock { if gate.reopenIfDrained() { registrations.retired = nil } }
    }

    /// Leaves behind the deallocated observers that readers found, unless that would cost more than they do.
    @usableFromInline @inline(never)
    func compact() {
        change { $0.compactIfWorthwhile() }
    }

    private func change<R>(_ body: (inout Registrations) -> R) -> R {
        lock.withLock {
            let result = body(&registrations)
            gate.setHasRegistrations(registrations.count > 0)
            if var replaced = registrations.compactIfDue() {
                gate.publish(registrations.buffer)
                registrations.retire(&replaced, isDrained: gate.reopenIfDrained())
            }
            return result
        }
    }
}

// Because the lock guards the registrations. The types above say who may use the observers, and from where.
extension ObserverList: @unchecked Sendable {}

/// A synchronous iteration over the registrations that a list had when it started.
@usableFromInline
struct ReadGuard {
    let buffer: Unmanaged<RegistrationBuffer>
    @usableFromInline let start: Int
    let end: Int

    /// Whether the reader count keeps the buffer; if the gate was closed, the guard itself retains it.
    let isCounted: Bool

    init(_ buffer: Unmanaged<RegistrationBuffer>, isCounted: Bool) {
        self.buffer = buffer
        (start, end) = buffer._withUnsafeGuaranteedRef { ($0.start, $0.count) }
        self.isCounted = isCounted
    }

    @usableFromInline
    func next(_ position: inout Int) -> RetainedObserver? {
        buffer._withUnsafeGuaranteedRef { $0.next(&position, before: end) }
    }
}
