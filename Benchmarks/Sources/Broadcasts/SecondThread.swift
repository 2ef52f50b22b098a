import Broadcaster
import Foundation

/// The same broadcast for two threads at once, each with its own tally.
package struct Pair: Sendable {
    package let name: String
    package let first: Subject
    package let second: Subject

    init(
        _ name: String, _ tallies: (Tally, Tally), onEnd: @escaping @Sendable () -> Void = {},
        run: @escaping @Sendable (Tally, _ times: Int) -> Void
    ) {
        let (first, second) = tallies
        self.init(name, Subject(name, onEnd: onEnd) { run(first, $0) }, Subject(name) { run(second, $0) })
    }

    init(_ name: String, _ first: Subject, _ second: Subject) {
        self.name = name
        self.first = first
        self.second = second
    }

    package func end() {
        first.end()
        second.end()
    }
}

package enum SecondThread {
    /// Both threads broadcast to the same observers.
    package static func sharing(_ ears: [Ear], _ tallies: (Tally, Tally)) -> [Pair] {
        let loop = WeakLoop(ears)
        let set = WeakObjectSet<any Listener>(ears)
        for ear in ears { Broadcaster.register((any Listener).self, observer: ear) }
        let center = NotificationCenter()
        for ear in ears {
            _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak ear] _ in ear?.hear(.ofThisThread)
            }
        }
        return [
            Pair("weak loop", tallies) { tally, times in
                for _ in 0..<times { loop.callAll(tally) }
            },
            Pair("forEach", tallies) { tally, times in
                for _ in 0..<times { set.forEach { $0.hear(tally) } }
            },
            Pair("keyed", tallies, onEnd: { Broadcaster.unregister((any Listener).self) }) { tally, times in
                for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.hear(tally) } }
            },
            Pair("NotificationCenter", tallies) { tally, times in
                tally.beOfThisThread()
                for _ in 0..<times { center.post(name: channel, object: nil) }
            },
        ]
    }

    /// Each thread broadcasts to observers of its own, through a protocol of its own.
    package static func apart(_ ears: ([Ear], [Ear]), _ tallies: (Tally, Tally)) -> [Pair] {
        func pair(_ first: Way, _ second: Way) -> Pair {
            Pair(first.name, first.subject(ears.0, tallies.0), second.subject(ears.1, tallies.1))
        }
        let (keyed, open) = (
            Synchronous.ours.first { $0.name == "keyed" }!, Synchronous.ours.first { $0.name == "keyed-open" }!
        )
        let center = NotificationCenter()
        let names = (Notification.Name("first"), Notification.Name("second"))
        for ear in ears.0 {
            _ = center.addObserver(forName: names.0, object: nil, queue: nil) { [weak ear] _ in ear?.hear(.ofThisThread)
            }
        }
        for ear in ears.1 {
            _ = center.addObserver(forName: names.1, object: nil, queue: nil) { [weak ear] _ in ear?.hear(.ofThisThread)
            }
        }
        func post(_ name: Notification.Name, _ tally: Tally) -> Subject {
            Subject("NotificationCenter") { times in
                tally.beOfThisThread()
                for _ in 0..<times { center.post(name: name, object: nil) }
            }
        }
        return [
            pair(Synchronous.floor, Synchronous.floor), pair(keyed, open),
            Pair("NotificationCenter", post(names.0, tallies.0), post(names.1, tallies.1)),
        ]
    }

    /// The first thread broadcasts to some observers, while on the second one others come and go.
    package static func whileRegistering(_ ears: [Ear], _ tally: Tally) -> [Pair] {
        let guests = (0..<64).map { _ in Guest() }
        for ear in ears { Broadcaster.register((any Listener).self, observer: ear) }
        let center = NotificationCenter()
        for ear in ears {
            _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak ear] _ in ear?.hear(tally) }
        }
        return [
            Pair(
                "keyed",
                Subject("keyed", onEnd: { Broadcaster.unregister((any Listener).self) }) { times in
                    for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.hear(tally) } }
                },
                Subject("register") { times in
                    for time in 0..<times {
                        let guest = guests[time % guests.count]
                        Broadcaster.register((any Listener).self, observer: guest)
                        Broadcaster.unregister((any Listener).self, observer: guest)
                    }
                }),
            Pair(
                "NotificationCenter",
                Subject("NotificationCenter") { times in
                    for _ in 0..<times { center.post(name: channel, object: nil) }
                },
                Subject("add") { times in
                    for time in 0..<times {
                        let guest = guests[time % guests.count]
                        let token = center.addObserver(forName: channel, object: nil, queue: nil) { [weak guest] _ in
                            _ = guest
                        }
                        center.removeObserver(token)
                    }
                }),
        ]
    }
}
