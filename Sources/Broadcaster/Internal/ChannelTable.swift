/// The registrations for a protocol: those without a key, and those for each key.
///
/// It is a plain value that knows no lock and no queue. Nothing outside it holds the registrations for a key, so a key
/// goes with its last one. A change returns what it took out as ``Garbage``.
///
/// What takes time in proportion to all registrations is done for one *part* after another, so that a lock needn't be
/// held throughout. The first part is the channel without a key. The channels with keys are divided into the others.
struct ChannelTable: ~Copyable {
    private(set) var withoutKey = Membership()
    private(set) var channelsByKey = DividedDictionary<ChannelKey, KeyChannel>()

    /// The channels with a key of each observer: exactly those that have a position for it.
    ///
    /// So unregistering an observer looks at no other keys, and the index retains no key that has no registration.
    private(set) var channelsByObserver = DividedDictionary<ObjectIdentifier, ChannelsOfObserver>()

    private var countWithKey = 0
    private var latestNumber = 0
    private var purges = PurgeSchedule()

    /// How many registrations there are, with and without a key.
    ///
    /// Counts deallocated observers that aren't purged yet.
    private var count: Int { withoutKey.count + countWithKey }

    /// What adding a registration leaves to do after the lock.
    struct Insertion {
        /// Whether to purge: to look for deallocated observers by loading each, and then to remove them.
        var isPurgeDue = false
        var garbage = Garbage()
    }

    /// Adds a registration at the end unless its observer, which the caller retains, has one for this key.
    mutating func insert(_ registration: Registration, for key: ChannelKey?) -> Insertion {
        latestNumber += 1
        registration.number = latestNumber
        let garbage: Garbage
        if let key {
            let channel = channelsByKey[key] ?? makeChannel(key)
            let countBefore = channel.membership.count
            guard case .added(let replaced) = channel.membership.insert(registration) else { return Insertion() }
            channelsByObserver[registration.identity].insert(channel)
            garbage = finishChange(of: channel, from: countBefore, replacing: replaced)
        } else {
            guard case .added(let replaced) = withoutKey.insert(registration) else { return Insertion() }
            garbage = Garbage(buffer: replaced)
        }
        return Insertion(isPurgeDue: purges.countAddition(reaching: count), garbage: garbage)
    }

    private mutating func makeChannel(_ key: ChannelKey) -> KeyChannel {
        let channel = KeyChannel(key)
        channelsByKey[key] = channel
        return channel
    }

    /// Removes registrations for a key, or those without a key.
    mutating func remove(_ removal: Membership.Removal, for key: ChannelKey?) -> Garbage {
        defer { purges.countRemoval(leaving: count) }
        guard let key else { return Garbage(buffer: withoutKey.remove(removal)) }
        guard let channel = channelsByKey[key] else { return Garbage() }
        let countBefore = channel.membership.count
        let replaced = channel.membership.remove(removal)
        if case .observer(let identity) = removal { channelsByObserver[identity].remove(channel) }
        return finishChange(of: channel, from: countBefore, replacing: replaced)
    }

    /// Follows a change of a channel with a key: updates the count and the index, and removes an empty channel.
    private mutating func finishChange(
        of channel: KeyChannel, from countBefore: Int, replacing replaced: SlotBuffer?
    ) -> Garbage {
        let count = channel.membership.count
        countWithKey += count - countBefore
        // Compacting removes the registrations that readers had found ended.
        replaced?.forEachEnded { registration in
            // The observer may have registered again, or a new one at its address.
            guard channel.membership.positions[registration.identity] == nil else { return }
            channelsByObserver[registration.identity].remove(channel)
        }
        guard count == 0 else { return Garbage(buffer: replaced) }
        channelsByKey[channel.key] = nil
        return Garbage(buffer: replaced, channel: channel)
    }

    /// The registration of an object, which the caller retains, for a key or without one, if it has one.
    func registration(of identity: ObjectIdentifier, for key: ChannelKey?) -> Registration? {
        guard let key else { return withoutKey[identity] }
        return channelsByKey[key]?.membership[identity]
    }

    /// The keys that an observer is registered for.
    func keys(of observer: ObjectIdentifier) -> [ChannelKey] { channelsByObserver[observer]?.keys ?? [] }

    /// The registrations that a reader of a key visits: those for the key, and those without one.
    ///
    /// Inlined, because each broadcast calls it.
    @inline(__always)
    func snapshot(for key: ChannelKey?) -> Snapshot? {
        guard let key, let channel = channelsByKey[key] else { return Snapshot(withoutKey.slots) }
        return Snapshot(channel.membership.slots, withoutKey: withoutKey.slots)
    }

    /// Compacts the channels that a reader of a key visits, if readers have found many of their registrations ended.
    mutating func compactIfDue(for key: ChannelKey?) -> [Garbage] {
        let visited: [ChannelKey?] = key == nil ? [nil] : [nil, key]
        return visited.filter { slots(for: $0)?.isCompactionDue == true }.map { remove(.ended, for: $0) }
    }

    private func slots(for key: ChannelKey?) -> FilledSlots? {
        guard let key else { return withoutKey.slots }
        return channelsByKey[key]?.membership.slots
    }

    var partCount: Int { 1 + channelsByKey.parts.count }

    /// The channels of a part that have registrations.
    func channels(inPart part: Int) -> [ChannelSlots] {
        if part == 0 { return withoutKey.slots.map { [ChannelSlots(key: nil, slots: $0)] } ?? [] }
        return channelsByKey.parts[part - 1].values.map { ChannelSlots(key: $0.key, slots: $0.membership.slots!) }
    }
}

/// The registrations for one key.
///
/// A class, because a dictionary can't hold a value that isn't copyable. `@exclusivity(unchecked)` because the lock of
/// the table ensures it, and the check makes a broadcast a fifth slower.
final class KeyChannel {
    let key: ChannelKey
    @exclusivity(unchecked) fileprivate(set) var membership = Membership()

    init(_ key: ChannelKey) { self.key = key }
}

/// What a channel had when it was looked at: the slots that were filled, outside the lock.
struct ChannelSlots {
    let key: ChannelKey?
    let slots: FilledSlots
}

/// What a change took out, for the caller to release after the lock.
///
/// A buffer can be large, and the `deinit` of a key, or of what a closure captures, may use the broadcaster.
struct Garbage {
    var buffer: SlotBuffer?
    var channel: KeyChannel?
}

/// The channels with a key that one observer is registered for.
struct ChannelsOfObserver {
    /// Most observers have one key, which needs no dictionary.
    private var one: KeyChannel?
    private(set) var others: [ObjectIdentifier: KeyChannel] = [:]

    var isEmpty: Bool { one == nil && others.isEmpty }
    var keys: [ChannelKey] { (one.map { [$0.key] } ?? []) + others.values.map(\.key) }

    mutating func insert(_ channel: KeyChannel) {
        if one === channel || others[ObjectIdentifier(channel)] != nil { return }
        if one == nil { one = channel } else { others[ObjectIdentifier(channel)] = channel }
    }

    mutating func remove(_ channel: KeyChannel) {
        if one === channel {
            one = nil
        } else {
            others[ObjectIdentifier(channel)] = nil
            others.shrinkIfSparse()
        }
    }
}

/// An entry of the index, which is there while the observer has a key.
extension ChannelsOfObserver? {
    fileprivate mutating func insert(_ channel: KeyChannel) {
        if self == nil { self = ChannelsOfObserver() }
        self!.insert(channel)
    }

    fileprivate mutating func remove(_ channel: KeyChannel) {
        self?.remove(channel)
        if self?.isEmpty == true { self = nil }
    }
}
