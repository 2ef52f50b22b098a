import Broadcaster
import Foundation

/// As many protocols as one likes: each type that is nested in another way makes a channel of its own.
package protocol TunedListener<Frequency>: AnyObject, Sendable {
    associatedtype Frequency
    func hear(_ tally: Tally)
}

/// Each observer has a channel of its own, and one run broadcasts to each of them.
package enum Channels {
    package static let ours = Way("keyed") { name, ears, tally in
        let stations = ears.map { station($0, frequency: $0.position + 1, Void.self, tally) }
        return Subject(name, onEnd: { for station in stations { station.close() } }) { times in
            for _ in 0..<times { for station in stations { station.broadcast() } }
        }
    }

    package static let peer = Way("NotificationCenter") { name, ears, tally in
        let center = NotificationCenter()
        let names = ears.map { Notification.Name("channel \($0.position)") }
        for (ear, name) in zip(ears, names) {
            _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak ear] _ in ear?.hear(tally) }
        }
        return Subject(name) { times in
            for _ in 0..<times { for name in names { center.post(name: name, object: nil) } }
        }
    }

    /// Spells the number in binary digits, which are types.
    private static func station<Digits>(_ ear: Ear, frequency: Int, _: Digits.Type, _ tally: Tally) -> Station {
        if frequency == 0 {
            let listener = Receiver<Digits>(ear)
            return TypedStation<any TunedListener<Digits>>(listener) { $0.hear(tally) }
        }
        return frequency % 2 == 0
            ? station(ear, frequency: frequency / 2, Zero<Digits>.self, tally)
            : station(ear, frequency: frequency / 2, One<Digits>.self, tally)
    }
}

private enum Zero<Digits> {}
private enum One<Digits> {}

private final class Receiver<Frequency>: TunedListener {
    private let ear: Ear

    init(_ ear: Ear) {
        self.ear = ear
    }

    func hear(_ tally: Tally) { ear.hear(tally) }
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
