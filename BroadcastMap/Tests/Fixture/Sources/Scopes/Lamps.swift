import Broadcaster

//: channel Scopes.Lamp: lit()
/// The channel of the observers, and of the types outside.
package protocol Lamp {
    func lit()
}

//: channel Scopes.Bell: rang()
/// The channel of the types that hide those.
package protocol Bell {
    func rang()
}

//: channel Scopes.Clock: ticked(), struck(_:)
/// The channel of the messages.
package protocol Clock {
    func ticked()
    func struck(_ hour: Int)
}

@MainActor
package final class Bulb: @MainActor Lamp, @MainActor Bell, @MainActor Clock {
    package func lit() {}
    package func rang() {}
    package func ticked() {}
    package func struck(_ hour: Int) {}
}

@MainActor
package final class Candle: @MainActor Lamp, Error {
    package func lit() {}

    package static func find() throws -> Candle? { nil }
    package static func make() async -> Candle { Candle() }
}

@MainActor
package final class Box<Element>: @MainActor Lamp {
    package func lit() {}
}

nonisolated package enum ClockMessage: Broadcaster.Message {
    case ticked, struck(Int)

    package func send(to observer: any Clock) {
        switch self {
        case .ticked: observer.ticked()
        case .struck(let hour): observer.struck(hour)
        }
    }

    package static func makeObserver(_ receive: @escaping @Sendable (ClockMessage) -> Void) -> any Clock {
        fatalError()
    }
}
