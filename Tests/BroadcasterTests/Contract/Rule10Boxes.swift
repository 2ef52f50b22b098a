import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("10. Misuse stops the program: boxes")
    struct Rule10Boxes {
        struct Value {}

        @Test("a value in a box stops the program like the value itself", .startsProcess)
        func box() async throws {
            let results: [(channel: String, ExitTest.Result?)] = [
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: errors) {
                        WeakObjectSet<AnyObject>().add(Value() as AnyObject)
                    }
                ),
                (
                    "Any",
                    await #expect(processExitsWith: .failure, observing: errors) {
                        WeakObjectSet<Any>().add(Value() as AnyObject)
                    }
                ),
                (
                    // The name of a class of Objective-C differs by platform.
                    String(reflecting: NSObject.self),
                    await #expect(processExitsWith: .failure, observing: errors) {
                        let object = NSObject()
                        WeakObjectSet<NSObject>(object).add(Value() as AnyObject as! NSObject)
                    }
                ),
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: errors) {
                        await MainActor.run { Broadcaster.register(AnyObject.self, observer: Value() as AnyObject) }
                    }
                ),
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: errors) {
                        Broadcaster.unregister(observer: Value() as AnyObject)
                    }
                ),
                (
                    "Swift.AnyObject",
                    await #expect(processExitsWith: .failure, observing: errors) {
                        Broadcaster.unregister(AnyObject.self, for: 1, observer: Value() as AnyObject)
                    }
                ),
            ]
            for (channel, result) in results {
                expectMessage(
                    result, contains: "' is what 'as AnyObject' makes of a value",
                    "can't be observed through '\(channel)'", "Use an instance of a class or an actor of your own.")
            }
        }
    }
}
