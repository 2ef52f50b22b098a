import Foundation

/// Stops the program, with a message that names the fix, if an observer can't be held weakly.
enum ObserverCheck {
    /// Accepts instances of classes, and existentials that hold one.
    static func requireObject<T>(_ observer: T, at callSite: CallSite) {
        // The only existential that boxes even objects.
        if T.self == (any Error).self { refuseErrors(at: callSite) }
        // Only an existential is asked for the type of its value, and not an error: specialized for those, `type(of:)`
        // crashes or returns garbage (Swift 6.3).
        let observerType = TypeMetadata(T.self).isExistential ? type(of: observer as Any) : T.self
        guard observerType is AnyObject.Type else { refuseValue(observerType, T.self, at: callSite) }
        let mayBeBridged = T.self == AnyObject.self || T.self == Any.self
        if mayBeBridged, isBridged(observer as AnyObject) {
            refuseBox(type(of: observer as AnyObject), T.self, at: callSite)
        }
    }

    @inline(never)
    private static func refuseValue(_ value: Any.Type, _ type: Any.Type, at callSite: CallSite) -> Never {
        callSite.stop(
            """
            '\(typeName(value))' is a value type, so it can't be observed through '\(typeName(type))': observers are held \
            weakly, and a weak reference to a copy of a value is gone at once. \(TypeMetadata(value).fixForValues)
            """)
    }

    @inline(never)
    private static func refuseErrors(at callSite: CallSite) -> Never {
        callSite.stop(
            """
            An error can't be observed through 'Swift.Error', which puts even objects in a box: observers are held weakly, \
            and a weak reference to the box is gone at once. Declare a protocol of your own, and use that.
            """)
    }

    /// Refuses the box that `as AnyObject` puts around a value.
    static func requireUnboxed(_ object: AnyObject, at callSite: CallSite) {
        if type(of: object) == boxClass { refuseBox(boxClass, AnyObject.self, at: callSite) }
    }

    @inline(never)
    private static func refuseBox(_ box: AnyClass, _ type: Any.Type, at callSite: CallSite) -> Never {
        callSite.stop(
            """
            '\(typeName(box))' is what 'as AnyObject' makes of a value, so it can't be observed through \
            '\(typeName(type))': observers are held weakly, and a weak reference to the box around a value is gone at \
            once. Register an instance of a class of your own, or use '\(typeName(box))' as the type.
            """)
    }

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
