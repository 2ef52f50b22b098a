import Foundation

/// The rows of the tables; the first of each table is what the others are compared with.
package enum Rows {
    package static let weakLoop = Row.broadcast("weak loop", WeakLoop.init)
    package static let forEach = Row.broadcast("`set.forEach`", HeldSet.init)
    package static let forIn = Row.broadcast("`for … in set`") { HeldSet.Loop(held: HeldSet(tally: $0)) }
    package static let invoke = Row.broadcast("`delegates.invoke`", Delegates.init)
    package static let observersOf = Row.broadcast("`observers(of:)`", ObserversOf.init)
    package static let synchronousPeers: [Row] = [
        .broadcast("NotificationCenter") { Posts($0) },
        .broadcast("MainActorMessage", TypedPosts.init),
        .broadcast("OpenCombine", Subject.init),
        .broadcast("first attempt", FirstAttempt.init),
    ]

    package static let mainAsync = Row.onMainQueue("`main.async`") {
        WeakLoop.OnMainQueue(loop: WeakLoop(tally: $0))
    }
    package static let notify = Row.onMainQueue("`notify`", Notify.init)
    package static let notifyOnQueue = Row.onMainQueue("`notify(on:)`", NotifyOnQueue.init)
    package static let notifySet = Row.onMainQueue("`set.notify`") { HeldSet.Notify(held: HeldSet(tally: $0)) }
    package static let subjectOnMainQueue = Row.onMainQueue("OpenCombine") {
        Subject.OnMainQueue(base: Subject(tally: $0))
    }
    package static let mainQueuePeers: [Row] = [
        // It blocks the poster until the observers were called, so the main queue can't be blocked meanwhile.
        .broadcast("NotificationCenter") { Posts($0, queue: .main) },
        subjectOnMainQueue,
        .onMainQueue("first attempt") { FirstAttempt.OnMainQueue(base: FirstAttempt(tally: $0)) },
    ]

    package static let register = Row.register("Broadcaster", ObserversOf.init)
    package static let add = Row.register("`WeakObjectSet`", HeldSet.init)
    package static let registering: [Row] = [
        .register("NotificationCenter") { Posts($0) },
        register,
        .register("OpenCombine", Subject.init),
        .register("first attempt", FirstAttempt.init),
    ]
    package static let registeringAll: [Row] = [
        .registerAll("NotificationCenter") { Posts($0) },
        .registerAll("Broadcaster", OwnBroadcaster.init),
        .registerAll("first attempt", FirstAttempt.init),
    ]

    package static let twoThreads: [Row] = [
        .onTwoThreads("weak loop", WeakLoop.init, WeakLoop.init),
        .onTwoThreads("Broadcaster", ObserversOf.init, ObserversOfOther.init),
        Row("NotificationCenter") { observers in
            let center = NotificationCenter()
            return Row.onTwoThreads(
                "NotificationCenter", { Posts($0, center, name: "first") }, { Posts($0, center, name: "second") }
            ).workload(observers)
        },
    ]
    package static let besideChanges: [Row] = [
        .besideChanges("NotificationCenter") { Posts($0) },
        .besideChanges("Broadcaster", ObserversOf.init),
    ]
    package static let channels: [Row] = [
        .broadcast("NotificationCenter", ManyNames.init),
        .broadcast("Broadcaster", ManyProtocols.init),
    ]
}
