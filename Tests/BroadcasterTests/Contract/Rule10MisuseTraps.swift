import Broadcaster
import Testing

extension DeliveryContract {
    @Suite("10. Misuse is loud")
    struct Misuse {
        protocol Titled {}
        struct Title: Titled {}
        enum Choice: Titled { case one }
        final class Failure: Error, Titled {}

        @Test("registering a struct stops the program, and names the type, the protocol and the mend")
        func structOnBroadcaster() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { Broadcaster.register(Titled.self, observer: Title()) }
            }
            expect(
                result, says: "Misuse.Title' is a value type", "Misuse.Titled'", "Make 'Title' a class or an actor")
        }

        @Test("adding an enum to a set stops the program")
        func enumInSet() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                WeakObjectSet<any Titled>().add(Choice.one)
            }
            expect(result, says: "Misuse.Choice' is a value type", "Make 'Choice' a class or an actor")
        }

        @Test("adding a value type to a multicast delegate stops the program")
        func structInMulticastDelegate() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = MulticastDelegate<any Titled>([Title()])
            }
            expect(result, says: "Misuse.Title' is a value type", "Make 'Title' a class or an actor")
        }

        @Test("a set of value types stops the program at its first use")
        func setOfStructs() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = WeakObjectSet(Title())
            }
            expect(result, says: "Misuse.Title' is a value type")
        }

        @Test("a value type stops the program also where objects are registered, through the smallest existential, too")
        func structAmongObjects() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let failure = Failure()
                WeakObjectSet<Any>(failure).add(Title())
                withExtendedLifetime(failure) {}
            }
            expect(result, says: "Misuse.Title' is a value type")
        }

        @Test("unregistering a value type stops the program")
        func unregisterStruct() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Broadcaster.unregister(Titled.self, observer: Title())
            }
            expect(result, says: "Misuse.Title' is a value type")
        }

        @Test("an optional, a closure and a metatype are value types, too")
        func otherValues() async {
            let optional = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                WeakObjectSet<Failure?>().add(Failure())
            }
            expect(optional, says: "Optional<")
            let closure = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                WeakObjectSet<() -> Void>().add {}
            }
            expect(closure, says: "() -> ()' is a value type")
            let metatype = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                WeakObjectSet<Failure.Type>().add(Failure.self)
            }
            expect(metatype, says: "Misuse.Failure.Type' is a value type")
        }

        @Test("any Error, which boxes even classes, stops the program and says so")
        func boxes() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                WeakObjectSet<any Error>().add(Failure())
            }
            expect(result, says: "Misuse.Failure' can't be observed", "'Swift.Error'", "Declare a protocol of your own")
        }

        private func expect(_ result: ExitTest.Result?, says words: String...) {
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            for word in words { #expect(message.contains(word)) }
        }
    }
}
