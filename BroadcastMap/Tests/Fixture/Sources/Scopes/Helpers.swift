import Broadcaster

/// Its callers observe what its extension names.
@MainActor
package protocol Lantern: AnyObject, Lamp {}

extension Lantern {
    package func hang() { Broadcaster.register(Lamp.self, for: "lantern", observer: self) }
}

package final class Torch: @MainActor Lantern {
    package func lit() {}
    package func start() { hang() }
}

/// The class of its observer is what its callers pass.
@MainActor
package func add(_ lamp: any Lamp, isLit: Bool = true) { Broadcaster.register(Lamp.self, for: "added", observer: lamp) }

@MainActor
package func addAll(_ lamp: any Lamp) {
    add(Bulb())
    add(Candle(), isLit: false)
    let box = Box<String>()
    add(box)
    add(lamp)
    Broadcaster.register(Bell.self, observer: Bulb())
    Broadcaster.register(Clock.self, observer: Bulb())
}

/// The block behind the parentheses of a caller isn't that of the broadcast, and the type has a default.
package func ring(_ type: (any Bell).Type = (any Bell).self, in room: String = "hall", then run: () -> Void = {}) {
    Broadcaster.notify(type, for: room) { $0.rang() }
    run()
}

/// Two blocks, of which the labels say which is sent.
package func strike<T>(_ type: T.Type, before: () -> Void = {}, block: @escaping @MainActor (T) -> Void) {
    before()
    Broadcaster.notify(type, for: "helper", block: block)
}

package func ringAll(_ bell: any Bell, _ clock: any Clock) {
    ring()
    ring { print("rang") }
    ring(in: "room") { bell.rang() }
    strike(Clock.self) {
        clock.ticked()
    } block: {
        $0.struck(0)
    }
    strike(Clock.self) { $0.struck(1) }
}

nonisolated extension Broadcaster.Message where Self: Sendable {
    /// The message is the receiver, whose arguments aren't those of the call.
    package func post(in room: String = "") { Broadcaster.notify(self, for: room) }
}

package func post() {
    ClockMessage.struck(4).post()
    ClockMessage.ticked.post(in: "room")
}
