import Broadcaster
import Foundation

/// As many channels as needed: each type argument makes a channel of its own.
protocol NumberedListener<Number>: AnyObject, Sendable {
    associatedtype Number
    func receive()
}

/// Each observer has a channel of its own.
///
/// One operation is a broadcast to one of the channels, each in its turn.
enum Channels {
    static func keyed(_ count: Int) -> Workload {
        channels(count) { observer, position in channel(observer, number: position + 1, Void.self) }
    }

    static func notificationCenter(_ count: Int) -> Workload {
        let center = NotificationCenter()
        return channels(count) { observer, position in
            let name = Notification.Name("channel \(position)")
            _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak observer] _ in observer?.receive() }
            return { center.post(name: name, object: nil) }
        }
    }

    private static func channels(
        _ count: Int, make: @escaping (CountingObserver, _ position: Int) -> () -> Void
    ) -> Workload {
        Workload(observers: count, calls: .one) { observers in
            let broadcasts = observers.enumerated().map { make($1, $0) }
            return .init(run: { times in
                for time in 0..<times { broadcasts[time % count]() }
            })
        }
    }

    /// Spells the number in binary digits, which are types.
    private static func channel<Digits>(
        _ observer: CountingObserver, number: Int, _: Digits.Type
    ) -> () -> Void {
        if number == 0 { return broadcast(to: NumberedObserver<Digits>(observer) as any NumberedListener<Digits>) }
        return number % 2 == 0
            ? channel(observer, number: number / 2, Zero<Digits>.self)
            : channel(observer, number: number / 2, One<Digits>.self)
    }

    private static func broadcast<Digits>(to listener: any NumberedListener<Digits>) -> () -> Void {
        Broadcaster.register((any NumberedListener<Digits>).self, observer: listener)
        return {
            Broadcaster.observers(of: (any NumberedListener<Digits>).self).forEach { $0.receive() }
            withExtendedLifetime(listener) {}
        }
    }
}

private enum Zero<Digits> {}
private enum One<Digits> {}

private final class NumberedObserver<Number>: NumberedListener {
    private let observer: CountingObserver

    init(_ observer: CountingObserver) {
        self.observer = observer
    }

    func receive() { observer.receive() }
}
