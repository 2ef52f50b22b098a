internal import BroadcasterAtomics

/// One registration: an observer held weakly, and the way its protocol sees it.
///
/// The observer is kept twice: as a weak reference to its object, and as a copy of the *bits* of the `T` it came as,
/// unretained. Calling it needs no dynamic cast, which would be slow and, for a conformance that is isolated to the
/// main actor, wrong: on Linux such a cast fails on the main queue under `dispatchMain()`. And nothing from here down to
/// the bits needs to know `T`, so it is compiled once, and not for each protocol at run time.
///
/// Why the bits are safe to read:
/// - A class-backed `T`, be it a class or an existential, owns nothing but one strong reference to its object, which
///   is its first word; the rest is metadata, which never dies. ``check(_:)`` refuses every other `T`.
/// - The bits are read only by the one who holds a strong reference that was loaded from the weak one. So their object
///   is alive, and it is the same object: a weak reference never comes to mean a later tenant of its address.
/// - They are written once, before anyone else sees the registration.
@usableFromInline
final class WeakObject: ManagedBuffer<WeakObjectState, UInt> {
    /// Makes a registration of an observer, which the caller holds, from the bits of the `T` that it comes as.
    static func make(bits: UnsafeRawBufferPointer) -> WeakObject {
        let object = bits.load(as: Unmanaged<AnyObject>.self)
        let made = create(minimumCapacity: bits.count / MemoryLayout<UInt>.size) { _ in
            object._withUnsafeGuaranteedRef { WeakObjectState(object: $0) }
        }
        made.withUnsafeMutablePointerToElements {
            UnsafeMutableRawPointer($0).copyMemory(from: bits.baseAddress!, byteCount: bits.count)
        }
        return unsafeDowncast(made, to: WeakObject.self)
    }

    /// Stops the program if an observer is of a value type: a weak reference to the box around it would be gone at once.
    ///
    /// So does `any Error`, the one existential that keeps even classes in a box. It is not inlinable: specialised for a
    /// closure, `type(of:)` returns garbage (Swift 6.3).
    static func check<T>(_ observer: T) {
        let type = type(of: observer as Any)
        guard type is AnyObject.Type else {
            fatalError(
                """
                '\(String(reflecting: type))' is a value type, so it can't be observed through \
                '\(String(reflecting: T.self))': observers are held weakly, and a weak reference to a copy of a value is \
                gone at once. Make '\(type)' a class or an actor.
                """)
        }
        guard T.self != (any Error).self else {
            fatalError(
                """
                '\(String(reflecting: type))' can't be observed through '\(String(reflecting: T.self))', which puts it in a \
                box: observers are held weakly, and a weak reference to the box is gone at once. Declare a protocol of \
                your own, and use that.
                """)
        }
    }

    /// The address that the observer has, or had while it lived.
    var identity: ObjectIdentifier {
        withUnsafeMutablePointerToElements { UnsafeRawPointer($0).load(as: ObjectIdentifier.self) }
    }

    /// Whether the registration has ended: nobody is to be called through it any more.
    ///
    /// Read from any thread; raised under the lock of the set, and never lowered. Relaxed order is enough: who is
    /// ordered after the one who raised it, by the set's lock or by anything else, sees it.
    var isOver: Bool {
        withUnsafeMutablePointerToHeader { BroadcasterFlagIsRaised(&$0.pointee.over) }
    }

    func end() {
        withUnsafeMutablePointerToHeader { BroadcasterFlagRaise(&$0.pointee.over) }
    }

    /// Whether the observer is alive; asked under the lock by those only who hold an object of this identity.
    ///
    /// If the weak reference loads, it is that object, and we cannot become its last owner. Else it was a dead one's.
    var isAlive: Bool { header.object != nil }

    /// The observer, if it is alive.
    func load() -> LivingObject? {
        withUnsafeMutablePointers { state, bits in
            guard let object = state.pointee.object else { return nil }
            _ = Unmanaged.passRetained(consume object)
            return LivingObject(bits: bits)
        }
    }
}

@usableFromInline
struct WeakObjectState {
    weak var object: AnyObject?
    var over = BroadcasterFlag()
}

/// A strong reference to an observer, as yet without its type.
///
/// Whoever gets one calls ``take(as:)``, once: that hands the reference over to the `T` it returns. A second reference,
/// retained for the `T` and released with it, would double the price of a call.
@usableFromInline
struct LivingObject {
    @usableFromInline let bits: UnsafeMutablePointer<UInt>

    /// The class of the observer; none of the observer's own code runs.
    var dynamicClass: AnyClass {
        UnsafeRawPointer(bits).load(as: Unmanaged<AnyObject>.self)._withUnsafeGuaranteedRef { type(of: $0) }
    }

    @inlinable
    func take<T>(as type: T.Type) -> T {
        UnsafeMutableRawPointer(bits).assumingMemoryBound(to: T.self).move()
    }
}
