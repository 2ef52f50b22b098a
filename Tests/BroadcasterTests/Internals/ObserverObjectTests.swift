import TestSupport
import Testing

@testable import Broadcaster

/// How an observer is recognized as an object.
///
/// Rule 10 has what is refused.
@Suite("The check of observers", .timeLimit(.minutes(60)), .watched)
struct ObserverObjectTests {
    private protocol Plain {}
    private protocol ClassBound: AnyObject {}
    private protocol Valued<Value> { associatedtype Value }

    private final class Object: Plain, ClassBound, Valued {
        typealias Value = Int
    }

    private actor Actor: Plain {}

    private struct Value {}

    private enum Case { case one }

    @Test("an object is found in each type that may hold it, and in an Any around that")
    func object() {
        let object = Object()
        func expectFound<T>(_ observer: T) {
            #expect(ObserverObject.identity(of: observer) == ObjectIdentifier(object))
            #expect(ObjectIdentifier(ObserverObject.object(of: observer)) == ObjectIdentifier(object))
        }
        expectFound(object)
        expectFound(object as AnyObject)
        // `as`, because the argument would be opened otherwise.
        expectFound(object as any Plain)
        expectFound(object as any ClassBound)
        expectFound(object as any Plain & ClassBound)
        expectFound(object as any Plain & AnyObject)
        expectFound(object as any Valued<Int>)
        expectFound(object as Any)
        expectFound((object as any Plain) as Any)
        func erased<T>(_ value: T) -> Any { value }
        expectFound(erased(object as any Plain))
        let other = Actor()
        #expect(ObserverObject.identity(of: other) == ObjectIdentifier(other))
    }

    @Test("the kind of a type is read from its metadata")
    func kinds() {
        #expect(TypeKind(Object.self) == .class)
        #expect(TypeKind(Actor.self) == .class)
        #expect(TypeKind(Value.self) == .structOrEnum)
        #expect(TypeKind(Case.self) == .structOrEnum)
        #expect(TypeKind(Object?.self) == .optional)
        #expect(TypeKind((any Plain).self) == .existential)
        #expect(TypeKind(Any.self) == .existential)
        #expect(TypeKind((any ClassBound).self) == .classExistential)
        #expect(TypeKind(AnyObject.self) == .classExistential)
        #expect(TypeKind((any Valued<Int>).self) == .constrainedExistential)
        #expect(TypeKind((any Error).self) == .errorExistential)
        #expect(TypeKind((() -> Void).self) == .other)
        #expect(TypeKind((Object, Object).self) == .other)
    }
}
