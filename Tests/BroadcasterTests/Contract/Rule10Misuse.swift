import Broadcaster
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("10. Misuse stops the program")
    struct Rule10Misuse {
        protocol Titled {}
        struct Title: Titled {}
        final class Failure: Error, Titled {}
        protocol Boxed<Value> { associatedtype Value }
        final class IntBox: Boxed { typealias Value = Int }

        @Test("registering a struct traps with a message that names the type, the protocol and the fix", .startsProcess)
        func structOnBroadcaster() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run { Broadcaster.register(Titled.self, observer: Title()) }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run { Broadcaster.register(Titled.self, for: "lobby", observer: Title()) }
                },
            ]
            expectMessages(
                results, contain: "Rule10Misuse.Title' is a value type", "Rule10Misuse.Titled'",
                "Make 'Title' a class or an actor")
        }

        @Test(
            "adding, removing, looking for or unregistering a value type traps, beside objects and as Any as well",
            .startsProcess)
        func structs() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) {
                    _ = MulticastDelegate<any Titled>([Title()])
                },
                await #expect(processExitsWith: .failure, observing: errors) { _ = WeakObjectSet(Title()) },
                await #expect(processExitsWith: .failure, observing: errors) {
                    let failure = Failure()
                    WeakObjectSet<any Titled>(failure).add(Title())
                    withExtendedLifetime(failure) {}
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    let failure = Failure()
                    WeakObjectSet<Any>(failure).add(Title())
                    withExtendedLifetime(failure) {}
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    WeakObjectSet<any Titled>().remove(Title())
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    MulticastDelegate<any Titled>().remove(Title())
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    _ = WeakObjectSet<any Titled>().contains(Title())
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    _ = MulticastDelegate<any Titled>().contains(Title())
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run { _ = Broadcaster.observers(of: Titled.self).contains(Title()) }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    Broadcaster.unregister(Titled.self, observer: Title())
                },
            ]
            expectMessages(results, contain: "Rule10Misuse.Title' is a value type", "Make 'Title' a class or an actor")
        }

        @Test("an optional, a closure or a metatype traps as an observer", .startsProcess)
        func otherValues() async {
            let optional = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Failure?>().add(Failure())
            }
            expectMessage(optional, contains: "Optional<", "Unwrap it first.")
            let closure = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<() -> Void>().add {}
            }
            let fix = "Use an instance of a class that holds it."
            expectMessage(closure, contains: "() -> ()' is a value type", fix)
            let metatype = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Failure.Type>().add(Failure.self)
            }
            expectMessage(metatype, contains: "Rule10Misuse.Failure.Type' is a value type", fix)
            let constrained = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<any Boxed<Int>.Type>().add(IntBox.self)
            }
            expectMessage(constrained, contains: "is a value type", fix)
        }

        class Base: @unchecked Sendable {}
        final class DerivedFailure: Base, Error, @unchecked Sendable {}

        @Test(
            "any Error, which boxes even classes, traps with a message that says so, even if it is composed",
            .startsProcess)
        func boxedErrors() async {
            let plain = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<any Error>().add(Failure())
            }
            expectMessage(
                plain, contains: "An error can't be observed through 'Swift.Error'", "Declare a protocol of your own")
            let object = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<any Error & AnyObject>().add(Failure())
            }
            expectMessage(object, contains: "An error can't be observed through 'Swift.Error & Swift.AnyObject'")
            let derived = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<any Base & Error>().add(DerivedFailure())
            }
            expectMessage(derived, contains: "An error can't be observed through '", "Declare a protocol of your own")
        }

        @Test("a value that generic code made an Any of traps, whichever existential the Any holds", .startsProcess)
        func erasedValues() async {
            let value = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Any>().add(erased(Title() as any Titled))
            }
            expectMessage(value, contains: "Rule10Misuse.Title' is a value type", "Make 'Title' a class or an actor")
            let box = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Any>().add(erased(erased(Title() as AnyObject)))
            }
            expectMessage(box, contains: "is what 'as AnyObject' makes of a value")
            let optional = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Any>().remove(erased(Failure() as (any Titled)?))
            }
            expectMessage(optional, contains: "Optional<", "Unwrap it first.")
            let error = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Any>().add(erased(Failure() as any Error))
            }
            expectMessage(error, contains: "An error can't be observed through 'Swift.Error'")
        }

        @Test("a sequence of objects in place of an object traps with a message that says to pass them", .startsProcess)
        func sequences() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: errors) { WeakObjectSet<Any>().add([Failure()]) },
                await #expect(processExitsWith: .failure, observing: errors) {
                    _ = WeakObjectSet<Any>([Failure()][...])
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    WeakObjectSet<Any>().add([Failure()] as [AnyObject])
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run {
                        Broadcaster.register(Any.self, observer: ["inbox": Failure() as any Titled].values)
                    }
                },
            ]
            expectMessages(
                results, contain: "is a value type",
                "Pass its elements, one by one or as an array with 'contentsOf:'.")
            let values = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Any>().add("inbox")
            }
            expectMessage(values, contains: "or use an instance of a class that holds it.")
        }
    }
}

/// An `Any` that holds the `T`, even if that is an existential: without optimization, a generic function makes one.
@inline(never)
@_optimize(none)
private func erased<T>(_ value: T) -> Any { value }
