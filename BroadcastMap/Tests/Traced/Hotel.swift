import Broadcaster

// A program that sends in each way that a trace shows. `trace.json` is what it wrote, and `map.txt` is the map with that.
// After a change, `swiftc` builds it with `Main.swift`, as the module `Traced` in Swift 5, and it writes `trace.json`.

//: channel Traced.Arrivals: arrived(), left()
protocol Arrivals {
    func arrived()
    func left()
}

nonisolated struct Arrival: Broadcaster.Message {
    func send(to observer: any Arrivals) { observer.arrived() }

    static func makeObserver(_ receive: @escaping @Sendable (Arrival) -> Void) -> any Arrivals {
        Relay(receive: receive)
    }

    private final class Relay: Arrivals {
        let receive: @Sendable (Arrival) -> Void

        init(receive: @escaping @Sendable (Arrival) -> Void) { self.receive = receive }

        func arrived() { receive(Arrival()) }
        func left() {}
    }
}

//: channel Traced.Departures: departed()
protocol Departures { func departed() }
//: channel Traced.Silence: broken()
protocol Silence { func broken() }

final class Porter: Arrivals {
    init() {
        //: register Traced.Arrivals: Porter (registered in its init); handles arrived(), left(); traced 5
        Broadcaster.register(Arrivals.self, observer: self)
    }

    func arrived() {}
    func left() {}
}

/// Registers itself, and what inherits from it.
class Desk: Arrivals {
    init() {
        //: register Traced.Arrivals: Desk (registered in its init); handles arrived(), left(); traced 5
        Broadcaster.register(Arrivals.self, observer: self)
    }

    func arrived() {}
    func left() {}
}

final class FrontDesk: Desk {}

final class Shelf<Item>: Departures {
    final class Label {}

    func departed() {}
}

/// Other code registers these, each by the class of a variable.
class Lamp: Departures {
    func departed() {}
}

final class NightLamp: Lamp {}

final class Sleeper: Silence {
    func broken() {}
}

@MainActor
final class Guest {
    var count = 0

    func stay() {
        //: observe Traced.Arrivals: Guest (registered in its stay); traced 5
        Broadcaster.observe(Arrival.self, owner: self) { guest, _ in guest.count += 1 }
    }
}

/// Passes the place of its caller on.
func announce<T>(
    _ type: T.Type, fileID: StaticString = #fileID, line: UInt = #line, block: @escaping @MainActor (T) -> Void
) {
    Broadcaster.notify(type, fileID: fileID, line: line, block: block)
}

/// Doesn't pass it on.
func relay<T>(_ type: T.Type, block: @escaping @MainActor (T) -> Void) {
    Broadcaster.notify(type, block: block)
}

/// A function whose channel the map doesn't know.
struct Route<T> {
    func send(_ block: @escaping @MainActor (T) -> Void) {
        Broadcaster.notify(T.self, block: block)
    }
}

@MainActor
struct Hotel {
    func direct() {
        //: notify Traced.Arrivals: Hotel.direct(); calls arrived(); traced 2
        Broadcaster.notify(Arrivals.self) { $0.arrived() }
    }

    func passed() {
        //: notify Traced.Arrivals: Hotel.passed(); calls arrived(); traced 1
        announce(Arrivals.self) { $0.arrived() }
    }

    func relayed() {
        //: notify Traced.Departures: Hotel.relayed(); calls departed(); traced 1, shared
        relay(Departures.self) { $0.departed() }
    }

    func relayedToo() {
        //: notify Traced.Departures: Hotel.relayedToo(); calls departed(); traced 1, shared
        relay(Departures.self) { $0.departed() }
    }

    func both() {
        //: notify Traced.Arrivals: Hotel.both(); calls arrived(); traced 2, shared
        //: notify Traced.Arrivals: Hotel.both(); calls left(); traced 2, shared
        Broadcaster.notify(Arrivals.self) { $0.arrived() }; Broadcaster.notify(Arrivals.self) { $0.left() }
    }

    //: notify Traced.Departures: Hotel.routed(); calls departed(); traced 1
    func routed() { Route<any Departures>().send { $0.departed() } }

    func never() {
        //: notify Traced.Arrivals: Hotel.never(); calls left()
        Broadcaster.notify(Arrivals.self) { $0.left() }
    }

    /// The library calls no monitor for these.
    func ask() {
        //: observers Traced.Silence: Hotel.ask(); calls broken()
        Broadcaster.observers(of: Silence.self).forEach { $0.broken() }
    }

    func add(_ lamp: Lamp) {
        //: register Traced.Departures: Lamp (registered in Hotel.add(_:)); handles departed(); traced 2
        Broadcaster.register(Departures.self, observer: lamp)
    }
}

@MainActor
func runHotel() async {
    final class Local: Departures {
        func departed() {}
    }
    let porter = Porter()
    let desk = FrontDesk()
    let shelf = Shelf<Int>()
    let lamp = NightLamp()
    let local = Local()
    let guest = Guest()
    let sleeper = Sleeper()
    guest.stay()
    //: register Traced.Departures: Shelf (registered in runHotel()); handles departed(); traced 2
    Broadcaster.register(Departures.self, observer: shelf)
    //: register Traced.Departures: an object in runHotel(); traced 2
    Broadcaster.register(Departures.self, observer: local)
    //: register Traced.Silence: Sleeper (registered in runHotel()); handles broken()
    Broadcaster.register(Silence.self, observer: sleeper)
    //: observe Traced.Arrivals: a closure in runHotel(); traced 5
    let observation = Broadcaster.observe(Arrival.self) { print($0) }
    let hotel = Hotel()
    hotel.add(lamp)
    hotel.direct()
    hotel.direct()
    hotel.passed()
    hotel.relayed()
    hotel.both()
    hotel.routed()
    hotel.ask()
    await Broadcaster.settled()
    withExtendedLifetime((porter, desk, shelf, lamp, local, guest, sleeper, observation)) {}
}
