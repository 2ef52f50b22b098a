import Broadcaster
import Foundation
import OpenCombine
import OpenCombineDispatch

/// A broadcast from a background thread to the main queue, until the last observer was called.
package enum MainQueue {
    package static let floor = Contender("main.async", caveat: "serves one thread and a fixed list of observers") {
        name, observers, tally in
        let loop = WeakLoop(observers)
        return Workload(name, onMainQueue: { DispatchQueue.main.async { loop.callAll(tally) } })
    }

    package static let ours = [
        Contender("notify") { name, observers, tally in
            for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
            return Workload(
                name, onEnd: { Broadcaster.unregister((any Listener).self) },
                onMainQueue: { Broadcaster.notify((any Listener).self) { $0.receive(tally) } })
        },
        Contender("notify-open") { name, observers, tally in
            for observer in observers { Broadcaster.register((any OpenListener).self, observer: observer) }
            return Workload(
                name, onEnd: { Broadcaster.unregister((any OpenListener).self) },
                onMainQueue: { Broadcaster.notify((any OpenListener).self) { $0.receive(tally) } })
        },
        Contender("notify-set") { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            return Workload(name, onMainQueue: { set.notify { $0.receive(tally) } })
        },
        Contender("notify-delegates") { name, observers, tally in
            // Because one thread at a time uses it.
            nonisolated(unsafe) let delegates = MulticastDelegate<any Listener>(observers)
            return Workload(name, onMainQueue: { delegates.notify { $0.receive(tally) } })
        },
    ]

    /// What no broadcaster can do without: it takes a block, and other threads may come and go.
    package static let locked = Contender("locked weak loop") { name, observers, tally in
        let loop = LockedWeakLoop(observers)
        return Workload(name, onMainQueue: { loop.notify { $0.receive(tally) } })
    }

    package static let peers = [
        Contender(
            "NotificationCenter",
            caveat:
                "blocks the poster until the observers were called, so each broadcast waits for two changes of thread, which the others don't"
        ) { name, observers, tally in
            let center = NotificationCenter()
            for observer in observers {
                _ = center.addObserver(forName: channel, object: nil, queue: .main) { [weak observer] _ in
                    observer?.receive(tally)
                }
            }
            return Workload(name) { times in
                for _ in 0..<times { center.post(name: channel, object: nil) }
            }
        },
        Contender("OpenCombine", caveat: "makes one hop for each observer") { name, observers, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = observers.map { observer in
                subject.receive(on: DispatchQueue.main.ocombine).sink { [weak observer] in observer?.receive($0) }
            }
            return Workload(name, onEnd: { _ = sinks }, onMainQueue: { subject.send(tally) })
        },
        Contender("baseline", caveat: "makes one hop for each observer, and calls them in no fixed order") {
            name, observers, tally in
            let baseline = Baseline()
            for observer in observers { baseline.register((any Listener).self, observer: observer) }
            return Workload(name, onMainQueue: { baseline.notify((any Listener).self) { $0.receive(tally) } })
        },
    ]
}

extension Workload {
    /// Blocks the main queue until all broadcasts are sent.
    ///
    /// So the costs of sending and of delivering add up, and neither hides behind the other on another core.
    fileprivate init(
        _ name: String, onEnd: @escaping @Sendable () -> Void = {},
        onMainQueue broadcast: @escaping @Sendable () -> Void
    ) {
        self.init(name, onEnd: onEnd) { times in
            let allSent = DispatchSemaphore(value: 0)
            DispatchQueue.main.async { allSent.wait() }
            for _ in 0..<times { broadcast() }
            allSent.signal()
            DispatchQueue.main.sync {}
        }
    }
}
