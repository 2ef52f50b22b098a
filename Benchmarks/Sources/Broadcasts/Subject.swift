import Broadcaster
import Foundation
import OpenCombine
import OpenCombineDispatch

/// One way to do the work that is compared: `run` does it some number of times.
package struct Subject: Sendable {
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
package struct Way: Sendable {
    package let name: String
    private let make: @Sendable (_ name: String, [Ear], Tally) -> Subject

    init(_ name: String, make: @escaping @Sendable (_ name: String, [Ear], Tally) -> Subject) {
        self.name = name
        self.make = make
    }

    package func subject(_ ears: [Ear], _ tally: Tally) -> Subject {
        make(name, ears, tally)
    }
}

/// A broadcast here and now.
package enum Synchronous {
    package static let floor = Way("weak loop") { name, ears, tally in
        let loop = WeakLoop(ears)
        return Subject(name) { times in
            for _ in 0..<times { loop.callAll(tally) }
        }
    }

    package static let ours = [
        Way("forEach") { name, ears, tally in
            let set = WeakObjectSet<any Listener>(ears)
            return Subject(name) { times in
                for _ in 0..<times { set.forEach { $0.hear(tally) } }
            }
        },
        Way("forEach-open") { name, ears, tally in
            let set = WeakObjectSet<any OpenListener>(ears)
            return Subject(name) { times in
                for _ in 0..<times { set.forEach { $0.hear(tally) } }
            }
        },
        Way("for-in") { name, ears, tally in
            let set = WeakObjectSet<any Listener>(ears)
            return Subject(name) { times in
                for _ in 0..<times { for listener in set { listener.hear(tally) } }
            }
        },
        Way("for-in-open") { name, ears, tally in
            let set = WeakObjectSet<any OpenListener>(ears)
            return Subject(name) { times in
                for _ in 0..<times { for listener in set { listener.hear(tally) } }
            }
        },
        Way("invoke") { name, ears, tally in
            // Because one thread at a time uses it.
            nonisolated(unsafe) let delegates = MulticastDelegate<any Listener>(ears)
            return Subject(name) { times in
                for _ in 0..<times { delegates.invoke { $0.hear(tally) } }
            }
        },
        Way("invoke-open") { name, ears, tally in
            // Because one thread at a time uses it.
            nonisolated(unsafe) let delegates = MulticastDelegate<any OpenListener>(ears)
            return Subject(name) { times in
                for _ in 0..<times { delegates.invoke { $0.hear(tally) } }
            }
        },
        Way("keyed") { name, ears, tally in
            for ear in ears { Broadcaster.register((any Listener).self, observer: ear) }
            return Subject(name, onEnd: { Broadcaster.unregister((any Listener).self) }) { times in
                for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.hear(tally) } }
            }
        },
        Way("keyed-open") { name, ears, tally in
            for ear in ears { Broadcaster.register((any OpenListener).self, observer: ear) }
            return Subject(name, onEnd: { Broadcaster.unregister((any OpenListener).self) }) { times in
                for _ in 0..<times { Broadcaster.observers(of: (any OpenListener).self).forEach { $0.hear(tally) } }
            }
        },
    ]

    package static let peers = [
        Way("NotificationCenter") { name, ears, tally in
            let center = NotificationCenter()
            for ear in ears {
                _ = center.addObserver(forName: channel, object: nil, queue: nil) { [weak ear] _ in ear?.hear(tally) }
            }
            return Subject(name) { times in
                for _ in 0..<times { center.post(name: channel, object: nil) }
            }
        },
        Way("MainActorMessage") { name, ears, tally in
            let center = NotificationCenter()
            let sender = Sender()
            let tokens = MainActor.assumeIsolated {
                ears.map { ear in
                    center.addObserver(of: sender, for: Message.self) { [weak ear] in ear?.hear($0.tally) }
                }
            }
            // The tokens end their observations when they go.
            return Subject(name, onEnd: { _ = tokens }) { times in
                MainActor.assumeIsolated {
                    for _ in 0..<times { center.post(Message(tally: tally), subject: sender) }
                }
            }
        },
        Way("OpenCombine") { name, ears, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = ears.map { ear in subject.sink { [weak ear] in ear?.hear($0) } }
            return Subject(name, onEnd: { _ = sinks }) { times in
                for _ in 0..<times { subject.send(tally) }
            }
        },
        Way("baseline") { name, ears, tally in
            let baseline = Baseline()
            for ear in ears { baseline.register((any Listener).self, observer: ear) }
            return Subject(name) { times in
                for _ in 0..<times { baseline.callAll((any Listener).self) { $0.hear(tally) } }
            }
        },
    ]
}

/// A broadcast from a background thread to the main queue, until the last observer has heard it.
///
/// `NotificationCenter` blocks the poster until then, each time.
package enum ToMain {
    package static let floor = Way("main.async") { name, ears, tally in
        let loop = WeakLoop(ears)
        return Subject(name, toMain: { DispatchQueue.main.async { loop.callAll(tally) } })
    }

    package static let ours = [
        Way("notify") { name, ears, tally in
            for ear in ears { Broadcaster.register((any Listener).self, observer: ear) }
            return Subject(
                name, onEnd: { Broadcaster.unregister((any Listener).self) },
                toMain: { Broadcaster.notify((any Listener).self) { $0.hear(tally) } })
        },
        Way("notify-open") { name, ears, tally in
            for ear in ears { Broadcaster.register((any OpenListener).self, observer: ear) }
            return Subject(
                name, onEnd: { Broadcaster.unregister((any OpenListener).self) },
                toMain: { Broadcaster.notify((any OpenListener).self) { $0.hear(tally) } })
        },
    ]

    package static let peers = [
        Way("NotificationCenter") { name, ears, tally in
            let center = NotificationCenter()
            for ear in ears {
                _ = center.addObserver(forName: channel, object: nil, queue: .main) { [weak ear] _ in ear?.hear(tally) }
            }
            return Subject(name) { times in
                for _ in 0..<times { center.post(name: channel, object: nil) }
            }
        },
        Way("OpenCombine") { name, ears, tally in
            // Because one thread at a time uses them.
            nonisolated(unsafe) let subject = PassthroughSubject<Tally, Never>()
            nonisolated(unsafe) let sinks = ears.map { ear in
                subject.receive(on: DispatchQueue.main.ocombine).sink { [weak ear] in ear?.hear($0) }
            }
            return Subject(name, onEnd: { _ = sinks }, toMain: { subject.send(tally) })
        },
        Way("baseline") { name, ears, tally in
            let baseline = Baseline()
            for ear in ears { baseline.register((any Listener).self, observer: ear) }
            return Subject(name, toMain: { baseline.notify((any Listener).self) { $0.hear(tally) } })
        },
    ]
}

let channel = Notification.Name("Listener")

final class Sender: Sendable {}

struct Message: NotificationCenter.MainActorMessage {
    typealias Subject = Sender
    let tally: Tally
}

extension Subject {
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
