/// Finds the object that an observer is, and stops the program, with a message that names the fix, if it can't be held
/// weakly.
enum ObserverObject {
    /// Accepts instances of classes, and existentials that hold one.
    static func require<T>(_ observer: T) { withBits(of: observer) { _ in } }

    /// The address of an observer, which the caller retains.
    static func identity<T>(of observer: T) -> ObjectIdentifier {
        withBits(of: observer) { $0.load(as: ObjectIdentifier.self) }
    }

    /// The object that an observer is, or that an existential holds.
    static func object<T>(of observer: T) -> AnyObject {
        withBits(of: observer) { $0.load(as: AnyObject.self) }
    }

    /// Calls `body` with the bits of a `T` that holds the observer, whose first word is the reference to its object.
    static func withBits<T, R>(of observer: T, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        let heldType: Any.Type? =
            switch TypeKind(T.self) {
            case .classExistential: nil
            // The word behind the three that hold the value, or the box around it. `type(of:)` looks through a box.
            case .existential:
                withUnsafeBytes(of: observer) { $0.load(fromByteOffset: 3 * wordSize, as: Any.Type.self) }
            case .constrainedExistential: type(of: observer as Any)
            default: T.self
            }
        func checked(_ bits: UnsafeRawBufferPointer) -> R {
            bits.load(as: Unmanaged<AnyObject>.self)._withUnsafeGuaranteedRef { refuseBox($0, T.self) }
            return body(bits)
        }
        guard let heldType, TypeKind(heldType) != .class else { return withUnsafeBytes(of: observer, checked) }
        // Without `as Any`, the call would pass the object that the `Any` holds.
        return withUnsafeBytes(of: unwrapped(observer, from: heldType) as Any, checked)
    }

    /// Returns an `Any` that holds an object directly, if it holds an existential with that object.
    ///
    /// Generic code that isn't specialized makes such an `Any`, and puts a box around the larger existentials. Only
    /// `Any` holds them, because an existential doesn't conform to its protocol.
    @inline(never)
    private static func unwrapped<T>(_ observer: T, from heldType: Any.Type) -> Any {
        switch TypeKind(heldType) {
        case .existential, .classExistential, .constrainedExistential:
            let type = type(of: observer as Any)
            guard TypeKind(type) == .class else { refuseValue(type, T.self) }
            return dynamicCast(observer, to: AnyObject.self)
        case .errorExistential: refuseError(heldType)
        default: refuseValue(heldType, T.self)
        }
    }

    /// Casts as the types say that the values have at run time.
    ///
    /// Apple's `as AnyObject` isn't such a cast: of a generic type, it puts an `any P<Int>` into a box.
    private static func dynamicCast<From, To>(_ value: From, to type: To.Type) -> To { value as! To }

    private static func refuseValue(_ value: Any.Type, _ type: Any.Type) -> Never {
        if TypeKind(value) == .importedReference { refuseImportedReference(value, type) }
        let fix =
            switch TypeKind(value) {
            case .optional: "Unwrap it first."
            case .structOrEnum where hasObjects(value):
                "Pass its elements, one by one or as an array with 'contentsOf:'."
            case .structOrEnum: "Make '\(value)' a class or an actor, or use an instance of a class that holds it."
            default: "Use an instance of a class that holds it."
            }
        fatalError(
            """
            '\(typeName(value))' is a value type, so it can't be observed through '\(typeName(type))': observers are \
            held weakly, and a weak reference to a copy of a value is gone at once. \(fix)
            """)
    }

    /// Whether a type is a sequence of what may be objects, so that its elements are probably meant.
    private static func hasObjects(_ type: Any.Type) -> Bool {
        func elementKind<S: Sequence>(_ type: S.Type) -> TypeKind { TypeKind(S.Element.self) }
        guard let sequence = type as? any Sequence.Type else { return false }
        return switch elementKind(sequence) {
        case .class, .existential, .classExistential, .constrainedExistential: true
        default: false
        }
    }

    private static func refuseImportedReference(_ reference: Any.Type, _ type: Any.Type) -> Never {
        fatalError(
            """
            '\(typeName(reference))' is imported from C or C++, so it can't be observed through '\(typeName(type))', \
            nor own a closure: observers and owners are held weakly, and it has no weak references. Pass an instance of \
            a class that holds it.
            """)
    }

    private static func refuseError(_ type: Any.Type) -> Never {
        fatalError(
            """
            An error can't be observed through '\(typeName(type))', which puts even objects in a box: observers are \
            held weakly, and a weak reference to the box is gone at once. Declare a protocol of your own, and use that.
            """)
    }

    private static func refuseBox(_ object: AnyObject, _ type: Any.Type) {
        let box: AnyClass = Swift.type(of: object)
        guard box == boxClass else { return }
        fatalError(
            """
            '\(typeName(box))' is what 'as AnyObject' makes of a value, so it can't be observed through \
            '\(typeName(type))', nor own a closure: observers and owners are held weakly, and a weak reference to the \
            box around a value is gone at once. Use an instance of a class or an actor of your own.
            """)
    }

    private static let wordSize = MemoryLayout<UInt>.size

    /// The class of the box that `as AnyObject` puts around a value.
    private static let boxClass: AnyClass = {
        struct Value {}
        return type(of: Value() as AnyObject)
    }()
}
