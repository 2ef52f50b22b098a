import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("10. Misuse stops the program: boxes")
    struct Boxes {
        struct Value {}

        @Test("a value in a box stops the program like the value itself", .startsProcess)
        func box() async throws {
            // The name of a class of Objective-C differs by platform.
            let results: [(channel: String, ExitTest.Result?)] = [
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        WeakObjectSet<AnyObject>().add(Value() as AnyObject)
                    }
                ),
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        WeakObjectSet<AnyObject>().add(5 as AnyObject)
                    }
                ),
                (
                    "Any",
                    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        WeakObjectSet<Any>().add("text" as AnyObject)
                    }
                ),
                (
                    String(reflecting: NSObject.self),
                    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        let object = NSObject()
                        WeakObjectSet<NSObject>(object).add(Value() as AnyObject as! NSObject)
                    }
                ),
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        let object = NSObject()
                        WeakObjectSet<AnyObject>(object).add("text" as AnyObject)
                    }
                ),
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                        await MainActor.run { Broadcaster.register(AnyObject.self, observer: [5] as AnyObject) }
                    }
                ),
            ]
            for (channel, result) in results {
                let quoted = errorOutput(of: result).components(separatedBy: "Fatal error: '").dropFirst().first
                let box = try #require(quoted?.prefix { $0 != "'" })
                expectMessage(
                    result, contains: "'\(box)' is what 'as AnyObject' makes of a value",
                    "can't be observed through '\(channel)'",
                    "Register an instance of a class of your own, or use '\(box)' as the type.")
            }
        }

        @Test("an object that bridging never makes is an observer like any other")
        func mutableObjects() {
            let objects: [AnyObject] = [
                NSMutableString(string: "text"), NSMutableData(), NSMutableArray(), NSMutableDictionary(),
                NSMutableSet(), NSObject(),
            ]
            let set = WeakObjectSet<AnyObject>(objects)
            #expect(set.allObjects.map(ObjectIdentifier.init) == objects.map(ObjectIdentifier.init))
            let location = NSURL(fileURLWithPath: "/")
            let locations = WeakObjectSet<NSURL>(location)
            #expect(locations.contains(location))
        }

        @Test("what bridging makes of each kind of value is recognized")
        func bridged() {
            let values: [Any] = [
                5, 5.0, true, "text", Data(), Date(), URL(fileURLWithPath: "/"), UUID(), NSNull(), [5], [5: 5],
                Set([5]),
            ]
            let missed = values.filter { !ObserverCheck.isBridged($0 as AnyObject) }.map { type(of: $0) }
            #expect(missed.isEmpty)
        }
    }
}
