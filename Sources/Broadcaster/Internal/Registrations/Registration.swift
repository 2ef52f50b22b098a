internal import BroadcasterAtomics

/// One registration: an observer held weakly, and its protocol's view of it.
///
/// The observer is kept twice: as a weak reference to its object, and as an unretained copy of the *bits* of the `T`
/// that was registered. So a call needs no dynamic cast, which would be slow. On Linux it would also be wrong: under
/// `dispatchMain()`, a cast to a conformance that is isolated to the main actor fails on the main queue. Nothing below
/// the public types needs to know `T`, so this code is compiled once and not for each protocol.
///
/// Why the bits are safe to read:
/// - A class-backed `T`, a class or an existential, owns nothing but one strong reference to its object, which is its
///   first word. The other words are metadata and witness tables, which are never deallocated, or without meaning.
///   ``ObserverObject`` refuses every other `T`.
/// - The bits are read only while holding a strong reference loaded from the weak one. So their object is alive, and it
///   is the object that was registered: a weak reference never refers to a later object at the same address.
/// - The bits are written once, before another thread can see the registration.
///
/// The closure of an owner is called through an adapter, whose bits these are. The registration retains the adapter until
/// it ends, and ends with the owner. It retains the observer of a loop as well, which nothing else does.
final class Registration: ManagedBuffer<ObserverReference, UInt> {
    /// Makes a registration from the bits of the `T` that refer to an observer; the caller retains the observer.
    ///
    /// For an owner's closure, these are the bits of its adapter.
    static func make(bits: UnsafeRawBufferPointer) -> Registration {
        let made = create(minimumCapacity: bits.count / MemoryLayout<UInt>.size) { _ in
            ObserverReference(object: bits.load(as: AnyObject.self))
        }
        made.withUnsafeMutablePointerToElements {
            UnsafeMutableRawPointer($0).copyMemory(from: bits.baseAddress!, byteCount: bits.count)
        }
        return unsafeDowncast(made, to: Registration.self)
    }

    /// Says that the observer isn't an object, and what to retain, before another thread can see the registration.
    func setKind(_ kind: ObserverKind, adapter: OwnedAdapter? = nil) {
        withUnsafeMutablePointerToHeader {
            $0.pointee.adapter = adapter
            $0.pointee.state = BroadcasterWord(bits: kind.rawValue)
        }
    }

    /// The address that the observer, or the adapter of a closure, has, or had before it was deallocated.
    var identity: ObjectIdentifier {
        withUnsafeMutablePointerToElements { UnsafeRawPointer($0).load(as: ObjectIdentifier.self) }
    }

    /// Whether no further call may start: the observer was unregistered, or a reader found it deallocated.
    ///
    /// Relaxed: a call that is ordered after an `unregister`, by any means, sees the state, and no other promise is
    /// made. The state publishes nothing, so a reader that sees it reads nothing else because of it.
    var hasEnded: Bool { state.hasEnded }

    /// Whether it is the closure of an owner, with which it ends.
    var isClosureOfOwner: Bool { state.isClosureOfOwner }

    /// Whether a trace receives messages with it.
    var isOfTrace: Bool { state.bits & ObserverKind.mask == ObserverKind.ofTrace.rawValue }

    /// What the observer is, or was.
    var kind: ObserverKind { state.kind }

    private var state: State {
        State(bits: withUnsafeMutablePointerToHeader { BroadcasterLoadRelaxed(&$0.pointee.state) })
    }

    /// An ``ObserverKind``, and above its bits an ``EndReason`` once the registration has ended.
    private struct State {
        let bits: UInt

        var hasEnded: Bool { bits >= EndReason.unregistered.rawValue }
        var isClosureOfOwner: Bool { bits & ObserverKind.mask == ObserverKind.closureOfOwner.rawValue }
        var kind: ObserverKind { ObserverKind(rawValue: bits & ObserverKind.mask)! }
    }

    enum EndReason: UInt {
        case unregistered = 8
        case deallocated = 16
    }

    /// Ends the registration, which can't be resumed; returns `false` if it doesn't end for this reason.
    @discardableResult
    func end(_ reason: EndReason) -> Bool {
        let kind = kind
        if kind.isHidden, reason == .unregistered { return false }
        // A later reason replaces an earlier one.
        let ended = kind.rawValue | reason.rawValue
        // Relaxed: see `hasEnded`.
        withUnsafeMutablePointerToHeader { BroadcasterStoreRelaxed(&$0.pointee.state, ended) }
        return true
    }

    /// Whether the registration ended because a reader found its observer, or the owner of its closure, deallocated.
    var wasFoundDeallocated: Bool { state.bits & EndReason.deallocated.rawValue != 0 }

    /// Whether the identity is still that of the registered observer, and not of a later one at its address; only for
    /// callers that retain an object of this identity.
    ///
    /// If the weak reference loads, it is that object, so releasing it here isn't its last release. If not, it meant an
    /// earlier object.
    var isIdentityValid: Bool { !hasEnded && withUnsafeMutablePointerToHeader { $0.pointee.object != nil } }

    /// The place in the order of registration, across the channels of a protocol; set before another thread sees it.
    ///
    /// Through a pointer, because `header` checks for exclusive access.
    var number: Int {
        get { withUnsafeMutablePointerToHeader { $0.pointee.number } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.number = newValue } }
    }

    /// Retains the observer, if it is registered and alive, unless it is that of a trace.
    ///
    /// The adapter of a closure lives until its registration ends, so its owner is asked first.
    func load() -> RetainedObserver? {
        withUnsafeMutablePointers { reference, bits in
            // Of an owner's closure, of a trace, or ended.
            if state.bits >= ObserverKind.ofTrace.rawValue, isOfTrace || !isAlive { return nil }
            guard let object = reference.pointee.object else {
                end(.deallocated)
                return nil
            }
            _ = Unmanaged.passRetained(consume object)
            return RetainedObserver(bits: bits, registration: self)
        }
    }

    /// Retains the observer of a trace, if it is alive.
    func loadTrace() -> RetainedObserver? {
        guard isOfTrace, loadObject() != nil else { return nil }
        return withUnsafeMutablePointerToElements { RetainedObserver(bits: $0, registration: self) }
    }

    /// Whether the observer, or the owner of a closure, is registered and alive.
    ///
    /// A main-actor owner isn't loaded elsewhere, where this reference could be the last one, and its `deinit`
    /// would run off the main actor. There, it counts as alive until the main actor finds that it isn't: what calls the
    /// closure looks again.
    ///
    /// Outlined, because most calls are of observers, which are loaded without it.
    var isAlive: Bool {
        @inline(never) get {
            if isClosureOfOwner, adapter!.isOnMainActor, !MainQueue.isMainActor { return !hasEnded }
            guard let object = loadObject() else { return false }
            object.release()
            return true
        }
    }

    /// Retains the observer's object, or the owner of a closure, if it is registered and alive.
    ///
    /// Ends the registration if it was deallocated.
    func loadObject() -> Unmanaged<AnyObject>? {
        if hasEnded { return nil }
        let object = isClosureOfOwner ? adapter!.owner : withUnsafeMutablePointerToHeader { $0.pointee.object }
        guard let object else {
            end(.deallocated)
            return nil
        }
        return .passRetained(consume object)
    }

    /// The class of the observer, which the caller retains, or of the owner of a closure.
    var observerClass: AnyClass {
        if isClosureOfOwner { return adapter!.ownerClass }
        return withUnsafeMutablePointerToElements { type(of: UnsafeRawPointer($0).load(as: AnyObject.self)) }
    }

    /// What the registration retains: the adapter of an owner's closure, or the observer of a loop; `nil` for others.
    ///
    /// Release it when the registration has ended. The registration itself may be retained much longer, by a snapshot
    /// of a kept iterator or of a pending broadcast.
    var adapter: OwnedAdapter? { withUnsafeMutablePointerToHeader { $0.pointee.adapter } }
}

struct ObserverReference {
    /// The object that the bits refer to.
    weak var object: AnyObject?
    /// The adapter of an owner's closure, or the observer of a loop; `nil` for others.
    var adapter: OwnedAdapter?
    var number = 0
    var state = BroadcasterWord(bits: ObserverKind.object.rawValue)
}

/// A strong reference to an observer, not yet typed.
///
/// Call ``takeValue(as:)`` exactly once: it transfers the reference to the value that it returns. Retaining once more
/// for the value would double the cost of a call. The bits belong to the registration, which must be kept until then.
@usableFromInline
struct RetainedObserver {
    @usableFromInline let bits: UnsafeMutablePointer<UInt>
    unowned(unsafe) let registration: Registration

    // Moved from the registration's bits, which stay as they are: a class-backed `T` is trivial but for its reference.
    @inlinable
    func takeValue<T>(as type: T.Type) -> T {
        UnsafeMutableRawPointer(bits).assumingMemoryBound(to: T.self).move()
    }
}

@available(*, unavailable)
extension RetainedObserver: Sendable {}
