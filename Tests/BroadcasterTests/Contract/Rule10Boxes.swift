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
            let ofAnyObject = [
                await #expect(processExitsWith: .failure, observing: errors) {
                    WeakObjectSet<AnyObject>().add(Value() as AnyObject)
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    await MainActor.run { Broadcaster.register(AnyObject.self, observer: Value() as AnyObject) }
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    Broadcaster.unregister(observer: Value() as AnyObject)
                },
                await #expect(processExitsWith: .failure, observing: errors) {
                    Broadcaster.unregister(AnyObject.self, for: 1, observer: Value() as AnyObject)
                },
            ]
            let ofAny = await #expect(processExitsWith: .failure, observing: errors) {
                WeakObjectSet<Any>().add(Value() as AnyObject)
            }
            let ofClass = await #expect(processExitsWith: .failure, observing: errors) {
                let object = NSObject()
                WeakObjectSet<NSObject>(object).add(Value() as AnyObject as! NSObject)
            }
            // The name of a class of Objective-C differs by platform.
            for (results, channel) in [
                (ofAnyObject, "Swift.AnyObject"), ([ofAny], "Any"), ([ofClass], String(reflecting: NSObject.self)),
            ] {
                expectMessages(
                    results, contain: "' is what 'as AnyObject' makes of a value",
                    "can't be observed through '\(channel)'", "Use an instance of a class or an actor of your own.")
            }
        }
    }
}
