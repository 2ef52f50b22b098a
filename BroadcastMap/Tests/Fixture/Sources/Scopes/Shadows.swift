import Broadcaster

package enum Light {
    case candle(Candle), none
}

/// A name belongs to the innermost scope that declares it: each key says which scope that is.
@MainActor
package func observers(_ candles: [Candle], _ light: Light, _ value: Any) {
    let lamp = Bulb()
    //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "loop"
    for lamp in candles { Broadcaster.register(Lamp.self, for: "loop", observer: lamp) }
    //: register Scopes.Lamp: an object in observers(_:_:_:); for: "loop of tuples"
    for (lamp, _) in zip(candles, candles) { Broadcaster.register(Lamp.self, for: "loop of tuples", observer: lamp) }
    //: register Scopes.Lamp: an object in observers(_:_:_:); for: "for case"
    for case .candle(let lamp) in [light] { Broadcaster.register(Lamp.self, for: "for case", observer: lamp) }
    //: register Scopes.Lamp: an object in observers(_:_:_:); for: "if case"
    if case .candle(let lamp) = light { Broadcaster.register(Lamp.self, for: "if case", observer: lamp) }
    switch value {
    //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "switch case"
    case let lamp as Candle: Broadcaster.register(Lamp.self, for: "switch case", observer: lamp)
    //: register Scopes.Lamp: Bulb (registered in observers(_:_:_:)); handles lit(); for: "default: outside"
    default: Broadcaster.register(Lamp.self, for: "default: outside", observer: lamp)
    }
    //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "closure"
    candles.forEach { lamp in Broadcaster.register(Lamp.self, for: "closure", observer: lamp) }
    //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "closure with types"
    candles.forEach { (lamp: Candle) in Broadcaster.register(Lamp.self, for: "closure with types", observer: lamp) }
    let closures = [
        //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "capture"
        { [lamp = Candle()] in Broadcaster.register(Lamp.self, for: "capture", observer: lamp) },
        //: register Scopes.Lamp: Bulb (registered in observers(_:_:_:)); handles lit(); for: "capture of that outside"
        { [lamp] in Broadcaster.register(Lamp.self, for: "capture of that outside", observer: lamp) },
        //: register Scopes.Lamp: Bulb (registered in observers(_:_:_:)); handles lit(); for: "weak capture"
        { [weak lamp] in if let lamp { Broadcaster.register(Lamp.self, for: "weak capture", observer: lamp) } },
    ]
    //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "inner function"
    func inner(_ lamp: Candle) { Broadcaster.register(Lamp.self, for: "inner function", observer: lamp) }
    do {
        let (lamp, number) = (Candle(), closures.count)
        //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "tuple"
        Broadcaster.register(Lamp.self, for: "tuple", observer: lamp)
        print(number)
    }
    do {
        var lamp: any Lamp = Candle()
        lamp = Bulb()
        //: register Scopes.Lamp: an object in observers(_:_:_:); for: "variable"
        Broadcaster.register(Lamp.self, for: "variable", observer: lamp)
    }
    guard let lamp = value as? Candle else {
        //: register Scopes.Lamp: Bulb (registered in observers(_:_:_:)); handles lit(); for: "guard: outside"
        Broadcaster.register(Lamp.self, for: "guard: outside", observer: lamp)
        return
    }
    //: register Scopes.Lamp: Candle (registered in observers(_:_:_:)); handles lit(); for: "behind a guard"
    Broadcaster.register(Lamp.self, for: "behind a guard", observer: lamp)
}

@MainActor
package func catching() {
    let error = Bulb()
    let lamp = Bulb()
    do {
        _ = try Candle.find()
    } catch let lamp as Candle {
        //: register Scopes.Lamp: Candle (registered in catching()); handles lit(); for: "catch"
        Broadcaster.register(Lamp.self, for: "catch", observer: lamp)
    } catch {
        //: register Scopes.Lamp: an object in catching(); for: "error of catch"
        Broadcaster.register(Lamp.self, for: "error of catch", observer: error as! any Lamp)
        //: register Scopes.Lamp: Bulb (registered in catching()); handles lit(); for: "catch: outside"
        Broadcaster.register(Lamp.self, for: "catch: outside", observer: lamp)
    }
    //: register Scopes.Lamp: Bulb (registered in catching()); handles lit(); for: "behind catch: outside"
    Broadcaster.register(Lamp.self, for: "behind catch: outside", observer: error)
}

/// What the map doesn't follow is unresolved, and none is a use of the type outside.
package func types(_ bells: [(any Bell).Type], _ bell: (any Bell).Type?) {
    let type = (any Lamp).self
    //: unresolved types(_:_:): the type is in a variable
    for case let type in bells { Broadcaster.notify(type, for: "for case") { $0.rang() } }
    //: unresolved types(_:_:): the type is in a variable
    if case let type? = bell { Broadcaster.notify(type, for: "if case") { $0.rang() } }
    switch bell {
    //: unresolved types(_:_:): the type is in a variable
    case let type?: Broadcaster.notify(type, for: "switch case") { $0.rang() }
    //: notify Scopes.Lamp: types(_:_:); calls lit(); for: "nil: outside"
    //: unheardKey: Scopes.Lamp is sent for a key in types(_:_:) that no observer has
    case nil: Broadcaster.notify(type, for: "nil: outside") { $0.lit() }
    }
    //: notify Scopes.Bell: types(_:_:); calls rang(); for: "capture"
    bells.forEach { [type = (any Bell).self] _ in Broadcaster.notify(type, for: "capture") { $0.rang() } }
    //: unresolved types(_:_:): no caller passes a channel
    func inner(_ type: (any Bell).Type) { Broadcaster.notify(type, for: "inner function") { $0.rang() } }
    do {
        let (type, count) = ((any Bell).self, bells.count)
        //: notify Scopes.Bell: types(_:_:); calls rang(); for: "tuple"
        Broadcaster.notify(type, for: "tuple") { $0.rang() }
        print(count)
    }
    //: notify Scopes.Lamp: types(_:_:); calls lit(); for: "outside"
    //: unheardKey: Scopes.Lamp is sent for a key in types(_:_:) that no observer has
    Broadcaster.notify(type, for: "outside") { $0.lit() }
}

package func messages(_ messages: [ClockMessage], _ optional: ClockMessage?) {
    let message = ClockMessage.ticked
    //: notify Scopes.Clock: messages(_:_:); calls nothing; for: "loop"
    for message in messages { Broadcaster.notify(message, for: "loop") }
    //: notify Scopes.Clock: messages(_:_:); calls nothing; for: "closure"
    messages.forEach { message in Broadcaster.notify(message, for: "closure") }
    //: notify Scopes.Clock: messages(_:_:); calls nothing; for: "if let"
    if let message = optional { Broadcaster.notify(message, for: "if let") }
    //: unresolved messages(_:_:): the message is in a variable
    if case let message? = optional { Broadcaster.notify(message, for: "if case") }
    //: notify Scopes.Clock: messages(_:_:); calls struck(_:); for: "capture"
    let closure = { [message = ClockMessage.struck(1)] in Broadcaster.notify(message, for: "capture") }
    closure()
    //: notify Scopes.Clock: messages(_:_:); calls ticked(); for: "outside"
    Broadcaster.notify(message, for: "outside")
}
