import Broadcaster

/// Calls in the blocks of others: a message belongs to the call whose observer it is called on.
package func nested() {
    //: notify Scopes.Clock: nested(); calls struck(_:); for: "strikes"
    Broadcaster.notify(Clock.self, for: "strikes") { outer in
        //: notify Scopes.Clock: nested(); calls ticked(); for: "ticks"
        Broadcaster.notify(Clock.self, for: "ticks") { inner in
            inner.ticked()
            outer.struck(1)
        }
    }
    //: notify Scopes.Clock: nested(); calls struck(_:); for: "strikes, too"
    Broadcaster.notify(Clock.self, for: "strikes, too") { clock in
        clock.struck(2)
        //: notify Scopes.Clock: nested(); calls ticked(); for: "ticks, too"
        Broadcaster.notify(Clock.self, for: "ticks, too") { clock in clock.ticked() }
    }
    //: notify Scopes.Clock: nested(); calls nothing; for: "calls none"
    Broadcaster.notify(Clock.self, for: "calls none") { _ in
        //: notify Scopes.Clock: nested(); calls struck(_:); for: "strikes at last"
        Broadcaster.notify(Clock.self, for: "strikes at last") { $0.struck(3) }
    }
}

/// Calls on one line, of which the map doesn't know the channel of one, or of two.
package func oneLine(_ bells: [(any Bell).Type]) {
    //: notify Scopes.Bell: oneLine(_:); calls rang()
    //: unresolved oneLine(_:): no caller passes a channel
    _ = (Broadcaster.notify(Bell.self) { $0.rang() }, Broadcaster.notify(bells[0]) { $0.rang() })
    //: unresolved oneLine(_:): no caller passes a channel
    //: unresolved oneLine(_:): no caller passes a channel
    _ = (Broadcaster.notify(bells[0]) { $0.rang() }, Broadcaster.notify(bells[1]) { $0.rang() })
}

/// A bracket or a quotation mark in a regular expression is none of the code.
package func regularExpressions(_ text: String) {
    let quotes = /"{1}[^"(]*/
    //: notify Scopes.Bell: regularExpressions(_:); calls rang(); for: text.contains(/[)"(]/)
    Broadcaster.notify(Bell.self, for: text.contains(/[)"(]/)) { $0.rang() }
    //: notify Scopes.Bell: regularExpressions(_:); calls rang(); for: text.contains(#/ "\) /#)
    Broadcaster.notify(Bell.self, for: text.contains(#/ "\) /#)) { $0.rang() }
    //: notify Scopes.Bell: regularExpressions(_:); calls rang(); for: text.contains(quotes)
    Broadcaster.notify(Bell.self, for: text.contains(quotes)) { $0.rang() }
}

/// Each that an expression may choose.
@MainActor
package func choices(_ isLit: Bool, _ bulb: Bulb?, _ message: ClockMessage?) {
    //: register Scopes.Lamp: Bulb (registered in choices(_:_:_:)); handles lit(); for: "either"
    //: register Scopes.Lamp: Candle (registered in choices(_:_:_:)); handles lit(); for: "either"
    Broadcaster.register(Lamp.self, for: "either", observer: isLit ? Bulb() as any Lamp : Candle())
    //: register Scopes.Lamp: Bulb (registered in choices(_:_:_:)); handles lit(); for: "one of three"
    //: register Scopes.Lamp: Candle (registered in choices(_:_:_:)); handles lit(); for: "one of three"
    Broadcaster.register(Lamp.self, for: "one of three", observer: isLit ? Candle() as any Lamp : bulb ?? Bulb())
    let chosen: any Lamp = isLit ? Bulb() : Candle()
    //: register Scopes.Lamp: Bulb (registered in choices(_:_:_:)); handles lit(); for: "in a constant"
    //: register Scopes.Lamp: Candle (registered in choices(_:_:_:)); handles lit(); for: "in a constant"
    Broadcaster.register(Lamp.self, for: "in a constant", observer: chosen)
    //: notify Scopes.Clock: choices(_:_:_:); calls ticked(), struck(_:); for: "either"
    Broadcaster.notify(isLit ? ClockMessage.ticked : .struck(1), for: "either")
    //: notify Scopes.Clock: choices(_:_:_:); calls nothing; for: "a message that isn't known, or another"
    //: notify Scopes.Clock: choices(_:_:_:); calls ticked(); for: "a message that isn't known, or another"
    Broadcaster.notify(message ?? ClockMessage.ticked, for: "a message that isn't known, or another")
    //: notify Scopes.Bell: choices(_:_:_:); calls rang(); for: "one type"
    Broadcaster.notify(isLit ? Bell.self : Bell.self, for: "one type") { $0.rang() }
    //: notify Scopes.Bell: choices(_:_:_:); calls rang()
    //: notify Scopes.Lamp: choices(_:_:_:); calls lit(); for: "not lit"
    //: unheardKey: Scopes.Lamp is sent for a key in choices(_:_:_:) that no observer has
    isLit ? Broadcaster.notify(Bell.self) { $0.rang() } : Broadcaster.notify(Lamp.self, for: "not lit") { $0.lit() }
}

/// The classes that declarations, calls and conversions say.
@MainActor
package func classes(_ value: Any, _ lamp: any Lamp) async throws {
    let annotated: Candle = .init()
    //: register Scopes.Lamp: Candle (registered in classes(_:_:)); handles lit(); for: "annotation"
    Broadcaster.register(Lamp.self, for: "annotation", observer: annotated)
    let abstract: any Lamp = lamp
    //: register Scopes.Lamp: an object in classes(_:_:); for: "annotation with a protocol"
    Broadcaster.register(Lamp.self, for: "annotation with a protocol", observer: abstract)
    //: register Scopes.Lamp: Box (registered in classes(_:_:)); handles lit(); for: "generic"
    //: releasedObserver: Scopes.Lamp is registered in classes(_:_:) for an object that nothing keeps
    Broadcaster.register(Lamp.self, for: "generic", observer: Box<Int>())
    //: register Scopes.Lamp: Candle (registered in classes(_:_:)); handles lit(); for: "result"
    if let candle = try Candle.find() { Broadcaster.register(Lamp.self, for: "result", observer: candle) }
    //: register Scopes.Lamp: Candle (registered in classes(_:_:)); handles lit(); for: "try"
    Broadcaster.register(Lamp.self, for: "try", observer: try Candle.find()!)
    //: register Scopes.Lamp: Candle (registered in classes(_:_:)); handles lit(); for: "await"
    Broadcaster.register(Lamp.self, for: "await", observer: await Candle.make())
    //: register Scopes.Lamp: Bulb (registered in classes(_:_:)); handles lit(); for: "conversion"
    if let bulb = value as? Bulb { Broadcaster.register(Lamp.self, for: "conversion", observer: bulb) }
}

//: channel Scopes.`night light`: went out(_:)
/// Names that aren't words.
package protocol `night light` {
    func `went out`(_ `the reason`: String)
}

@MainActor
package final class `Bedside lamp`: @MainActor `night light` {
    package func `went out`(_ `the reason`: String) {}

    package func `plug in`() {
        let `the key` = 1
        //: register Scopes.`night light`: Bedside lamp (registered in its plug in); handles went out(_:); for: `the
        //:     key`
        Broadcaster.register(`night light`.self, for: `the key`, observer: self)
        //: notify Scopes.`night light`: Bedside lamp.plug in(); calls went out(_:)
        //: unkeyed: Scopes.`night light` is sent without a key in Bedside lamp.plug in(), but every observer has one
        Broadcaster.`notify`(`night light`.self) { `a light` in `a light`.`went out`("") }
    }
}

/// A key is shown on one line, of 80 characters at most.
package func keys(_ items: [String: [Int]]) {
    //: notify Scopes.Bell: keys(_:); calls rang(); for: items.filter { $0.key == "a" }.count
    Broadcaster.notify(
        Bell.self,
        for:
            items
            .filter { $0.key == "a" }  // a comment
            .count
    ) { $0.rang() }
    //: notify Scopes.Bell: keys(_:); calls rang(); for: """ one two """
    Broadcaster.notify(
        Bell.self,
        for: """
            one
            two
            """
    ) { $0.rang() }
    //: notify Scopes.Bell: keys(_:); calls rang(); for: "a key of 80 characters, which a row shows without leaving out
    //:     the last one...."
    Broadcaster.notify(
        Bell.self,
        for: "a key of 80 characters, which a row shows without leaving out the last one...."
    ) { $0.rang() }
    //: notify Scopes.Bell: keys(_:); calls rang(); for: "a key of 81 characters, which a row shows without the last two
    //:     of them........…
    Broadcaster.notify(
        Bell.self,
        for: "a key of 81 characters, which a row shows without the last two of them........."
    ) { $0.rang() }
}
