internal import BroadcasterAtomics
import Foundation

/// A lock around the members of a set; nobody is called, and nobody is let go, while it is held.
@usableFromInline
final class LockedMembers {
    private let lock = NSLock()
    @exclusivity(unchecked) private var members = Members()
    private let visitors: Visitors

    init() {
        visitors = Visitors(members.slots)
    }

    deinit { visitors.deallocate() }

    /// Whether anybody is registered, the dead that were not noticed yet included: a look that takes no lock.
    var isInUse: Bool { visitors.haveHosts }

    @inlinable
    func add<T>(_ observer: T) {
        withBits(of: observer) { add(bits: $0) }
    }

    @inlinable
    func remove<T>(_ observer: T) {
        withBits(of: observer) { remove(identity: $0.load(as: ObjectIdentifier.self)) }
    }

    @inlinable
    func contains<T>(_ observer: T) -> Bool {
        withBits(of: observer) { contains(identity: $0.load(as: ObjectIdentifier.self)) }
    }

    /// Lends the bits of an observer, the first word of which is the identity of its object.
    @inlinable
    func withBits<T, R>(of observer: T, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        check(observer)
        return withUnsafeBytes(of: observer, body)
    }

    /// Stops the program if an observer is of a value type.
    ///
    /// To look costs as much as a third of registering, and often one look is enough: an existential that is smaller than
    /// `Any` has no room for a value, so if one of this `T` is known to hold an object, all do.
    @usableFromInline
    func check<T>(_ observer: T) {
        let oneTellsAll = MemoryLayout<T>.size < MemoryLayout<Any>.size
        if !(oneTellsAll && isInUse) { WeakObject.check(observer) }
    }

    /// Adds an observer, which the caller holds.
    @usableFromInline
    func add(bits: UnsafeRawBufferPointer) {
        let registration = WeakObject.make(bits: bits)
        while !change({ $0.insert(registration) }) {
            endRegistrationsOfTheDead()
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

    /// Whether an object, which the caller holds, is a member.
    @usableFromInline
    func contains(identity: ObjectIdentifier) -> Bool {
        lock.withLock { members.contains(identity) }
    }

    /// A walk that may be kept.
    @usableFromInline
    func walk() -> Walk {
        let visit = enter()
        defer { leave(visit) }
        return Walk(
            members: .passUnretained(self), slots: visit.slots.takeUnretainedValue(), end: isInUse ? visit.end : 0)
    }

    /// Calls `body` with each member, here and now.
    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        let visit = enter()
        defer { leave(visit) }
        var position = 0
        while let object = visit.next(&position, over: self) { try body(object.take(as: T.self)) }
    }

    /// Starts a visit, which ends with ``leave(_:)``.
    @usableFromInline
    func enter() -> Visit {
        if let slots = visitors.enter() {
            return Visit(slots: slots, end: slots._withUnsafeGuaranteedRef { $0.count }, isCounted: true)
        }
        leaveAsVisitor()
        return visitWithLock()
    }

    @usableFromInline
    func leave(_ visit: Visit) {
        if visit.isCounted { leaveAsVisitor() } else { visit.slots.release() }
    }

    private func leaveAsVisitor() {
        if visitors.leave() { letSupersededGo() }
    }

    // What happens rarely is not inlined, lest each call make room on the stack for it.

    @inline(never)
    private func visitWithLock() -> Visit {
        lock.withLock {
            Visit(slots: .passRetained(members.slots), end: members.slots.count, isCounted: false)
        }
    }

    @inline(never)
    private func letSupersededGo() {
        lock.withLock { if visitors.areGone() { members.superseded = nil } }
    }

    @inline(never)
    fileprivate func end(_ registration: WeakObject) {
        change { $0.end(registration) }
    }

    private func change<R>(_ body: (inout Members) -> R) -> R {
        lock.withLock {
            let result = body(&members)
            visitors.note(haveHosts: members.count > 0)
            if members.superseded != nil {
                visitors.turn(to: members.slots)
                if visitors.areGone() { members.superseded = nil }
            }
            return result
        }
    }

    /// The classes of those who are alive now, in order; from any thread.
    ///
    /// Only who holds an object knows that it is alive, and who holds it may come to be its last owner. So what was
    /// looked at is let go by the main queue: nobody's `deinit` runs on another one because somebody looked.
    func classes() -> [AnyClass] {
        let walk = walk()
        var position = 0
        var living: [LivingObject] = []
        while let object = walk.next(&position) { living.append(object) }
        let classes = living.map(\.dynamicClass)
        // Because the closure alone uses them from here on; their place is in the slots of the walk.
        nonisolated(unsafe) let held = living
        let letGo: @Sendable () -> Void = {
            withExtendedLifetime(walk) { for object in held { _ = object.take(as: AnyObject.self) } }
        }
        DispatchQueue.getSpecific(key: onMainQueue) != nil ? letGo() : DispatchQueue.main.async(execute: letGo)
        return classes
    }

    /// Looks at each member outside the lock: a weak reference that loads can make us the last owner, and then the
    /// object's `deinit` runs here.
    private func endRegistrationsOfTheDead() {
        forEach { (_: AnyObject) in }
    }
}

/// Tells the main queue from others, also where no thread counts as the main one: under `dispatchMain()`.
private let onMainQueue: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
}()

// Because the lock guards the members. Who may touch the observers that they hold, the types say that use this one.
extension LockedMembers: @unchecked Sendable {}

/// Those who walk over a set's slots here and now, without the lock, and without retaining the slots: to do either costs
/// as much as to call an observer.
///
/// They are counted, and slots that were superseded are let go when the count has been zero since. Lest steady traffic
/// keep it from ever being zero, visitors are turned away meanwhile, and take the lock.
///
/// Why nobody reads slots that are gone. All words change in one order that all threads see. A visitor counts itself,
/// then reads which slots are current, then whether visitors are turned away. The one who supersedes the slots, under the
/// lock, turns visitors away, then makes the new slots current, then reads the count. So whoever read the old slots as
/// current was counted before, and the old slots stay until it has left; and whoever read the new ones as current
/// was turned away, so these can be superseded in turn and let go at once.
struct Visitors {
    private let words = UnsafeMutablePointer<BroadcasterWord>.onCacheLine(count: 4)
    private var count: UnsafeMutablePointer<BroadcasterWord> { words }
    private var current: UnsafeMutablePointer<BroadcasterWord> { words + 1 }
    private var turnedAway: UnsafeMutablePointer<BroadcasterWord> { words + 2 }
    private var hosts: UnsafeMutablePointer<BroadcasterWord> { words + 3 }

    init(_ slots: Slots) {
        BroadcasterWordStore(current, Self.bits(slots))
    }

    func deallocate() {
        words.deallocate()
    }

    private var areTurnedAway: Bool { BroadcasterWordLoad(turnedAway) != 0 }

    /// Counts a visitor, and lends it the current slots; `nil` if it is turned away, and has to leave.
    func enter() -> Unmanaged<Slots>? {
        _ = BroadcasterWordIncrement(count)
        let slots = BroadcasterWordLoad(current)
        // These may be gone already, so nobody looks at them before this.
        guard !areTurnedAway else { return nil }
        return Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: slots)!)
    }

    /// Whether the last visitor has left, and it may be time to let others in again.
    func leave() -> Bool {
        BroadcasterWordDecrement(count) == 0 && areTurnedAway
    }

    /// Turns visitors away, and whoever comes later to these slots; under the lock.
    func turn(to slots: Slots) {
        BroadcasterWordStore(turnedAway, 1)
        BroadcasterWordStore(current, Self.bits(slots))
    }

    /// Lets visitors in again, if all who were there have left; under the lock.
    func areGone() -> Bool {
        guard BroadcasterWordLoad(count) == 0 else { return false }
        BroadcasterWordStore(turnedAway, 0)
        return true
    }

    /// Whether there is somebody to visit.
    var haveHosts: Bool { BroadcasterWordLoad(hosts) != 0 }

    /// Notes whether there is somebody to visit; under the lock.
    func note(haveHosts: Bool) {
        if haveHosts != self.haveHosts { BroadcasterWordStore(hosts, haveHosts ? 1 : 0) }
    }

    private static func bits(_ slots: Slots) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(slots).toOpaque())
    }
}

/// A walk here and now over the members that a set had when it started.
@usableFromInline
struct Visit {
    let slots: Unmanaged<Slots>
    let end: Int
    /// Who keeps the slots: the count of visitors, or, if visitors were turned away, the visit itself.
    let isCounted: Bool

    @usableFromInline
    func next(_ position: inout Int, over members: LockedMembers) -> LivingObject? {
        slots._withUnsafeGuaranteedRef { $0.next(&position, before: end, over: members) }
    }
}

/// A walk that may be kept, over the members that a set had when it was made.
///
/// Who keeps it keeps the members as well: a broadcaster has them anyway, and to retain them with each broadcast would cost.
@usableFromInline
struct Walk {
    let members: Unmanaged<LockedMembers>
    let slots: Slots
    let end: Int

    /// Whether there is nobody to visit, as far as can be told without looking at the objects.
    ///
    /// To look at one is to hold it for a moment, and perhaps to be the one who lets it go, which only the thread that
    /// delivers may be.
    @usableFromInline var isEmpty: Bool { end == 0 }

    @usableFromInline
    func next(_ position: inout Int) -> LivingObject? {
        members._withUnsafeGuaranteedRef { slots.next(&position, before: end, over: $0) }
    }

    @inlinable
    func forEach<T>(_ body: (T) throws -> Void) rethrows {
        var position = 0
        while let object = next(&position) { try body(object.take(as: T.self)) }
    }
}

// Because the slots that a walk reads are never written again.
extension Walk: @unchecked Sendable {}

extension Slots {
    /// The next one, at a position or after it, that is still a member and alive.
    @inline(__always)
    fileprivate func next(_ position: inout Int, before end: Int, over members: LockedMembers) -> LivingObject? {
        while position < end {
            defer { position += 1 }
            let object: LivingObject? = withSlot(position) { registration in
                if registration.isOver { return nil }
                if let object = registration.load() { return object }
                members.end(registration)
                return nil
            }
            if let object { return object }
        }
        return nil
    }
}

extension UnsafeMutablePointer<BroadcasterWord> {
    /// Words, all zero, on a cache line of their own: threads that work with different sets must not meet on one.
    static func onCacheLine(count: Int) -> Self {
        let line = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        return line.initializeMemory(as: BroadcasterWord.self, repeating: BroadcasterWord(), count: count)
    }
}
