import Broadcaster
import Foundation
import OpenCombine

/// An observer comes and goes, while others are registered.
///
/// At the end, one broadcast tells that those, and only those, still are.
package enum Registering {
    package static let ours = Contender("register") { name, observers, tally in
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
        Contender("NotificationCenter") { name, observers, tally in
            let center = NotificationCenter()
            for observer in observers {
                _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in observer?.receive(tally) }
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
        Contender("OpenCombine") { name, observers, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = observers.map { observer in subject.sink { [weak observer] in observer?.receive($0) } }
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
        Contender("baseline") { name, observers, tally in
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

    /// Who comes and goes.
    ///
    /// One that stays by mistake is counted as the first of the others, once too often.
    private static let others = (0..<64).map { _ in CountingObserver(position: 0) }
}

/// Observers that register, live while a thousand others come, and die without a word; ten stay, and are told at the end.
package let shortLived = Contender("register") { name, observers, tally in
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
