import Broadcaster
import Foundation
import OpenCombine
import OpenCombineDispatch

/// One contender to do the work that is compared: `run` does it some number of times.
package struct Workload: Sendable {
    package let name: String
    package let run: @Sendable (_ times: Int) -> Void
    let onEnd: @Sendable () -> Void

    package init(
        _ name: String, onEnd: @escaping @Sendable () -> Void = {}, run: @escaping @Sendable (_ times: Int) -> Void
    ) {
        self.name = name
        self.run = run
        self.onEnd = onEnd
    }

    /// Ends the registrations that the subject itself would not take along.
    package func end() {
        onEnd()
    }
}

/// Makes a subject that broadcasts to these observers.
package struct Contender: Sendable {
    package let name: String
    private let make: @Sendable (_ name: String, [CountingObserver], Tally) -> Workload

    init(_ name: String, make: @escaping @Sendable (_ name: String, [CountingObserver], Tally) -> Workload) {
        self.name = name
        self.make = make
    }

    package func workload(_ observers: [CountingObserver], _ tally: Tally) -> Workload {
        make(name, observers, tally)
    }
}

/// A broadcast here and now.
package enum Synchronous {
    package static let floor = Contender("weak loop") { name, observers, tally in
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
        Contender("NotificationCenter") { name, observers, tally in
            let center = NotificationCenter()
            for observer in observers {
                _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak observer] _ in observer?.receive(tally) }
            }
            return Workload(name) { times in
                for _ in 0..<times { center.post(name: channel, object: nil) }
            }
        },
        Contender("MainActorMessage") { name, observers, tally in
            let center = NotificationCenter()
            let sender = Sender()
            let tokens = MainActor.assumeIsolated {
                observers.map { observer in
                    center.addObserver(of: sender, for: Message.self) { [weak observer] in observer?.receive($0.tally) }
                }
            }
            // The tokens end their observations when they go.
            return Workload(name, onEnd: { _ = tokens }) { times in
                MainActor.assumeIsolated {
                    for _ in 0..<times { center.post(Message(tally: tally), subject: sender) }
                }
            }
        },
        Contender("OpenCombine") { name, observers, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = observers.map { observer in subject.sink { [weak observer] in observer?.receive($0) } }
            return Workload(name, onEnd: { _ = sinks }) { times in
                for _ in 0..<times { subject.send(tally) }
            }
        },
        Contender("baseline") { name, observers, tally in
            let baseline = Baseline()
            for observer in observers { baseline.register((any Listener).self, observer: observer) }
            return Workload(name) { times in
                for _ in 0..<times { baseline.callAll((any Listener).self) { $0.receive(tally) } }
            }
        },
    ]
}

/// A broadcast from a background thread to the main queue, until the last observer has heard it.
///
/// `NotificationCenter` blocks the poster until then, each time.
package enum ToMain {
    package static let floor = Contender("main.async") { name, observers, tally in
        let loop = WeakLoop(observers)
        return Workload(name, toMain: { DispatchQueue.main.async { loop.callAll(tally) } })
    }

    package static let ours = [
        Contender("notify") { name, observers, tally in
            for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
            return Workload(
                name, onEnd: { Broadcaster.unregister((any Listener).self) },
                toMain: { Broadcaster.notify((any Listener).self) { $0.receive(tally) } })
        },
        Contender("notify-open") { name, observers, tally in
            for observer in observers { Broadcaster.register((any OpenListener).self, observer: observer) }
            return Workload(
                name, onEnd: { Broadcaster.unregister((any OpenListener).self) },
                toMain: { Broadcaster.notify((any OpenListener).self) { $0.receive(tally) } })
        },
    ]

    package static let peers = [
        Contender("NotificationCenter") { name, observers, tally in
            let center = NotificationCenter()
            for observer in observers {
                _ = center.addObserver(forName: channel, object: nil, queue: .main) { [weak observer] _ in observer?.receive(tally) }
            }
            return Workload(name) { times in
                for _ in 0..<times { center.post(name: channel, object: nil) }
            }
        },
        Contender("OpenCombine") { name, observers, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = observers.map { observer in
                subject.receive(on: DispatchQueue.main.ocombine).sink { [weak observer] in observer?.receive($0) }
            }
            return Workload(name, onEnd: { _ = sinks }, toMain: { subject.send(tally) })
        },
        Contender("baseline") { name, observers, tally in
            let baseline = Baseline()
            for observer in observers { baseline.register((any Listener).self, observer: observer) }
            return Workload(name, toMain: { baseline.notify((any Listener).self) { $0.receive(tally) } })
        },
    ]
}

let channel = Notification.Name("Listener")

final class Sender: Sendable {}

struct Message: NotificationCenter.MainActorMessage {
    typealias Subject = Sender
    let tally: Tally
}

extension Workload {
    /// Holds the main queue up until all is sent, so that what sending costs and what delivering costs add up, and
    /// neither hides behind the other on another core.
    fileprivate init(
        _ name: String, onEnd: @escaping @Sendable () -> Void = {}, toMain broadcast: @escaping @Sendable () -> Void
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
