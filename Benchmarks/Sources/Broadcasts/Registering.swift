import Broadcaster
import Foundation
import OpenCombine

/// One observer registers and unregisters while others are registered.
///
/// At the end, one broadcast checks that only these others are still registered.
package enum Registering {
    package static let ours = Contender("register", calls: .atEnd) { name, observers, tally in
        for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
        let others = others
        return Workload(
            name,
            onEnd: {
                Broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) }
                Broadcaster.unregister((any Listener).self)
            }
        ) { times in
            for time in 0..<times {
                let other = others[time % others.count]
                Broadcaster.register((any Listener).self, observer: other)
                Broadcaster.unregister((any Listener).self, observer: other)
            }
        }
    }

    package static let peers = [
        Contender(
            "NotificationCenter", caveat: "returns a token, which the observer must keep and remove itself",
            calls: .atEnd
        ) { name, observers, tally in
            let center = NotificationCenter()
            for observer in observers {
                _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in
                    observer?.receive(tally)
                }
            }
            let others = others
            return Workload(name, onEnd: { center.post(name: channel, object: nil) }) { times in
                for time in 0..<times {
                    let other = others[time % others.count]
                    let token = center.addObserver(forName: channel, object: nil, queue: nil) { [weak other] _ in
                        other?.receive(tally)
                    }
                    center.removeObserver(token)
                }
            }
        },
        Contender(
            "OpenCombine", caveat: "returns a token, whose release ends the subscription", calls: .atEnd
        ) { name, observers, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = observers.map { observer in
                subject.sink { [weak observer] in observer?.receive($0) }
            }
            let others = others
            return Workload(
                name,
                onEnd: {
                    subject.send(tally)
                    _ = sinks
                }
            ) { times in
                for time in 0..<times {
                    let other = others[time % others.count]
                    subject.sink { [weak other] in other?.receive($0) }.cancel()
                }
            }
        },
        Contender("baseline", calls: .atEnd) { name, observers, tally in
            let baseline = Baseline()
            for observer in observers { baseline.register((any Listener).self, observer: observer) }
            let others = others
            return Workload(name, onEnd: { baseline.callAll((any Listener).self) { $0.receive(tally) } }) { times in
                for time in 0..<times {
                    let other = others[time % others.count]
                    baseline.register((any Listener).self, observer: other)
                    baseline.unregister((any Listener).self, observer: other)
                }
            }
        },
    ]

    /// The observers that come and go.
    ///
    /// If one stays by mistake, its call counts as one call too many of the first registered observer.
    private static let others = (0..<64).map { _ in CountingObserver(position: 0) }
}

/// All observers register, and then all unregister.
///
/// At the end they register again, and one broadcast checks that each is registered once.
package enum RegisteringAll {
    package static let ours = Contender("register all", calls: .atEnd) { name, observers, tally in
        let broadcaster = Broadcaster()
        return Workload(
            name,
            onEnd: {
                for observer in observers { broadcaster.register((any Listener).self, observer: observer) }
                broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) }
            }
        ) { times in
            for _ in 0..<times {
                for observer in observers { broadcaster.register((any Listener).self, observer: observer) }
                for observer in observers { broadcaster.unregister((any Listener).self, observer: observer) }
            }
        }
    }

    package static let peers = [
        Contender(
            "NotificationCenter", caveat: "returns a token for each observer, whose memory counts here", calls: .atEnd
        ) { name, observers, tally in
            let center = NotificationCenter()
            let add: @Sendable (CountingObserver) -> any NSObjectProtocol = { observer in
                center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in
                    observer?.receive(tally)
                }
            }
            return Workload(
                name,
                onEnd: {
                    for observer in observers { _ = add(observer) }
                    center.post(name: channel, object: nil)
                }
            ) { times in
                for _ in 0..<times {
                    let tokens = observers.map(add)
                    for token in tokens { center.removeObserver(token) }
                }
            }
        },
        Contender("baseline", calls: .atEnd) { name, observers, tally in
            let baseline = Baseline()
            return Workload(
                name,
                onEnd: {
                    for observer in observers { baseline.register((any Listener).self, observer: observer) }
                    baseline.callAll((any Listener).self) { $0.receive(tally) }
                }
            ) { times in
                for _ in 0..<times {
                    for observer in observers { baseline.register((any Listener).self, observer: observer) }
                    for observer in observers { baseline.unregister((any Listener).self, observer: observer) }
                }
            }
        },
    ]
}

/// Observers that register, stay until a thousand others have come, and are deallocated without unregistering.
///
/// Ten others stay, and are called at the end.
package let shortLived = Contender("register", calls: .atEnd) { name, observers, tally in
    let broadcaster = Broadcaster()
    for observer in observers { broadcaster.register((any Listener).self, observer: observer) }
    return Workload(name, onEnd: { broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) } }) {
        times in
        var alive: [TransientObserver] = []
        for time in 0..<times {
            let other = TransientObserver()
            broadcaster.register((any Listener).self, observer: other)
            if alive.count < 1000 { alive.append(other) } else { alive[time % 1000] = other }
        }
    }
}
