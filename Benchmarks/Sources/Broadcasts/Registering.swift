import Broadcaster
import Foundation
import OpenCombine

/// An observer comes and goes, while others are registered.
///
/// At the end, one broadcast tells that those, and only those, still are.
package enum Registering {
    package static let ours = Way("register") { name, ears, tally in
        for ear in ears { Broadcaster.register((any Listener).self, observer: ear) }
        let guests = guests
        return Subject(
            name,
            onEnd: {
                Broadcaster.observers(of: (any Listener).self).forEach { $0.hear(tally) }
                Broadcaster.unregister((any Listener).self)
            }
        ) { times in
            for time in 0..<times {
                let guest = guests[time % guests.count]
                Broadcaster.register((any Listener).self, observer: guest)
                Broadcaster.unregister((any Listener).self, observer: guest)
            }
        }
    }

    package static let peers = [
        Way("NotificationCenter") { name, ears, tally in
            let center = NotificationCenter()
            for ear in ears {
                _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak ear] _ in ear?.hear(tally) }
            }
            let guests = guests
            return Subject(name, onEnd: { center.post(name: channel, object: nil) }) { times in
                for time in 0..<times {
                    let guest = guests[time % guests.count]
                    let token = center.addObserver(forName: channel, object: nil, queue: nil) { [weak guest] _ in
                        guest?.hear(tally)
                    }
                    center.removeObserver(token)
                }
            }
        },
        Way("OpenCombine") { name, ears, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = ears.map { ear in subject.sink { [weak ear] in ear?.hear($0) } }
            let guests = guests
            return Subject(
                name,
                onEnd: {
                    subject.send(tally)
                    _ = sinks
                }
            ) { times in
                for time in 0..<times {
                    let guest = guests[time % guests.count]
                    subject.sink { [weak guest] in guest?.hear($0) }.cancel()
                }
            }
        },
        Way("baseline") { name, ears, tally in
            let baseline = Baseline()
            for ear in ears { baseline.register((any Listener).self, observer: ear) }
            let guests = guests
            return Subject(name, onEnd: { baseline.callAll((any Listener).self) { $0.hear(tally) } }) { times in
                for time in 0..<times {
                    let guest = guests[time % guests.count]
                    baseline.register((any Listener).self, observer: guest)
                    baseline.unregister((any Listener).self, observer: guest)
                }
            }
        },
    ]

    /// Who comes and goes.
    ///
    /// One that stays by mistake is counted as the first of the others, once too often.
    private static let guests = (0..<64).map { _ in Ear(position: 0) }
}

/// Observers that register, live while a thousand others come, and die without a word; ten stay, and are told at the end.
package let shortLived = Way("register") { name, ears, tally in
    let broadcaster = Broadcaster()
    for ear in ears { broadcaster.register((any Listener).self, observer: ear) }
    return Subject(name, onEnd: { broadcaster.observers(of: (any Listener).self).forEach { $0.hear(tally) } }) {
        times in
        var alive: [Guest] = []
        for time in 0..<times {
            let guest = Guest()
            broadcaster.register((any Listener).self, observer: guest)
            if alive.count < 1000 { alive.append(guest) } else { alive[time % 1000] = guest }
        }
    }
}
