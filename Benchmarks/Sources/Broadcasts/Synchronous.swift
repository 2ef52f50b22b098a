import Broadcaster
import Foundation
import OpenCombine

/// A synchronous broadcast.
package enum Synchronous {
    package static let floor = Contender("weak loop", caveat: "serves one thread and a fixed list of observers") {
        name, observers, tally in
        let loop = WeakLoop(observers)
        return Workload(name) { times in
            for _ in 0..<times { loop.callAll(tally) }
        }
    }

    package static let ours = [
        Contender("forEach") { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { set.forEach { $0.receive(tally) } }
            }
        },
        Contender("forEach-open") { name, observers, tally in
            let set = WeakObjectSet<any OpenListener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { set.forEach { $0.receive(tally) } }
            }
        },
        Contender("for-in") { name, observers, tally in
            let set = WeakObjectSet<any Listener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { for listener in set { listener.receive(tally) } }
            }
        },
        Contender("for-in-open") { name, observers, tally in
            let set = WeakObjectSet<any OpenListener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { for listener in set { listener.receive(tally) } }
            }
        },
        Contender("invoke") { name, observers, tally in
            // Because one thread at a time uses it.
            nonisolated(unsafe) let delegates = MulticastDelegate<any Listener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { delegates.invoke { $0.receive(tally) } }
            }
        },
        Contender("invoke-open") { name, observers, tally in
            // Because one thread at a time uses it.
            nonisolated(unsafe) let delegates = MulticastDelegate<any OpenListener>(observers)
            return Workload(name) { times in
                for _ in 0..<times { delegates.invoke { $0.receive(tally) } }
            }
        },
        Contender("keyed") { name, observers, tally in
            for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
            return Workload(name, onEnd: { Broadcaster.unregister((any Listener).self) }) { times in
                for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.receive(tally) } }
            }
        },
        Contender("keyed-open") { name, observers, tally in
            for observer in observers { Broadcaster.register((any OpenListener).self, observer: observer) }
            return Workload(name, onEnd: { Broadcaster.unregister((any OpenListener).self) }) { times in
                for _ in 0..<times { Broadcaster.observers(of: (any OpenListener).self).forEach { $0.receive(tally) } }
            }
        },
    ]

    package static let peers = [
        Contender("NotificationCenter", caveat: "calls its blocks in no fixed order on Linux") {
            name, observers, tally in
            let center = NotificationCenter()
            for observer in observers {
                _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in
                    observer?.receive(tally)
                }
            }
            return Workload(name) { times in
                for _ in 0..<times { center.post(name: channel, object: nil) }
            }
        },
        Contender("MainActorMessage", caveat: "posts on the main actor only, and needs macOS 26") {
            name, observers, tally in
            let center = NotificationCenter()
            let sender = Sender()
            let tokens = MainActor.assumeIsolated {
                observers.map { observer in
                    center.addObserver(of: sender, for: Message.self) { [weak observer] in observer?.receive($0.tally) }
                }
            }
            // A token that is released ends its observation.
            return Workload(name, onEnd: { _ = tokens }) { times in
                MainActor.assumeIsolated {
                    for _ in 0..<times { center.post(Message(tally: tally), subject: sender) }
                }
            }
        },
        Contender("OpenCombine", caveat: "calls its sinks in no fixed order") { name, observers, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = observers.map { observer in
                subject.sink { [weak observer] in observer?.receive($0) }
            }
            return Workload(name, onEnd: { _ = sinks }) { times in
                for _ in 0..<times { subject.send(tally) }
            }
        },
        Contender("baseline", caveat: "calls observers in no fixed order, and never removes deallocated ones") {
            name, observers, tally in
            let baseline = Baseline()
            for observer in observers { baseline.register((any Listener).self, observer: observer) }
            return Workload(name) { times in
                for _ in 0..<times { baseline.callAll((any Listener).self) { $0.receive(tally) } }
            }
        },
    ]
}

let channel = Notification.Name("Listener")

final class Sender: Sendable {}

struct Message: NotificationCenter.MainActorMessage {
    typealias Subject = Sender
    let tally: Tally
}
