internal import BroadcasterAtomics

/// The channels of one protocol: the list of the observers without a key, and those of each key.
///
/// `@unchecked` because locks guard what changes. The signatures of `Broadcaster` say from where the observers of a
/// protocol may be used.
final class ProtocolChannels: @unchecked Sendable {
    /// The full name of the protocol, with a number if another type has that name.
    let name: String

    let list = ObserverList(isPurgedOnMainQueue: true)
    let keyed: KeyedLists

    /// How the channels have been used, as bits of ``ChannelUse``.
    private let uses = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init(name: String) {
        self.name = name
        keyed = KeyedLists(listWithoutKey: list)
        uses.initialize(to: BroadcasterWord())
    }

    deinit { uses.deallocate() }

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
        let list = key.map { keyed.listForAddition(to: $0) } ?? list
        // Retained meanwhile: a key is removed if its list is empty and not in use.
        withExtendedLifetime(list) { list.add(observer, owner: owner) }
    }

    /// Removes registrations for one key, or those without a key.
    func remove(_ removal: Membership.Removal, for key: ChannelKey?) {
        if let key { keyed.remove(removal, for: key) } else { list.remove(removal) }
    }

    /// Removes registrations for every key, and those without a key.
    func removeForEveryKey(_ removal: Membership.Removal) {
        list.remove(removal)
        keyed.removeForEveryKey(removal)
    }

    /// Whether an object, which the caller retains, is registered for a key or without one.
    func contains(_ identity: ObjectIdentifier, for key: ChannelKey?) -> Bool {
        key.flatMap { keyed.withList(of: $0) { $0.contains(identity) } } ?? list.contains(identity)
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
            fatalError(Complaints.mixedIsolation(of: name))
        }
    }
}

enum ChannelUse: UInt {
    /// The observers aren't known to be `Sendable`: they are registered and used on the main actor.
    case onMainActor = 1
    /// The observers are `Sendable`: they are called on another queue, or handed out to any thread.
    case anywhere = 2
}
