import Broadcaster
import Foundation

/// As many protocols as needed: each type argument makes one.
private protocol NumberedListener<Number>: AnyObject, Sendable {
    associatedtype Number
    func receive(_ tally: Tally)
}

private final class NumberedObserver<Number>: NumberedListener {
    private let position: Int

    init(position: Int) {
        self.position = position
    }

    @inline(never)
    func receive(_ tally: Tally) { tally.count(position) }
}

/// Each observer has a protocol of its own, and one run broadcasts to each of them.
final class ManyProtocols: Contender, @unchecked Sendable {  // `@unchecked`: one thread at a time uses it.
    private class AnyChannel {
        func broadcast(_ tally: Tally) {}
        func end() {}
    }

    private final class Channel<Number>: AnyChannel {
        private let observer: NumberedObserver<Number>

        init(position: Int) {
            observer = NumberedObserver(position: position)
            Broadcaster.register((any NumberedListener<Number>).self, observer: observer)
        }

        override func broadcast(_ tally: Tally) {
            Broadcaster.observers(of: (any NumberedListener<Number>).self).forEach { $0.receive(tally) }
        }
        override func end() { Broadcaster.unregister((any NumberedListener<Number>).self) }
    }

    private var channels: [AnyChannel] = []
    private let tally: Tally

    init(tally: Tally) {
        self.tally = tally
    }

    func register(_ observer: CountingObserver) {
        channels.append(channel(observer.position + 1, Void.self, at: observer.position))
    }
    func broadcast() { for channel in channels { channel.broadcast(tally) } }
    func end() { for channel in channels { channel.end() } }

    private enum Zero<Digits> {}
    private enum One<Digits> {}

    /// Spells the number in binary digits, which are types.
    private func channel<Digits>(_ number: Int, _: Digits.Type, at position: Int) -> AnyChannel {
        switch (number, number % 2) {
        case (0, _): Channel<Digits>(position: position)
        case (_, 0): channel(number / 2, Zero<Digits>.self, at: position)
        default: channel(number / 2, One<Digits>.self, at: position)
        }
    }
}

/// The same with names.
struct ManyNames: Contender {
    private let center = NotificationCenter()
    private let names: [Notification.Name]
    private let tally: Tally

    init(tally: Tally) {
        self.tally = tally
        names = (0..<tally.guest).map { Notification.Name("name \($0)") }
    }

    func register(_ observer: CountingObserver) -> any NSObjectProtocol {
        center.addObserver(forName: names[observer.position], object: nil, queue: nil) { [weak observer, tally] _ in
            observer?.receive(tally)
        }
    }
    func broadcast() { for name in names { center.post(name: name, object: nil) } }
}
