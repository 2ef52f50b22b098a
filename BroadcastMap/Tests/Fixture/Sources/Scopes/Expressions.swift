import Broadcaster

/// Calls in the blocks of others: a message belongs to the call whose observer it is called on.
package func nested() {
    Broadcaster.notify(Clock.self, for: "strikes") { outer in
        Broadcaster.notify(Clock.self, for: "ticks") { inner in
            inner.ticked()
            outer.struck(1)
        }
    }
    Broadcaster.notify(Clock.self, for: "strikes, too") { clock in
        clock.struck(2)
        Broadcaster.notify(Clock.self, for: "ticks, too") { clock in clock.ticked() }
    }
    Broadcaster.notify(Clock.self, for: "calls none") { _ in
        Broadcaster.notify(Clock.self, for: "strikes at last") { $0.struck(3) }
    }
}

/// Calls on one line, of which the map doesn't know the channel of one, or of two.
package func oneLine(_ bells: [(any Bell).Type]) {
    _ = (Broadcaster.notify(Bell.self) { $0.rang() }, Broadcaster.notify(bells[0]) { $0.rang() })
    _ = (Broadcaster.notify(bells[0]) { $0.rang() }, Broadcaster.notify(bells[1]) { $0.rang() })
}

/// A bracket or a quotation mark in a regular expression is none of the code.
package func regularExpressions(_ text: String) {
    let quotes = /"{1}[^"(]*/
    Broadcaster.notify(Bell.self, for: text.contains(/[)"(]/)) { $0.rang() }
    Broadcaster.notify(Bell.self, for: text.contains(#/ "\) /#)) { $0.rang() }
    Broadcaster.notify(Bell.self, for: text.contains(quotes)) { $0.rang() }
}

/// Each that an expression may choose.
@MainActor
package func choices(_ isLit: Bool, _ bulb: Bulb?, _ message: ClockMessage?) {
    Broadcaster.register(Lamp.self, for: "either", observer: isLit ? Bulb() as any Lamp : Candle())
    Broadcaster.register(Lamp.self, for: "one of three", observer: isLit ? Candle() as any Lamp : bulb ?? Bulb())
    let chosen: any Lamp = isLit ? Bulb() : Candle()
    Broadcaster.register(Lamp.self, for: "in a constant", observer: chosen)
    Broadcaster.notify(isLit ? ClockMessage.ticked : .struck(1), for: "either")
    Broadcaster.notify(message ?? ClockMessage.ticked, for: "a message that isn't known, or another")
    Broadcaster.notify(isLit ? Bell.self : Bell.self, for: "one type") { $0.rang() }
    isLit ? Broadcaster.notify(Bell.self) { $0.rang() } : Broadcaster.notify(Lamp.self, for: "not lit") { $0.lit() }
}

/// The classes that declarations, calls and conversions say.
@MainActor
package func classes(_ value: Any, _ lamp: any Lamp) async throws {
    let annotated: Candle = .init()
    Broadcaster.register(Lamp.self, for: "annotation", observer: annotated)
    let abstract: any Lamp = lamp
    Broadcaster.register(Lamp.self, for: "annotation with a protocol", observer: abstract)
    Broadcaster.register(Lamp.self, for: "generic", observer: Box<Int>())
    if let candle = try Candle.find() { Broadcaster.register(Lamp.self, for: "result", observer: candle) }
    Broadcaster.register(Lamp.self, for: "try", observer: try Candle.find()!)
    Broadcaster.register(Lamp.self, for: "await", observer: await Candle.make())
    if let bulb = value as? Bulb { Broadcaster.register(Lamp.self, for: "conversion", observer: bulb) }
}

/// Names that aren't words.
package protocol `night light` {
    func `went out`(_ `the reason`: String)
}

@MainActor
package final class `Bedside lamp`: @MainActor `night light` {
    package func `went out`(_ `the reason`: String) {}

    package func `plug in`() {
        let `the key` = 1
        Broadcaster.register(`night light`.self, for: `the key`, observer: self)
        Broadcaster.`notify`(`night light`.self) { `a light` in `a light`.`went out`("") }
    }
}

/// A key is shown on one line, of 80 characters at most.
package func keys(_ items: [String: [Int]]) {
    Broadcaster.notify(
        Bell.self,
        for:
            items
            .filter { $0.key == "a" }  // a comment
            .count
    ) { $0.rang() }
    Broadcaster.notify(
        Bell.self,
        for: """
            one
            two
            """
    ) { $0.rang() }
    Broadcaster.notify(
        Bell.self,
        for: "a key of 80 characters, which a row shows without leaving out the last one...."
    ) { $0.rang() }
    Broadcaster.notify(
        Bell.self,
        for: "a key of 81 characters, which a row shows without the last two of them........."
    ) { $0.rang() }
}
