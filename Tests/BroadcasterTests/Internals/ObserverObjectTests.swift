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
