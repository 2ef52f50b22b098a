import Broadcaster
import Counting
import Foundation

/// All workloads, in the order of the table.
var workloads: KeyValuePairs<String, Workload> {
    [
        "flag-read": Workload(observers: 0) { _ in
            let flag = Flag()
            return .init(run: { times in for _ in 0..<times { Keep(flag.isRaised ? 1 : 0) } })
        },
        "isEmpty-0": isEmpty(0),
        "isEmpty-1": isEmpty(1),
        "count-1": Workload(observers: 1, calls: .none) { observers in
            let set = WeakObjectSet<any Listener>(observers)
            return .init(run: { times in for _ in 0..<times { Keep(set.count) } })
        },
        "contains-1": Workload(observers: 1, calls: .none) { observers in
            let set = WeakObjectSet<any Listener>(observers)
            return .init(run: { times in for _ in 0..<times { Keep(set.contains(observers[0]) ? 1 : 0) } })
        },
        "removeAll-0": Workload(observers: 0) { observers in
            let set = WeakObjectSet<any Listener>(observers)
            return .init(run: { times in for _ in 0..<times { set.removeAll() } })
        },

        "weak-loop-1": weakLoop(1),
        "weak-loop-10": weakLoop(10),
        "forEach-0": forEach(0),
        "forEach-1": forEach(1),
        "forEach-10": forEach(10),
        "forEach-open-1": Workload(observers: 1) { observers in
            let set = WeakObjectSet<any OpenListener>(observers)
            return .init(run: { times in for _ in 0..<times { set.forEach { $0.receive() } } })
        },
        "for-in-0": forIn(0),
        "for-in-1": forIn(1),
        "for-in-10": forIn(10),
        "invoke-1": Workload(observers: 1) { observers in
            let delegates = MulticastDelegate<any Listener>(observers)
            return .init(run: { times in for _ in 0..<times { delegates.invoke { $0.receive() } } })
        },
        "keyed-0": keyed(0),
        "keyed-1": keyed(1),
        "keyed-10": keyed(10),

        "main.async-1-send": mainAsync(1, counts: .sending),
        "notify-0-send": notify(0, counts: .sending),
        "notify-1-send": notify(1, counts: .sending),
        "notify-set-1-send": notifySet(1, counts: .sending),
        "main.async-1-deliver": mainAsync(1, counts: .delivering),
        "notify-1-deliver": notify(1, counts: .delivering),
        "notify-10-deliver": notify(10, counts: .delivering),
        "notify-set-1-deliver": notifySet(1, counts: .delivering),

        "keyed-of-1000-channels": Channels.keyed(1000),
        "center-of-1000-channels": Channels.notificationCenter(1000),

        "register-unregister-1": registering(1),
        "register-unregister-1000": registering(1000),
        "register-all-10000": Workload(observers: 10_000, calls: .none) { observers in
            .init(run: { times in
                precondition(times == observers.count, "Each observer is registered once.")
                for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
                for observer in observers { Broadcaster.unregister((any Listener).self, observer: observer) }
            })
        },
        "add-remove-1": Workload(observers: 1, calls: .none) { observers in
            let set = WeakObjectSet<any Listener>(observers)
            let others = (0..<64).map { _ in CountingObserver() }
            return .init(run: { times in
                for time in 0..<times {
                    set.add(others[time % 64])
                    set.remove(others[time % 64])
                }
            })
        },
        "new-set-1": Workload(observers: 1, calls: .none) { observers in
            .init(run: { times in for _ in 0..<times { Keep(WeakObjectSet<any Listener>(observers[0]).count) } })
        },
        "new-broadcaster-1": Workload(observers: 1, calls: .none) { observers in
            .init(run: { times in
                for _ in 0..<times {
                    let broadcaster = Broadcaster()
                    broadcaster.register((any Listener).self, observer: observers[0])
                    Keep(broadcaster.observers(of: (any Listener).self).count)
                }
            })
        },
    ]
}

private func isEmpty(_ count: Int) -> Workload {
    Workload(observers: count, calls: .none) { observers in
        let set = WeakObjectSet<any Listener>(observers)
        return .init(run: { times in for _ in 0..<times { Keep(set.isEmpty ? 1 : 0) } })
    }
}

private func weakLoop(_ count: Int) -> Workload {
    Workload(observers: count) { observers in
        let loop = WeakLoop(observers)
        return .init(run: { times in for _ in 0..<times { loop.forEach { $0.receive() } } })
    }
}

private func forEach(_ count: Int) -> Workload {
    Workload(observers: count) { observers in
        let set = WeakObjectSet<any Listener>(observers)
        return .init(run: { times in for _ in 0..<times { set.forEach { $0.receive() } } })
    }
}

private func forIn(_ count: Int) -> Workload {
    Workload(observers: count) { observers in
        let set = WeakObjectSet<any Listener>(observers)
        return .init(run: { times in for _ in 0..<times { for listener in set { listener.receive() } } })
    }
}

private func keyed(_ count: Int) -> Workload {
    Workload(observers: count) { observers in
        for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
        return .init(run: { times in
            for _ in 0..<times { Broadcaster.observers(of: (any Listener).self).forEach { $0.receive() } }
        })
    }
}

/// The half of an asynchronous broadcast that is counted.
private enum Half { case sending, delivering }

private func mainAsync(_ count: Int, counts half: Half) -> Workload {
    Workload(observers: count) { observers in
        let loop = WeakLoop(observers)
        return prepared(half) { times in
            for _ in 0..<times { DispatchQueue.main.async { loop.forEach { $0.receive() } } }
        }
    }
}

private func notify(_ count: Int, counts half: Half) -> Workload {
    Workload(observers: count) { observers in
        for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
        return prepared(half) { times in
            for _ in 0..<times { Broadcaster.notify((any Listener).self) { $0.receive() } }
        }
    }
}

private func notifySet(_ count: Int, counts half: Half) -> Workload {
    Workload(observers: count) { observers in
        let set = WeakObjectSet<any Listener>(observers)
        return prepared(half) { times in for _ in 0..<times { set.notify { $0.receive() } } }
    }
}

private func prepared(_ half: Half, send: @escaping (_ times: Int) -> Void) -> Workload.Prepared {
    switch half {
    case .sending: .init(run: send, after: DrainMainQueue)
    case .delivering: .init(run: { _ in DrainMainQueue() }, before: send)
    }
}

private func registering(_ count: Int) -> Workload {
    Workload(observers: count, calls: .none) { observers in
        for observer in observers { Broadcaster.register((any Listener).self, observer: observer) }
        let others = (0..<64).map { _ in CountingObserver() }
        return .init(run: { times in
            for time in 0..<times {
                Broadcaster.register((any Listener).self, observer: others[time % 64])
                Broadcaster.unregister((any Listener).self, observer: others[time % 64])
            }
        })
    }
}

/// The floor of a guard in front of a hot path: an object says whether a flag is raised.
private final class Flag {
    var isRaised: Bool {
        @inline(never) get { value }
    }
    private let value = getpid() < 0
}
