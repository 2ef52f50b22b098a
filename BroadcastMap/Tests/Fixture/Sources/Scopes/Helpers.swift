import Broadcaster

/// Its callers observe what its extension names.
@MainActor
package protocol Lantern: AnyObject, Lamp {}

extension Lantern {
    package func hang() { Broadcaster.register(Lamp.self, for: "lantern", observer: self) }
}

package final class Torch: @MainActor Lantern {
    package func lit() {}
    //: register Scopes.Lamp: Torch (registered in its start); handles lit(); for: "lantern"
    package func start() { hang() }
}

/// The class of its observer is what its callers pass.
@MainActor
package func add(_ lamp: any Lamp, isLit: Bool = true) { Broadcaster.register(Lamp.self, for: "added", observer: lamp) }

@MainActor
package func addAll(_ lamp: any Lamp) {
    //: register Scopes.Lamp: Bulb (registered in addAll(_:)); handles lit(); for: "added"
    add(Bulb())
    //: register Scopes.Lamp: Candle (registered in addAll(_:)); handles lit(); for: "added"
    add(Candle(), isLit: false)
    let box = Box<String>()
    //: register Scopes.Lamp: Box (registered in addAll(_:)); handles lit(); for: "added"
    add(box)
    //: register Scopes.Lamp: an object in addAll(_:); for: "added"
    add(lamp)
    //: register Scopes.Bell: Bulb (registered in addAll(_:)); handles rang()
    //: releasedObserver: Scopes.Bell is registered in addAll(_:) for an object that nothing keeps
    Broadcaster.register(Bell.self, observer: Bulb())
    //: register Scopes.Clock: Bulb (registered in addAll(_:)); handles ticked(), struck(_:)
    //: releasedObserver: Scopes.Clock is registered in addAll(_:) for an object that nothing keeps
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
    //: notify Scopes.Bell: ringAll(_:_:); calls rang(); for: "hall"
    ring()
    //: notify Scopes.Bell: ringAll(_:_:); calls rang(); for: "hall"
    ring { print("rang") }
    //: notify Scopes.Bell: ringAll(_:_:); calls rang(); for: "room"
    ring(in: "room") { bell.rang() }
    //: notify Scopes.Clock: ringAll(_:_:); calls struck(_:); for: "helper"
    strike(Clock.self) {
        clock.ticked()
    } block: {
        $0.struck(0)
    }
    //: notify Scopes.Clock: ringAll(_:_:); calls struck(_:); for: "helper"
    strike(Clock.self) { $0.struck(1) }
}

nonisolated extension Broadcaster.Message where Self: Sendable {
    /// The message is the receiver, whose arguments aren't those of the call.
    package func post(in room: String = "") { Broadcaster.notify(self, for: room) }
}

package func post() {
    //: notify Scopes.Clock: post(); calls struck(_:); for: ""
    ClockMessage.struck(4).post()
    //: notify Scopes.Clock: post(); calls ticked(); for: "room"
    ClockMessage.ticked.post(in: "room")
}
