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
    @usableFromInline
    var hasRegistrations: Bool { gate.hasRegistrations }

    /// How many registrations there are; for tests.
    var registrationCount: Int { lock.withLock { registrations.count } }

    func checkInvariants() {
        lock.withLock { registrations.checkInvariants() }
    }

    @inlinable
    func add<T>(_ observer: T, purge: () -> Void) {
        check(observer)
        withUnsafeBytes(of: observer) { add(bits: $0, purge: purge) }
    }

    @inlinable
    func remove<T>(_ observer: T) {
        remove(identity: identity(of: observer))
    }

    @inlinable
    func contains<T>(_ observer: T) -> Bool {
        withExtendedLifetime(observer) { contains(identity: identity(of: observer)) }
    }

    @usableFromInline
    func check<T>(_ observer: T) {
        ObserverCheck.requireObject(observer)
        ObserverCheck.requireUnboxed(observer)
    }

    @usableFromInline
    func identity<T>(of observer: T) -> ObjectIdentifier {
        ObserverCheck.requireObject(observer)
        return withUnsafeBytes(of: observer) { $0.load(as: ObjectIdentifier.self) }
    }

    /// Adds an observer, which the caller retains; calls `purge` if it is time to look for deallocated observers.
    @usableFromInline
    func add(bits: UnsafeRawBufferPointer, purge: () -> Void) {
        let registration = Registration.make(bits: bits)
        while !change({ $0.insert(registration) }) {
            if change({ $0.startPurgeIfDue() }) { purge() }
            change { $0.makeRoom() }
        }
    }

    @usableFromInline
    func remove(identity: ObjectIdentifier) {
        change { $0.remove(identity) }
    }

    /// Removes the registration of a deallocated observer.
    @inline(never)
    func remove(_ registration: Registration) {
        change { $0.remove(registration) }
    }

    func removeAll() {
        change { $0.removeAll() }
    }

    /// Removes the registrations of deallocated observers, by loading each observer.
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
    var hasLivingObservers: Bool {
        guard hasRegistrations else { return false }
        let guarded = enter()
        defer { leave(guarded) }
        var position = guarded.start
        return guarded.next(&position, in: self)?.takeValue(as: AnyObject.self) != nil
    }

    /// Calls `body` with each observer, synchronously.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        guard hasRegistrations else { return }
        let guarded = enter()
        defer { leave(guarded) }
        var position = guarded.start
        while let observer = guarded.next(&position, in: self) { try body(observer.takeValue(as: T.self)) }
    }

    /// Starts reading without the lock, until ``leave(_:)``.
    @usableFromInline
    func enter() -> ReadGuard {
        if let buffer = gate.enter() { return ReadGuard(buffer, isCounted: true) }
        leaveGate()
        return enterWithLock()
    }

    @usableFromInline
    func leave(_ guarded: ReadGuard) {
        if guarded.isCounted { leaveGate() } else { guarded.buffer.release() }
    }

    private func leaveGate() {
        if gate.leave() { reclaim() }
    }

    // Slow paths are outlined to keep the fast path's frame small.

    @inline(never)
    private func enterWithLock() -> ReadGuard {
        lock.withLock { ReadGuard(.passRetained(registrations.buffer), isCounted: false) }
    }

    @inline(never)
    private func reclaim() {
        lock.withLock { if gate.reopenIfDrained() { registrations.retired = nil } }
    }

    private func change<R>(_ body: (inout Registrations) -> R) -> R {
        lock.withLock {
            let result = body(&registrations)
            gate.setHasRegistrations(registrations.count > 0)
            if registrations.retired != nil {
                gate.publish(registrations.buffer)
                if gate.reopenIfDrained() { registrations.retired = nil }
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
    func next(_ position: inout Int, in list: ObserverList) -> RetainedObserver? {
        buffer._withUnsafeGuaranteedRef { $0.next(&position, before: end, remove: list.remove) }
    }
}
