import Foundation

/// Stops the program, with a message that names the fix, if an observer can't be held weakly.
enum ObserverCheck {
    /// Accepts instances of classes, and existentials that hold one.
    static func requireObject<T>(_ observer: T) {
        let kind = TypeKind(T.self)
        if kind == .errorExistential { refuseError(T.self) }
        // An existential that is smaller than `Any` has no room for a value.
        if kind != .existential || MemoryLayout<T>.size >= MemoryLayout<Any>.size {
            let heldType = kind == .existential ? typeHeld(by: observer) : T.self
            guard heldType is AnyObject.Type else { refuseValue(heldType, T.self) }
        }
        let object = withUnsafeBytes(of: observer) { $0.load(as: AnyObject.self) }
        let mayBeBridged = T.self == AnyObject.self || T.self == Any.self
        if type(of: object) == boxClass || mayBeBridged && isBridged(object) { refuseBox(type(of: object), T.self) }
    }

    /// The address of an observer, which the caller retains.
    static func identity<T>(of observer: T) -> ObjectIdentifier {
        requireObject(observer)
        return withUnsafeBytes(of: observer) { $0.load(as: ObjectIdentifier.self) }
    }

    /// The type of the value in an existential.
    ///
    /// For an `Any`, that is the type which its last word names: an `Any` made by generic code can hold an `any P`, in a
    /// box, and `type(of:)` would look through both.
    private static func typeHeld<T>(by observer: T) -> Any.Type {
        guard T.self == Any.self else { return type(of: observer as Any) }
        return withUnsafeBytes(of: observer) {
            $0.load(fromByteOffset: $0.count - MemoryLayout<Any.Type>.size, as: Any.Type.self)
        }
    }

    private static func refuseValue(_ value: Any.Type, _ type: Any.Type) -> Never {
        let fix =
            switch TypeKind(value) {
            case .optional: "Unwrap it first."
            case .structOrEnum: "Make '\(value)' a class or an actor."
            case .existential, .errorExistential: "Register the object itself: 'observer as AnyObject'."
            case .other: "Register an instance of a class that holds it."
            }
        fatalError(
            """
            '\(typeName(value))' is a value type, so it can't be observed through '\(typeName(type))': observers are held \
            weakly, and a weak reference to a copy of a value is gone at once. \(fix)
            """)
    }

    private static func refuseError(_ type: Any.Type) -> Never {
        fatalError(
            """
            An error can't be observed through '\(typeName(type))', which puts even objects in a box: observers are held \
            weakly, and a weak reference to the box is gone at once. Declare a protocol of your own, and use that.
            """)
    }

    private static func refuseBox(_ box: AnyClass, _ type: Any.Type) -> Never {
        fatalError(
            """
            '\(typeName(box))' is what 'as AnyObject' makes of a value, so it can't be observed through \
            '\(typeName(type))': observers are held weakly, and a weak reference to the box around a value is gone at \
            once. Register an instance of a class of your own, or use '\(typeName(box))' as the type.
            """)
    }

    /// The class of the box that `as AnyObject` puts around a value.
    private static let boxClass: AnyClass = {
        struct Value {}
        return type(of: Value() as AnyObject)
    }()

    /// Whether Foundation makes such objects of Swift's values.
    static func isBridged(_ object: AnyObject) -> Bool {
        switch object {
        case is NSMutableString, is NSMutableData, is NSMutableArray, is NSMutableDictionary, is NSMutableSet: false
        case is NSValue, is NSString, is NSData, is NSDate, is NSURL, is NSUUID, is NSNull: true
        case is NSArray, is NSDictionary, is NSSet: true
        default: false
        }
    }
}

/// What a type is, read from its metadata: a number that Swift's ABI fixes, and flags behind it.
private enum TypeKind {
    case structOrEnum, optional, existential, errorExistential, other

    init(_ type: Any.Type) {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        switch metadata.load(as: UInt.self) {
        case 0x200, 0x201: self = .structOrEnum
        case 0x202: self = .optional
        case 0x303:
            // Swift 6.3 crashes when it asks a value of `any Error & AnyObject` for its type: the flags say `Error` alone.
            let flags = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self)
            self = flags >> 24 & 0x3F == 1 ? .errorExistential : .existential
        case 0x307: self = .existential  // with constrained associated types
        default: self = .other
        }
    }
}
