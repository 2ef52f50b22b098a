import Broadcaster

package enum Light {
    case candle(Candle), none
}

/// A name belongs to the innermost scope that declares it: each key says which scope that is.
@MainActor
package func observers(_ candles: [Candle], _ light: Light, _ value: Any) {
    let lamp = Bulb()
    for lamp in candles { Broadcaster.register(Lamp.self, for: "loop", observer: lamp) }
    for (lamp, _) in zip(candles, candles) { Broadcaster.register(Lamp.self, for: "loop of tuples", observer: lamp) }
    for case .candle(let lamp) in [light] { Broadcaster.register(Lamp.self, for: "for case", observer: lamp) }
    if case .candle(let lamp) = light { Broadcaster.register(Lamp.self, for: "if case", observer: lamp) }
    switch value {
    case let lamp as Candle: Broadcaster.register(Lamp.self, for: "switch case", observer: lamp)
    default: Broadcaster.register(Lamp.self, for: "default: outside", observer: lamp)
    }
    candles.forEach { lamp in Broadcaster.register(Lamp.self, for: "closure", observer: lamp) }
    candles.forEach { (lamp: Candle) in Broadcaster.register(Lamp.self, for: "closure with types", observer: lamp) }
    let closures = [
        { [lamp = Candle()] in Broadcaster.register(Lamp.self, for: "capture", observer: lamp) },
        { [lamp] in Broadcaster.register(Lamp.self, for: "capture of that outside", observer: lamp) },
        { [weak lamp] in if let lamp { Broadcaster.register(Lamp.self, for: "weak capture", observer: lamp) } },
    ]
    func inner(_ lamp: Candle) { Broadcaster.register(Lamp.self, for: "inner function", observer: lamp) }
    do {
        let (lamp, number) = (Candle(), closures.count)
        Broadcaster.register(Lamp.self, for: "tuple", observer: lamp)
        print(number)
    }
    do {
        var lamp: any Lamp = Candle()
        lamp = Bulb()
        Broadcaster.register(Lamp.self, for: "variable", observer: lamp)
    }
    guard let lamp = value as? Candle else {
        Broadcaster.register(Lamp.self, for: "guard: outside", observer: lamp)
        return
    }
    Broadcaster.register(Lamp.self, for: "behind a guard", observer: lamp)
}

@MainActor
package func catching() {
    let error = Bulb()
    let lamp = Bulb()
    do {
        _ = try Candle.find()
    } catch let lamp as Candle {
        Broadcaster.register(Lamp.self, for: "catch", observer: lamp)
    } catch {
        Broadcaster.register(Lamp.self, for: "error of catch", observer: error as! any Lamp)
        Broadcaster.register(Lamp.self, for: "catch: outside", observer: lamp)
    }
    Broadcaster.register(Lamp.self, for: "behind catch: outside", observer: error)
}

/// What the map doesn't follow is unresolved, and none is a use of the type outside.
package func types(_ bells: [(any Bell).Type], _ bell: (any Bell).Type?) {
    let type = (any Lamp).self
    for case let type in bells { Broadcaster.notify(type, for: "for case") { $0.rang() } }
    if case let type? = bell { Broadcaster.notify(type, for: "if case") { $0.rang() } }
    switch bell {
    case let type?: Broadcaster.notify(type, for: "switch case") { $0.rang() }
    case nil: Broadcaster.notify(type, for: "nil: outside") { $0.lit() }
    }
    bells.forEach { [type = (any Bell).self] _ in Broadcaster.notify(type, for: "capture") { $0.rang() } }
    func inner(_ type: (any Bell).Type) { Broadcaster.notify(type, for: "inner function") { $0.rang() } }
    do {
        let (type, count) = ((any Bell).self, bells.count)
        Broadcaster.notify(type, for: "tuple") { $0.rang() }
        print(count)
    }
    Broadcaster.notify(type, for: "outside") { $0.lit() }
}

package func messages(_ messages: [ClockMessage], _ optional: ClockMessage?) {
    let message = ClockMessage.ticked
    for message in messages { Broadcaster.notify(message, for: "loop") }
    messages.forEach { message in Broadcaster.notify(message, for: "closure") }
    if let message = optional { Broadcaster.notify(message, for: "if let") }
    if case let message? = optional { Broadcaster.notify(message, for: "if case") }
    let closure = { [message = ClockMessage.struck(1)] in Broadcaster.notify(message, for: "capture") }
    closure()
    Broadcaster.notify(message, for: "outside")
}
