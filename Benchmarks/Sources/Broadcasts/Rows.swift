import Foundation

/// The rows of the tables; the first of each table is what the others are compared with.
package enum Rows {
    package static let weakLoop = Row.broadcast("weak loop", WeakLoop.init)
    package static let forEach = Row.broadcast("`set.forEach`", HeldSet.init)
    package static let forIn = Row.broadcast("`for … in set`") { HeldSet.Loop(held: HeldSet(tally: $0)) }
    package static let invoke = Row.broadcast("`delegates.invoke`", Delegates.init)
    package static let observersOf = Row.broadcast("`observers(of:)`") { ObserversOf($0) }
    package static let observersOfKey = Row.broadcast("`observers(of:for:)`") {
        ObserversOf($0, KeyListenerChannel.self, for: "lobby")
    }
    package static let posts = Row.broadcast("NotificationCenter") { Posts($0) }
    package static let otherPeers: [Row] = [
        .broadcast("MainActorMessage", TypedPosts.init), .broadcast("OpenCombine", Subject.init),
    ]
    package static let synchronous = [posts, observersOf] + otherPeers + [forEach, forIn, invoke, weakLoop]
    package static let withKeys: [Row] = [
        .broadcast("`post(name:object:)`") { Posts($0, object: CountingObserver(position: 0)) }, observersOfKey,
        .broadcast("`post(name:object:)` beside 10,000 objects") {
            Posts($0, object: CountingObserver(position: 0), others: 10_000)
        },
        .broadcast("`observers(of:for:)` beside 10,000 keys") {
            ObserversOf($0, OtherListenerChannel.self, for: "lobby", others: 10_000)
        },
        observersOf,
    ]

    package static let mainAsync = Row.onMainQueue("`main.async`") {
        WeakLoop.OnMainQueue(loop: WeakLoop(tally: $0))
    }
    package static let notify = Row.onMainQueue("`notify`") { ObserversOf.Notify(base: ObserversOf($0)) }
    package static let notifyForKey = Row.onMainQueue("`notify(for:)`") {
        ObserversOf.Notify(base: ObserversOf($0, OtherListenerChannel.self, for: "lobby"))
    }
    static let notifyOnQueue = Row.onMainQueue("`notify(on:)`") {
        ObserversOf.Notify(base: ObserversOf($0), queue: .main)
    }
    package static let notifySet = Row.onMainQueue("`set.notify`") { HeldSet.Notify(held: HeldSet(tally: $0)) }
    static let subjectOnMainQueue = Row.onMainQueue("OpenCombine") { Subject.OnMainQueue(base: Subject(tally: $0)) }
    // The main queue can't be blocked, because `NotificationCenter` blocks the poster until the observers were called.
    package static let mainQueuePeers = [
        .broadcast("NotificationCenter") { Posts($0, queue: .main) }, subjectOnMainQueue,
    ]

    static let add = Row.register("`WeakObjectSet`", HeldSet.init)
    package static let register = Row.register("Broadcaster") { ObserversOf($0) }
    static let registerForKey = Row.register("Broadcaster, with a key") { ObserversOf($0, for: "lobby") }
    package static let registering: [Row] = [
        .register("NotificationCenter") { Posts($0) }, register, .register("OpenCombine", Subject.init),
        .register("Broadcaster, beside ten keys") { ObserversOf($0, KeyListenerChannel.self, others: 10) },
        .register("Broadcaster, beside 100,000 keys") {
            ObserversOf($0, OtherListenerChannel.self, others: 100_000)
        },
    ]
    /// The rows whose allocations are counted.
    package static let allocating = [
        forEach, forIn, invoke, observersOf, observersOfKey, mainAsync, notify, notifyForKey, notifyOnQueue,
        notifyMonitored, notifyValue, notifySet, add.named("`add` and `remove`"),
        register.named("`register` and `unregister`"),
        registerForKey.named("`register(for:)` and `unregister`"), observe.named("`observe` and `cancel`"),
    ]
    package static let ofHeldSets = [forEach, invoke]
    /// The rows whose instructions are counted.
    package static let counted: [Row] = [
        observersOf, observersOfKey,
        .sending("`notify`, sending") { ObserversOf.Notify(base: ObserversOf($0)) }, notify,
        .sending("`notify(for:)`, sending") {
            ObserversOf.Notify(base: ObserversOf($0, OtherListenerChannel.self, for: "lobby"))
        }, notifyForKey,
        notifyMonitored, notifyValue, notifyStreams, notifyFullStreams,
        register.named("`register` and `unregister`"),
        registerForKey.named("`register(for:)` and `unregister`"),
    ]
    package static let registeringAll: [Row] = [
        .registerAll("NotificationCenter") { Posts($0) }, .registerAll("Broadcaster") { ObserversOf($0) },
    ]

    package static let twoThreads: [Row] = [
        Row("NotificationCenter") { observers, tally in
            let center = NotificationCenter()
            return Row.onTwoThreads(
                "NotificationCenter", { Posts($0, center, name: "first") }, { Posts($0, center, name: "second") }
            ).workload(observers, tally)
        },
        .onTwoThreads("Broadcaster", { ObserversOf($0) }, { ObserversOf($0, OtherListenerChannel.self) }),
        .onTwoThreads("weak loop", WeakLoop.init, WeakLoop.init),
    ]
    package static let besideChanges: [Row] = [
        .besideChanges("NotificationCenter") { Posts($0) }, .besideChanges("Broadcaster") { ObserversOf($0) },
    ]
    package static let besideBroadcasts: [Row] = [
        .besideBroadcasts("NotificationCenter") { Posts($0) }, .besideBroadcasts("Broadcaster") { ObserversOf($0) },
    ]
}
