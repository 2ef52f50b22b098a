import Broadcaster
import Foundation

/// As many channels as needed: each type argument makes a channel of its own.
package protocol NumberedListener<Number>: AnyObject, Sendable {
    associatedtype Number
    func receive(_ tally: Tally)
}

/// Each observer has a channel of its own, and one run broadcasts to each of them.
package enum Channels {
    package static let ours = Contender("keyed") { name, observers, tally in
        let channels = observers.map { channel($0, number: $0.position + 1, Void.self, tally) }
        return Workload(name, onEnd: { for channel in channels { channel.unregister() } }) { times in
            for _ in 0..<times { for channel in channels { channel.broadcast() } }
        }
    }

    package static let peer = Contender("NotificationCenter") { name, observers, tally in
        let center = NotificationCenter()
        let names = observers.map { Notification.Name("channel \($0.position)") }
        for (observer, name) in zip(observers, names) {
            _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak observer] _ in
                observer?.receive(tally)
            }
        }
        return Workload(name) { times in
            for _ in 0..<times { for name in names { center.post(name: name, object: nil) } }
        }
    }

    /// Spells the number in binary digits, which are types.
    private static func channel<Digits>(_ observer: CountingObserver, number: Int, _: Digits.Type, _ tally: Tally)
        -> AnyChannel
    {
        if number == 0 {
            let listener = NumberedObserver<Digits>(observer)
            return TypedChannel<any NumberedListener<Digits>>(listener) { $0.receive(tally) }
        }
        return number % 2 == 0
            ? channel(observer, number: number / 2, Zero<Digits>.self, tally)
            : channel(observer, number: number / 2, One<Digits>.self, tally)
    }
}

private enum Zero<Digits> {}
private enum One<Digits> {}

private final class NumberedObserver<Number>: NumberedListener {
    private let observer: CountingObserver

    init(_ observer: CountingObserver) {
        self.observer = observer
    }

    func receive(_ tally: Tally) { observer.receive(tally) }
}

/// A channel with one observer, whose protocol is erased.
private class AnyChannel: @unchecked Sendable {
    func broadcast() {}
    func unregister() {}
}

private final class TypedChannel<T: Sendable>: AnyChannel, @unchecked Sendable {
    private let observer: T
    private let message: (T) -> Void

    init(_ observer: T, message: @escaping (T) -> Void) {
        self.observer = observer
        self.message = message
        super.init()
        Broadcaster.register(T.self, observer: observer)
    }

    override func broadcast() { Broadcaster.observers(of: T.self).forEach(message) }
    override func unregister() { Broadcaster.unregister(T.self) }
}
