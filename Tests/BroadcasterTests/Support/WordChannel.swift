import Broadcaster

/// A channel of words in each form for which the rules hold: of a broadcaster, or of an owner's set.
///
/// All observers of these tests stay on the main actor.
@MainActor
struct WordChannel {
    enum Form: CaseIterable { case withoutKey, withKey, set, delegates, sendableSet, sendableDelegates }

    /// The broadcaster, the set or the multicast delegate, which only the channel retains.
    let owner: AnyObject
    let add: (any WordObserver) -> Void
    let remove: (any WordObserver) -> Void
    let removeAll: () -> Void
    let notify: (@escaping @MainActor (any WordObserver) -> Void) -> Void
}

extension WordChannel {
    init(_ form: Form, _ observers: [any WordObserver] = []) {
        switch form {
        case .withoutKey, .withKey:
            let key = keyOrNone(form == .withKey ? "lobby" : nil)
            let broadcaster = Broadcaster()
            self.init(
                owner: broadcaster, add: { broadcaster.register(WordObserver.self, for: key, observer: $0) },
                remove: { broadcaster.unregister(WordObserver.self, for: key, observer: $0) },
                removeAll: { broadcaster.unregister(WordObserver.self, for: key) },
                notify: { broadcaster.notify(WordObserver.self, for: key, block: $0) })
        case .set:
            let set = WeakObjectSet<any WordObserver>()
            self.init(
                owner: set, add: set.add, remove: set.remove, removeAll: set.removeAll, notify: { set.notify($0) })
        case .delegates:
            let delegates = MulticastDelegate<any WordObserver>()
            self.init(
                owner: delegates, add: delegates.add, remove: delegates.remove, removeAll: delegates.removeAll,
                notify: { delegates.notify($0) })
        case .sendableSet:
            let set = WeakObjectSet<any WordObserver & Sendable>()
            self.init(
                owner: set, add: { set.add(Self.sendable($0)) }, remove: { set.remove(Self.sendable($0)) },
                removeAll: set.removeAll, notify: { block in set.notify { block($0) } })
        case .sendableDelegates:
            let delegates = MulticastDelegate<any WordObserver & Sendable>()
            self.init(
                owner: delegates, add: { delegates.add(Self.sendable($0)) },
                remove: { delegates.remove(Self.sendable($0)) }, removeAll: delegates.removeAll,
                notify: { block in delegates.notify { block($0) } })
        }
        for observer in observers { add(observer) }
    }

    private static func sendable(_ observer: any WordObserver) -> any WordObserver & Sendable {
        // `as`, because the argument would be opened otherwise.
        unsafeBitCast(observer as any WordObserver, to: (any WordObserver & Sendable).self)
    }
}
