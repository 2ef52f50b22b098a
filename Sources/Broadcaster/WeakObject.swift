internal import BroadcasterAtomics

/// One registration: an observer held weakly, and the way its protocol sees it.
///
/// The observer is kept twice: as a weak reference to its object, and as a copy of the *bits* of the `T` it came as,
/// unretained. Calling it needs no dynamic cast, which would be slow and, for a conformance that is isolated to the
/// main actor, wrong: on Linux such a cast fails on the main queue under `dispatchMain()`.
///
/// Why the bits are safe to read:
/// - A class-backed `T`, be it a class or an existential, owns nothing but one strong reference to its object, which
///   is its first word; the rest is type metadata, which never dies. ``object(behind:)`` refuses every other `T`.
/// - The bits are read only while a strong reference, taken from the weak one, is held. So their object is alive,
///   and it is the same object: a weak reference never comes to mean a later tenant of its address.
/// - They are written once, before anyone else sees the registration, and never deinitialized.
final class WeakObject<T>: ManagedBuffer<WeakObjectState, T> {
    /// Makes a registration of an observer and the object behind it.
    static func make(_ observer: T, object: AnyObject) -> WeakObject {
        let made = create(minimumCapacity: 1) { _ in WeakObjectState(object: object) }
        made.withUnsafeMutablePointerToElements { view in
            withUnsafeBytes(of: observer) { bits in
                UnsafeMutableRawPointer(view).copyMemory(from: bits.baseAddress!, byteCount: bits.count)
            }
        }
        return unsafeDowncast(made, to: WeakObject.self)
    }

    /// The object behind an observer, whatever `T` it comes as.
    ///
    /// A value type stops the program: a weak reference to the box around it would be gone at once. So does `any Error`,
    /// the one existential that keeps even classes in a box.
    static func object(behind observer: T) -> AnyObject {
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
        return withUnsafeBytes(of: observer) { $0.load(as: AnyObject.self) }
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

    /// Whether this is a registration of the living `object`.
    ///
    /// The caller holds `object`, so that the weak reference, if it loads, cannot become its last owner.
    func holds(_ object: AnyObject) -> Bool {
        header.object === object
    }

    /// The observer, held strongly; `nil` if it is dead.
    func load() -> T? {
        withUnsafeMutablePointers { state, view in
            guard let object = state.pointee.object else { return nil }
            // The reference just loaded becomes the one that the returned `T` owns: retaining another would cost half
            // as much again as the load.
            _ = Unmanaged.passRetained(object)
            return view.move()
        }
    }

    /// Calls `body` with the observer, and holds it for just that long; `false` if it is dead.
    func visit(_ body: (T) throws -> Void) rethrows -> Bool {
        try withUnsafeMutablePointers { state, view in
            guard let object = state.pointee.object else { return false }
            try withExtendedLifetime(object) { try body(view.pointee) }
            return true
        }
    }
}

struct WeakObjectState {
    weak var object: AnyObject?
    var over = BroadcasterFlag()
}
