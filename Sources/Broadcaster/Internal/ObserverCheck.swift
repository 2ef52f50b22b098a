/// Stops the program, with a message that names the fix, if an observer can't be held weakly.
enum ObserverCheck {
    /// Accepts instances of classes, and existentials that hold one.
    static func requireObject<T>(_ observer: T) {
        let heldType: Any.Type? =
            switch TypeKind(T.self) {
            case .errorExistential: refuseError(T.self)
            case .classExistential: nil
            // The word behind the three that hold the value, or the box around it. `type(of:)` looks through a box.
            case .existential:
                withUnsafeBytes(of: observer) { $0.load(fromByteOffset: 3 * wordSize, as: Any.Type.self) }
            case .constrainedExistential: type(of: observer as Any)
            default: T.self
            }
        // Looking at the kind is cheaper than a cast.
        if let heldType, TypeKind(heldType) != .class, !(heldType is AnyObject.Type) { refuseValue(heldType, T.self) }
        withUnsafeBytes(of: observer) {
            $0.load(as: Unmanaged<AnyObject>.self)._withUnsafeGuaranteedRef { refuseBox($0, T.self) }
        }
    }

    /// Refuses a key for monitors, which a broadcast looks up without one.
    static func requireNoMonitor<T>(ofKeyFor protocolType: T.Type) {
        guard T.self == (any Broadcaster.Monitor).self else { return }
        fatalError(
            """
            A monitor sees the broadcasts of every key, so it can't be registered for one: it would never be called. \
            Register it without 'for:'.
            """)
    }

    /// The address of an observer, which the caller retains.
    static func identity<T>(of observer: T) -> ObjectIdentifier {
        requireObject(observer)
        return withUnsafeBytes(of: observer) { $0.load(as: ObjectIdentifier.self) }
    }

    private static func refuseValue(_ value: Any.Type, _ type: Any.Type) -> Never {
        if TypeKind(value) == .importedReference { refuseImportedReference(value, type) }
        let fix =
            switch TypeKind(value) {
            case .optional: "Unwrap it first."
            case .structOrEnum: "Make '\(value)' a class or an actor."
            case .other: "Register an instance of a class that holds it."
            default: "Register the object itself: 'observer as AnyObject'."
            }
        fatalError(
            """
            '\(typeName(value))' is a value type, so it can't be observed through '\(typeName(type))': observers are \
            held weakly, and a weak reference to a copy of a value is gone at once. \(fix)
            """)
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
            '\(typeName(type))': observers are held weakly, and a weak reference to the box around a value is gone at \
            once. Register an instance of a class of your own.
            """)
    }

    private static let wordSize = MemoryLayout<UInt>.size

    /// The class of the box that `as AnyObject` puts around a value.
    private static let boxClass: AnyClass = {
        struct Value {}
        return type(of: Value() as AnyObject)
    }()
}
