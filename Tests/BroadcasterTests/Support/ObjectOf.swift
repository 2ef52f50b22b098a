/// The object that an observer of any type is, or that an existential holds.
///
/// A cast between two generic types is always dynamic. Apple's `as AnyObject` would put an `any P<Int>` into a box.
func object<T>(of observer: T) -> AnyObject {
    func dynamicCast<To>(to type: To.Type) -> To { observer as! To }
    return dynamicCast(to: AnyObject.self)
}
