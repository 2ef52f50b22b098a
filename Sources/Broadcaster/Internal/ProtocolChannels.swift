internal import BroadcasterAtomics

/// The channels of one protocol: the list of the observers without a key, and those of each key.
///
/// `@unchecked` because locks guard what changes. The sets need not be `Sendable`: the signatures of `Broadcaster` say
/// who may use the observers of which protocol, and from where.
final class ProtocolChannels: @unchecked Sendable {
    /// The full name of the protocol, with a number if another type has that name.
    let name: String

    let list = ObserverList(isPurgedOnMainQueue: true)
    let keyed: KeyedLists

    /// The typed set around the list without a key, kept because it is handed out often.
    private let set: AnyObject

    /// How the channels have been used, as bits of ``ChannelUse``.
    private let uses = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init<T>(of protocolType: T.Type, name: String) {
        self.name = name
        set = WeakObjectSet<T>(list)
        keyed = KeyedLists(besides: list)
        uses.initialize(to: BroadcasterWord())
    }

    deinit { uses.deallocate() }

    /// The set of a channel, a `WeakObjectSet<T>`.
    func set<T>(of protocolType: T.Type, for key: ChannelKey?) -> AnyObject {
        key.map { WeakObjectSet<T>(keyed.list(of: $0, isAddition: false)) } ?? set
    }

    /// The observers that a broadcast calls, if there are any: those of its key, and those without a key.
    func snapshot(for key: ChannelKey?) -> Snapshot? {
        guard let key else { return list.snapshot() }
        if let snapshot = keyed.withList(of: key, { $0.snapshot() }) { return snapshot }
        guard let withoutKey = list.snapshot() else { return nil }
        // The key may have been created after the first look-up and before the snapshot. Then a snapshot without its
        // observers would be of no single moment, so the key is looked up again.
        return keyed.withList(of: key) { $0.snapshot() } ?? withoutKey
    }

    func add<T>(_ observer: T, for key: ChannelKey?, owner: (object: AnyObject, standInKeeper: AnyObject)? = nil) {
        let list = key.map { keyed.list(of: $0, isAddition: true) } ?? list
        // Retained meanwhile: a key is removed if its list is empty and not in use.
        withExtendedLifetime(list) { list.add(observer, owner: owner) }
    }

    /// Ends registrations for one key, or those without a key; `end` returns whether none is left.
    func endRegistrations(for key: ChannelKey?, _ end: (ObserverList) -> Bool) {
        if let key { keyed.changeList(of: key, end) } else { _ = end(list) }
    }

    /// Ends registrations for all keys, and those without a key; `end` returns whether none is left.
    func endAllRegistrations(_ end: (ObserverList) -> Bool) {
        _ = end(list)
        keyed.changeAllLists(end)
    }

    /// The classes of each channel's observers.
    var observerClasses: [(key: ChannelKey?, classes: [AnyClass])] {
        [(nil, list.classes())] + keyed.keys.compactMap { key in keyed.withList(of: key) { (key, $0.classes()) } }
    }

    /// Records how the channels are used, and traps if observers that are bound to the main actor are also used off it.
    ///
    /// At run time `any P & Sendable` is `any P`, so naming it reaches observers that aren't `Sendable`. The overload
    /// that the compiler chose shows whether it knew the type to be `Sendable`.
    func recordUse(_ use: ChannelUse) {
        // Relaxed: all threads agree on the order of changes to a single word. If two threads set different bits at
        // once, the later change gets the earlier bit back.
        guard BroadcasterLoadRelaxed(uses) & use.rawValue == 0 else { return }
        guard BroadcasterOrRelaxed(uses, use.rawValue) & ~use.rawValue == 0 else {
            fatalError(
                """
                The observers of '\(name)' are bound to the main actor, because they were registered or handed out as \
                a type that isn't known to be Sendable; but now they are also called, or handed out, off it. If they \
                may be used on any thread, declare the protocol itself ': Sendable', and constrain generic functions \
                that pass it on: '<T: Sendable>'. If not, notify without 'on:', and don't write '& Sendable'.
                """)
        }
    }
}

@usableFromInline
enum ChannelUse: UInt {
    /// The observers aren't known to be `Sendable`: they are registered and used on the main actor.
    case onMainActor = 1
    /// The observers are `Sendable`: they are called on another queue, or handed out to any thread.
    case anywhere = 2
}
