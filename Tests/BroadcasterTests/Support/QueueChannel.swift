import Broadcaster
import Foundation

/// A channel whose broadcasts are delivered on another queue, in each form for which the rules hold.
///
/// `@unchecked` because its tests order the uses of a multicast delegate.
struct QueueChannel: @unchecked Sendable {
    enum Form: CaseIterable { case withoutKey, withKey, set, delegates }

    /// The broadcaster, the set or the multicast delegate, which only the channel retains.
    let owner: AnyObject
    let queue: DispatchQueue
    let add: (any Incrementing) -> Void
    let remove: (any Incrementing) -> Void
    /// Delivers on the channel's queue.
    let notify: (@escaping @Sendable (any Incrementing) -> Void) -> Void
    let notifyOnMain: (@escaping @MainActor (any Incrementing) -> Void) -> Void
}

extension QueueChannel {
    init(_ form: Form, _ observers: [any Incrementing] = []) {
        let queue = DispatchQueue(label: "test")
        switch form {
        case .withoutKey, .withKey:
            let key = keyOrNone(form == .withKey ? "lobby" : nil)
            let broadcaster = Broadcaster()
            self.init(
                owner: broadcaster, queue: queue,
                add: { broadcaster.register(Incrementing.self, for: key, observer: $0) },
                remove: { broadcaster.unregister(Incrementing.self, for: key, observer: $0) },
                notify: { broadcaster.notify(Incrementing.self, for: key, on: queue, block: $0) },
                notifyOnMain: { broadcaster.notify(Incrementing.self, for: key, block: $0) })
        case .set:
            let set = WeakObjectSet<any Incrementing>()
            self.init(
                owner: set, queue: queue, add: set.add, remove: set.remove, notify: { set.notify(on: queue, $0) },
                notifyOnMain: { set.notify($0) })
        case .delegates:
            let delegates = MulticastDelegate<any Incrementing>()
            self.init(
                owner: delegates, queue: queue, add: delegates.add, remove: delegates.remove,
                notify: { delegates.notify(on: queue, $0) }, notifyOnMain: { delegates.notify($0) })
        }
        for observer in observers { add(observer) }
    }
}
