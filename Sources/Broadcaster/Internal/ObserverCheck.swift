import Foundation

/// Stops the program, with a message that names the fix, if an observer can't be held weakly.
enum ObserverCheck {
    /// Accepts instances of classes, and existentials that hold one.
    static func requireObject<T>(_ observer: T) {
        let type = TypeMetadata(T.self)
        if type.isClass { return }
        // An existential that is smaller than `Any` has no room for a value. `any Error` is one that boxes even objects.
        let isErrorBox = T.self == (any Error).self
        if type.isExistential, MemoryLayout<T>.size < MemoryLayout<Any>.size, !isErrorBox { return }

        // Only an existential is asked for the type of its value: specialized for a function, `type(of:)` returns
        // garbage (Swift 6.3).
        let observerType = type.isExistential ? Swift.type(of: observer as Any) : T.self
        guard observerType is AnyObject.Type else {
            fatalError(
                """
                '\(typeName(observerType))' is a value type, so it can't be observed through '\(typeName(T.self))': \
                observers are held weakly, and a weak reference to a copy of a value is gone at once. \
                \(TypeMetadata(observerType).fixForValues)
                """)
        }
        guard !isErrorBox else {
            fatalError(
                """
                '\(typeName(observerType))' can't be observed through '\(typeName(T.self))', which puts it in a box: \
                observers are held weakly, and a weak reference to the box is gone at once. Declare a protocol of your \
                own, and use that.
                """)
        }
    }

    /// Refuses the objects that `as AnyObject` makes of values; the observer is known to be an object.
    static func requireUnboxed<T>(_ observer: T) {
        let object = withUnsafeBytes(of: observer) { $0.load(as: Unmanaged<AnyObject>.self) }
        object._withUnsafeGuaranteedRef { object in
            let holdsAnyObject = T.self == AnyObject.self || T.self == Any.self
            guard type(of: object) == boxClass || holdsAnyObject && isBridged(object) else { return }
            fatalError(
                """
                '\(typeName(type(of: object)))' is what 'as AnyObject' makes of a value, so it can't be observed \
                through '\(typeName(T.self))': observers are held weakly, and a weak reference to the box around a value is gone \
                at once. Register an instance of a class of your own.
                """)
        }
    }

    private static let boxClass: AnyClass = {
        struct Value {}
        return type(of: Value() as AnyObject)
    }()

    private static func isBridged(_ object: AnyObject) -> Bool {
        switch object {
        case is NSValue, is NSString, is NSData, is NSDate, is NSURL, is NSUUID, is NSNull: true
        case is NSArray, is NSDictionary, is NSSet: true
        default: false
        }
    }
}
