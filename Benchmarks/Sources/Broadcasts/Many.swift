import Broadcaster
import Foundation

/// Each observer has a channel or an owner of its own, and one run broadcasts to each of them.
final class Many<Target>: Implementation, @unchecked Sendable {  // `@unchecked`: one thread at a time uses it.
    private let make: (CountingObserver, Tally) -> Target
    private let call: (Target, Tally) -> Void
    private let onEnd: () -> Void
    private var targets: [Target] = []
    private let tally: Tally

    init(
        _ tally: Tally, make: @escaping (CountingObserver, Tally) -> Target,
        call: @escaping (Target, Tally) -> Void, onEnd: @escaping () -> Void = {}
    ) {
        self.tally = tally
        self.make = make
        self.call = call
        self.onEnd = onEnd
        targets.reserveCapacity(tally.count)
    }

    func register(_ observer: CountingObserver) { targets.append(make(observer, tally)) }
    func broadcast() { for target in targets { call(target, tally) } }
    func end() { onEnd() }
}

/// As many protocols as needed: each type argument makes one.
private protocol NumberedListener<Number>: AnyObject, Sendable {
    associatedtype Number
    func receive(_ tally: Tally)
}

private final class NumberedObserver<Number>: NumberedListener {
    private let position: Int

    init(_ position: Int) {
        self.position = position
    }

    @inline(never)
    func receive(_ tally: Tally) { tally.count(position) }
}

/// A broadcast through a protocol that only its maker knows.
class AnyChannel {
    func broadcast(_ tally: Tally) {}
}

/// Its type is an argument, as it is a constant in an app: making it from a number would take time in each broadcast.
private final class Channel<T: Sendable>: AnyChannel {
    private let observer: T
    private let message: (T, Tally) -> Void

    init(_ observer: T, message: @escaping (T, Tally) -> Void) {
        self.observer = observer
        self.message = message
        Broadcaster.register(T.self, observer: observer)
    }

    deinit { Broadcaster.unregister(T.self) }

    override func broadcast(_ tally: Tally) { Broadcaster.observers(of: T.self).forEach { message($0, tally) } }
}

private enum Zero<Digits> {}
private enum One<Digits> {}

/// Spells the number in binary digits, which are types, and makes the channel of that type.
func channel<Digits>(_ number: Int, _: Digits.Type, at position: Int) -> AnyChannel {
    switch (number, number % 2) {
    case (0, _): Channel<any NumberedListener<Digits>>(NumberedObserver<Digits>(position)) { $0.receive($1) }
    case (_, 0): channel(number / 2, Zero<Digits>.self, at: position)
    default: channel(number / 2, One<Digits>.self, at: position)
    }
}

extension Rows {
    package static let protocols: [Row] = [
        .broadcast("NotificationCenter") {
            let center = NotificationCenter()
            return Many($0) { observer, tally in
                let name = Notification.Name("channel \(observer.position)")
                _ = center.observe(name, with: observer, tally)
                return name
            } call: { name, _ in
                center.post(name: name, object: nil)
            }
        },
        .broadcast("Broadcaster") {
            Many($0) { observer, _ in
                channel(observer.position + 1, Void.self, at: observer.position)
            } call: {
                $0.broadcast($1)
            }
        },
    ]
    package static let keys: [Row] = [
        .broadcast("NotificationCenter") {
            let center = NotificationCenter()
            let name = Notification.Name("object")
            return Many($0) { observer, tally in
                _ = center.observe(name, object: observer, with: observer, tally)
                return observer
            } call: { object, _ in
                center.post(name: name, object: object)
            }
        },
        .broadcast("Broadcaster") {
            let broadcaster = Broadcaster()
            return Many($0) { observer, _ in
                broadcaster.register((any Listener).self, for: observer.position, observer: observer)
                return observer.position
            } call: { key, tally in
                broadcaster.observers(of: (any Listener).self, for: key).forEach { $0.receive(tally) }
            }
        },
    ]
    package static let instances: [Row] = [
        .broadcast("NotificationCenter") {
            Many($0) { observer, tally in
                let center = NotificationCenter()
                _ = center.observe(.init(""), with: observer, tally)
                return center
            } call: { center, _ in
                center.post(name: .init(""), object: nil)
            }
        },
        .broadcast("Broadcaster") {
            Many($0) { observer, _ in
                let broadcaster = Broadcaster()
                broadcaster.register((any Listener).self, observer: observer)
                return broadcaster
            } call: { broadcaster, tally in
                broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) }
            }
        },
    ]
}
