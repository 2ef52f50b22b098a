/// A local weak reference, because `weak let` needs Swift 6.2.3.
@propertyWrapper
struct Weak<Object: AnyObject> {
    private weak var object: Object?

    var wrappedValue: Object? { object }

    init(wrappedValue: Object?) {
        object = wrappedValue
    }
}
