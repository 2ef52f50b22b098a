import Broadcaster
import Foundation

/// The workloads of two threads that run at once.
package struct ThreadPair: Sendable {
    package let name: String
    package let first: Workload
    package let second: Workload

    /// The same broadcast on both threads, each with its own tally.
    init(
        _ name: String, _ tallies: (Tally, Tally), onEnd: @escaping @Sendable () -> Void = {},
        run: @escaping @Sendable (Tally, _ times: Int) -> Void
    ) {
        let (first, second) = tallies
        self.init(name, Workload(name, onEnd: onEnd) { run(first, $0) }, Workload(name) { run(second, $0) })
    }

    init(_ name: String, _ first: Workload, _ second: Workload) {
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
    package static func sharing(_ observers: [CountingObserver], _ tallies: (Tally, Tally)) -> [ThreadPair] {
        let loop = WeakLoop(observers)
        let set = WeakObjectSet<any Listener>(observers)
        for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
        let center = NotificationCenter()
        for observer in observers {
            _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in
                observer?.receive(.current)
            }
        }
        return [
            ThreadPair("weak loop", tallies) { tally, times in
                for _ in 0..<times { loop.callAll(tally) }
            },
            ThreadPair("forEach", tallies) { tally, times in
                for _ in 0..<times { set.forEach { $0.receive(tally) } }
            },
            ThreadPair("keyed", tallies, onEnd: { Broadcaster.unregister((any Listener).self) }) { tally, times in
                for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) } }
            },
            ThreadPair("NotificationCenter", tallies) { tally, times in
                tally.makeCurrent()
                for _ in 0..<times { center.post(name: channel, object: nil) }
            },
        ]
    }

    /// Each thread broadcasts to observers of its own, through a protocol of its own.
    package static func separate(_ observers: ([CountingObserver], [CountingObserver]), _ tallies: (Tally, Tally))
        -> [ThreadPair]
    {
        func pair(_ first: Contender, _ second: Contender) -> ThreadPair {
            ThreadPair(first.name, first.workload(observers.0, tallies.0), second.workload(observers.1, tallies.1))
        }
        let (keyed, open) = (
            Synchronous.ours.first { $0.name == "keyed" }!, Synchronous.ours.first { $0.name == "keyed-open" }!
        )
        let center = NotificationCenter()
        let names = (Notification.Name("first"), Notification.Name("second"))
        for observer in observers.0 {
            _ = center.addObserver(forName: names.0, object: nil, queue: nil) { [weak observer] _ in
                observer?.receive(.current)
            }
        }
        for observer in observers.1 {
            _ = center.addObserver(forName: names.1, object: nil, queue: nil) { [weak observer] _ in
                observer?.receive(.current)
            }
        }
        func post(_ name: Notification.Name, _ tally: Tally) -> Workload {
            Workload("NotificationCenter") { times in
                tally.makeCurrent()
                for _ in 0..<times { center.post(name: name, object: nil) }
            }
        }
        return [
            pair(Synchronous.floor, Synchronous.floor), pair(keyed, open),
            ThreadPair("NotificationCenter", post(names.0, tallies.0), post(names.1, tallies.1)),
        ]
    }

    /// The first thread broadcasts, while the second one registers and unregisters other observers.
    package static func whileRegistering(_ observers: [CountingObserver], _ tally: Tally) -> [ThreadPair] {
        let others = (0..<64).map { _ in TransientObserver() }
        let loop = LockedWeakLoop(observers)
        for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
        let center = NotificationCenter()
        for observer in observers {
            _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in
                observer?.receive(tally)
            }
        }
        return [
            ThreadPair(
                "keyed",
                Workload("keyed", onEnd: { Broadcaster.unregister((any Listener).self) }) { times in
                    for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) } }
                },
                Workload("register") { times in
                    for time in 0..<times {
                        let other = others[time % others.count]
                        Broadcaster.register((any Listener).self, observer: other)
                        Broadcaster.unregister((any Listener).self, observer: other)
                    }
                }),
            ThreadPair(
                "locked weak loop",
                Workload("locked weak loop") { times in for _ in 0..<times { loop.callAll(tally) } },
                Workload("add") { times in
                    for time in 0..<times {
                        loop.add(others[time % others.count])
                        loop.removeLast()
                    }
                }),
            ThreadPair(
                "NotificationCenter",
                Workload("NotificationCenter") { times in
                    for _ in 0..<times { center.post(name: channel, object: nil) }
                },
                Workload("add") { times in
                    for time in 0..<times {
                        let other = others[time % others.count]
                        let token = center.addObserver(forName: channel, object: nil, queue: nil) { [weak other] _ in
                            _ = other
                        }
                        center.removeObserver(token)
                    }
                }),
        ]
    }
}
