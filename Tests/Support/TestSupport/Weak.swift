/// A local weak reference, because `weak let` needs Swift 6.2.3.
@propertyWrapper
package struct Weak<Object: AnyObject> {
    private weak var object: Object?

    package var wrappedValue: Object? { object }

    package init(wrappedValue: Object?) {
        object = wrappedValue
    }
}
