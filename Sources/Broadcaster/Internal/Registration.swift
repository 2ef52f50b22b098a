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
///   ``ObserverCheck`` refuses every other `T`.
/// - The bits are read only while holding a strong reference loaded from the weak one. So their object is alive, and it
///   is the object that was registered: a weak reference never refers to a later object at the same address.
/// - The bits are written once, before another thread can see the registration.
///
/// The closure of an owner differs in two ways. The weak reference is to the owner, so the registration ends with it,
/// and the bits are those of an adapter that calls the closure, which the registration retains until it ends. It retains
/// the observer of a loop as well, which nothing else does.
final class Registration: ManagedBuffer<ObserverReference, UInt> {
    /// Makes a registration from the bits of the `T` that refer to an observer; the caller retains the observer.
    ///
    /// For an owner's closure, these are the bits of its adapter.
    static func make(
        bits: UnsafeRawBufferPointer, for kind: ObserverKind = .object, owner: AdapterOwner? = nil
    ) -> Registration {
        let made = create(minimumCapacity: bits.count / MemoryLayout<UInt>.size) { _ in
            let state = BroadcasterWord(bits: kind.rawValue)
            let observer = bits.load(as: AnyObject.self)
            guard let owner else { return ObserverReference(object: observer, state: state) }
            let adapter = OwnedAdapter(observer, of: owner)
            return ObserverReference(object: owner.object ?? observer, adapter: adapter, state: state)
        }
        made.withUnsafeMutablePointerToElements {
            UnsafeMutableRawPointer($0).copyMemory(from: bits.baseAddress!, byteCount: bits.count)
        }
        return unsafeDowncast(made, to: Registration.self)
    }

    /// The address that the observer, or the adapter of a closure, has, or had before it was deallocated.
    var identity: ObjectIdentifier {
        withUnsafeMutablePointerToElements { UnsafeRawPointer($0).load(as: ObjectIdentifier.self) }
    }

    /// Whether no further call may start: the observer was unregistered, or a reader found it deallocated.
    ///
    /// Relaxed: a call that is ordered after an `unregister`, by any means, sees the state, and no other promise is
    /// made. The state publishes nothing, so a reader that sees it reads nothing else because of it.
    var hasEnded: Bool { state >= EndReason.unregistered.rawValue }

    /// What the observer is, or was.
    var kind: ObserverKind { ObserverKind(rawValue: state & ObserverKind.mask)! }

    /// An ``ObserverKind``, and an ``EndReason`` once the registration has ended.
    private var state: UInt { withUnsafeMutablePointerToHeader { BroadcasterLoadRelaxed(&$0.pointee.state) } }

    /// Ends the registration, which can't be resumed; returns `false` if it doesn't end for this reason.
    @discardableResult
    func end(_ reason: EndReason) -> Bool {
        let kind = kind
        if kind == .ofTest, reason == .unregistered { return false }
        let ended = kind.rawValue | reason.rawValue
        // Relaxed: see `hasEnded`.
        withUnsafeMutablePointerToHeader { BroadcasterStoreRelaxed(&$0.pointee.state, ended) }
        return true
    }

    /// Stored above the bits of ``ObserverKind``; a later reason replaces an earlier one.
    enum EndReason: UInt {
        case unregistered = 8
        case deallocated = 16
    }

    /// Whether the registration ended because a reader found its observer, or the owner of its closure, deallocated.
    var wasFoundDeallocated: Bool { state & EndReason.deallocated.rawValue != 0 }

    /// Whether the identity is still that of the registered observer, and not of a later one at its address; only for
    /// callers that retain an object of this identity.
    ///
    /// If the weak reference loads, it is that object, so releasing it here isn't its last release. If not, it meant an
    /// earlier object. The adapter of a closure is retained until its registration ends, so no other object gets its
    /// address before. Its owner isn't loaded, because the caller holds a lock, and this could be the last reference.
    var isIdentityValid: Bool {
        withUnsafeMutablePointerToHeader { $0.pointee.adapter == nil ? $0.pointee.object != nil : !hasEnded }
    }

    /// Whether this is the registration of a closure that has an owner.
    var hasOwner: Bool { kind == .closureOfOwner }

    /// Whether it retains its observer: the adapter of an owner's closure, or the observer of a loop.
    var hasAdapter: Bool { withUnsafeMutablePointerToHeader { $0.pointee.adapter != nil } }

    /// Releases the closure of an owner, with what it captures, or the observer of a loop, after the registration has
    /// ended.
    ///
    /// The registration itself may be retained much longer, by a snapshot of a kept iterator or of a pending broadcast.
    func releaseAdapter() { withUnsafeMutablePointerToHeader { $0.pointee.adapter?.release() } }

    /// Releases the observer of a loop.
    func finishLoop() { if !hasOwner { releaseAdapter() } }

    /// The place in the order of registration, across the channels of a protocol; set before another thread sees it.
    ///
    /// Through a pointer, because `header` checks for exclusive access.
    var number: Int {
        get { withUnsafeMutablePointerToHeader { $0.pointee.number } }
        set { withUnsafeMutablePointerToHeader { $0.pointee.number = newValue } }
    }

    /// Retains the observer, if it is registered and alive.
    ///
    /// For a closure with an owner, it retains the adapter, if ``isAlive``.
    func load() -> RetainedObserver? {
        withUnsafeMutablePointers { reference, bits in
            // Only the adapter of an owner's closure isn't the object that the weak reference is to.
            if state == ObserverKind.closureOfOwner.rawValue {
                guard isAlive, reference.pointee.adapter!.retain() else { return nil }
            } else {
                guard loadObject() != nil else { return nil }
            }
            return RetainedObserver(bits: bits, registration: self)
        }
    }

    /// Whether the observer, or the owner of a closure, is registered and alive.
    ///
    /// An owner of the main actor isn't loaded elsewhere, where this reference could be the last one, and its `deinit`
    /// would run off the main actor. There, it counts as alive until the main actor finds that it isn't: what calls the
    /// closure looks again.
    var isAlive: Bool {
        let mayLoad = withUnsafeMutablePointerToHeader { reference in
            reference.pointee.adapter.map { !$0.isOnMainActor || MainQueue.isMainActor } ?? true
        }
        guard mayLoad else { return !hasEnded }
        guard let object = loadObject() else { return false }
        object.release()
        return true
    }

    /// Retains the observer's object, or the owner of a closure, if it is registered and alive.
    ///
    /// Ends the registration if it was deallocated.
    func loadObject() -> Unmanaged<AnyObject>? {
        if hasEnded { return nil }
        return withUnsafeMutablePointerToHeader { reference in
            guard let object = reference.pointee.object else {
                end(.deallocated)
                return nil
            }
            return .passRetained(consume object)
        }
    }

    /// The class of the observer, which the caller retains, or of the owner of a closure.
    var observerClass: AnyClass {
        withUnsafeMutablePointers { reference, bits in
            reference.pointee.adapter?.ownerClass ?? type(of: UnsafeRawPointer(bits).load(as: AnyObject.self))
        }
    }
}

/// What a registration needs to retain an adapter: its owner, and what keeps it alive.
struct AdapterOwner {
    /// The owner of a closure; `nil` for the observer of a loop, which the registration ends with.
    let object: AnyObject?
    /// The adapter itself, or a box around it.
    let retainedAdapter: AnyObject
    /// Called when the registration no longer retains the adapter.
    var finish: (@Sendable () -> Void)?
    /// Whether only the main actor may load the object, because it may not be `Sendable`.
    let isOnMainActor: Bool
}

/// The adapter of an owner's closure, or the observer of a loop, which a registration retains until it ends.
///
/// A reader loads a weak reference, because another thread may end the registration, and release the adapter, at any
/// time.
private final class OwnedAdapter {
    private weak var adapter: AnyObject?
    private let retained: Unmanaged<AnyObject>
    private var finish: (@Sendable () -> Void)?
    private let isReleased = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)
    let ownerClass: AnyClass
    let isOnMainActor: Bool

    init(_ adapter: AnyObject, of owner: AdapterOwner) {
        self.adapter = adapter
        retained = .passRetained(owner.retainedAdapter)
        finish = owner.finish
        ownerClass = type(of: owner.object ?? adapter)
        isOnMainActor = owner.isOnMainActor
        isReleased.initialize(to: BroadcasterWord())
    }

    deinit {
        release()
        isReleased.deallocate()
    }

    /// Retains the adapter for the caller; returns `false` if it was released.
    func retain() -> Bool {
        guard let adapter else { return false }
        _ = Unmanaged.passRetained(adapter)
        return true
    }

    func release() {
        // Relaxed: only one thread may release, and nothing else is published.
        guard BroadcasterOrRelaxed(isReleased, 1) == 0 else { return }
        retained.release()
        finish?()
        // It retains the buffer of a loop, and the slot of a registration that has ended may be kept. Only one thread
        // gets here.
        finish = nil
    }
}

struct ObserverReference {
    weak var object: AnyObject?
    /// The adapter of an owner's closure, or the observer of a loop; `nil` for others.
    fileprivate var adapter: OwnedAdapter?
    var number = 0
    var state = BroadcasterWord()
}

/// What an observer is, for listings and traces.
package enum ObserverKind: UInt, Sendable {
    case object
    case closureOfOwner
    case closure
    case loop
    /// A recorder, or the monitor of a test: listed nowhere, because a test finds only its own observers there, and
    /// registered until it is deallocated, because the code under test may unregister everything.
    case ofTest

    /// The bits of all kinds.
    fileprivate static let mask: UInt = 7

    /// The description of an observer of this kind, whose class, or whose owner's class, has a name.
    ///
    /// The class of other closures and of loops is that of an adapter, which users don't know.
    package func description(ofClass name: String) -> String {
        switch self {
        case .object: name
        case .closureOfOwner: "closure of \(name)"
        case .closure, .ofTest: "closure"
        case .loop: "loop"
        }
    }
}

/// What a listing needs of a registration: the observer's object, or the owner of a closure, retained.
struct LivingObserver {
    let kind: ObserverKind
    let object: Unmanaged<AnyObject>
    let registration: ObjectIdentifier
    /// The number of the registration among those of its protocol.
    let number: Int

    var observerClass: AnyClass { object._withUnsafeGuaranteedRef { type(of: $0) } }

    /// What a listing shows.
    ///
    /// Never asks the object for its own description.
    func description(waitingCount: Int) -> String {
        waitingCount == 0 ? description : "\(description), \(waitingCount) waiting"
    }

    private var description: String { kind.description(ofClass: typeName(observerClass)) }
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
