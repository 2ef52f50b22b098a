import Broadcaster
import Foundation

/// What an owner creates for observers of its own.
package struct Instance: Sendable {
    package let name: String
    /// Creates one, with one observer; it is called when the message runs.
    package let make: @Sendable (CountingObserver) -> (owner: any Sendable, message: @Sendable (Tally) -> Void)

    package static let all = [
        Instance(name: "WeakObjectSet") { observer in
            let set = WeakObjectSet<any Listener>(observer)
            return (set, { tally in set.forEach { $0.receive(tally) } })
        },
        Instance(name: "MulticastDelegate") { observer in
            // Because one thread at a time uses it.
            nonisolated(unsafe) let delegates = MulticastDelegate<any Listener>([observer])
            return (Unchecked(delegates), { tally in delegates.invoke { $0.receive(tally) } })
        },
        Instance(name: "Broadcaster") { observer in
            let broadcaster = Broadcaster()
            broadcaster.register((any Listener).self, observer: observer)
            return (
                broadcaster, { tally in broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) } }
            )
        },
        Instance(name: "NotificationCenter") { observer in
            let center = NotificationCenter()
            _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in
                observer?.receive(.current)
            }
            return (
                center,
                { tally in
                    tally.makeCurrent()
                    center.post(name: channel, object: nil)
                }
            )
        },
        Instance(name: "baseline") { observer in
            let baseline = Baseline()
            baseline.register((any Listener).self, observer: observer)
            return (baseline, { tally in baseline.callAll((any Listener).self) { $0.receive(tally) } })
        },
    ]
}

/// What one thread at a time uses.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
