import Broadcaster
import Foundation

/// As many protocols as one likes: each type that is nested in another contender makes a channel of its own.
package protocol TunedListener<Frequency>: AnyObject, Sendable {
    associatedtype Frequency
    func receive(_ tally: Tally)
}

/// Each observer has a channel of its own, and one run broadcasts to each of them.
package enum Channels {
    package static let ours = Contender("keyed") { name, observers, tally in
        let stations = observers.map { station($0, frequency: $0.position + 1, Void.self, tally) }
        return Workload(name, onEnd: { for station in stations { station.close() } }) { times in
            for _ in 0..<times { for station in stations { station.broadcast() } }
        }
    }

    package static let peer = Contender("NotificationCenter") { name, observers, tally in
        let center = NotificationCenter()
        let names = observers.map { Notification.Name("channel \($0.position)") }
        for (observer, name) in zip(observers, names) {
            _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak observer] _ in observer?.receive(tally) }
        }
        return Workload(name) { times in
            for _ in 0..<times { for name in names { center.post(name: name, object: nil) } }
        }
    }

    /// Spells the number in binary digits, which are types.
    private static func station<Digits>(_ observer: CountingObserver, frequency: Int, _: Digits.Type, _ tally: Tally) -> Station {
        if frequency == 0 {
            let listener = Receiver<Digits>(observer)
            return TypedStation<any TunedListener<Digits>>(listener) { $0.receive(tally) }
        }
        return frequency % 2 == 0
            ? station(observer, frequency: frequency / 2, Zero<Digits>.self, tally)
            : station(observer, frequency: frequency / 2, One<Digits>.self, tally)
    }
}

private enum Zero<Digits> {}
private enum One<Digits> {}

private final class Receiver<Frequency>: TunedListener {
    private let observer: CountingObserver

    init(_ observer: CountingObserver) {
        self.observer = observer
    }

    func receive(_ tally: Tally) { observer.receive(tally) }
}

/// A channel with one observer, its protocol forgotten.
private class Station: @unchecked Sendable {
    func broadcast() {}
    func close() {}
}

private final class TypedStation<T: Sendable>: Station, @unchecked Sendable {
    private let observer: T
    private let message: (T) -> Void

    init(_ observer: T, message: @escaping (T) -> Void) {
        self.observer = observer
        self.message = message
        super.init()
        Broadcaster.register(T.self, observer: observer)
    }

    override func broadcast() { Broadcaster.observers(of: T.self).forEach(message) }
    override func close() { Broadcaster.unregister(T.self) }
}
