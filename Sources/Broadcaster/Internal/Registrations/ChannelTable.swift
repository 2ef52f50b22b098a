/// The registrations for a protocol: those without a key, and those for each key.
///
/// It is a plain value that knows no lock and no queue. Nothing outside it holds the registrations for a key, so a key
/// goes with its last one. A change returns what it took out as ``Garbage``.
struct ChannelTable: ~Copyable {
    private(set) var withoutKey = RegistrationList()
    private(set) var channelsByKey = [ChannelKey: KeyedChannel]()

    /// The channels with a key of each observer: exactly those that have a position for it, but for those of a test.
    ///
    /// So unregistering an observer looks at no other keys, and the index retains no key that has no registration.
    private(set) var channelsByObserver = [ObjectIdentifier: [ObjectIdentifier: KeyedChannel]]()

    private var countWithKey = 0
    /// The number of the latest registration.
    private(set) var latestNumber = 0
    private var purges = PurgeSchedule()

    /// How many registrations there are, with and without a key.
    ///
    /// Counts deallocated observers that aren't purged yet.
    private var count: Int { withoutKey.count + countWithKey }

    #if DEBUG
        private(set) var history = RegistrationHistory()
    #endif

    /// What adding a registration leaves to do after the lock.
    struct Insertion {
        /// Whether to purge: to look for deallocated observers by loading each, and then to remove them.
        let isPurgeDue: Bool
        let garbage: Garbage
    }

    /// Adds a registration at the end; returns `nil` if its observer, which the caller retains, has one for this key.
    mutating func insert(_ registration: Registration, for key: ChannelKey?) -> Insertion? {
        latestNumber += 1
        registration.number = latestNumber
        #if DEBUG
            history.add(registration, for: key)
        #endif
        let garbage: Garbage
        if let key {
            let channel = channelsByKey[key] ?? makeChannel(key)
            let countBefore = channel.registrations.count
            guard case .added(let replaced) = channel.registrations.insert(registration) else { return nil }
            channelsByObserver[registration.identity, default: [:]][ObjectIdentifier(channel)] = channel
            garbage = finishChange(of: channel, from: countBefore, replacing: replaced)
        } else {
            guard case .added(let replaced) = withoutKey.insert(registration) else { return nil }
            garbage = Garbage(buffer: replaced)
        }
        return Insertion(isPurgeDue: purges.countAddition(reaching: count), garbage: garbage)
    }

    private mutating func makeChannel(_ key: ChannelKey) -> KeyedChannel {
        let channel = KeyedChannel(key)
        channelsByKey[key] = channel
        return channel
    }

    /// Removes registrations for a key, or those without a key.
    mutating func takeOut(_ removal: RegistrationList.Removal, for key: ChannelKey?) -> Garbage {
        guard let key else { return takeOut(removal, of: nil) }
        guard let channel = channelsByKey[key] else { return Garbage() }
        return takeOut(removal, of: channel)
    }

    /// Removes registrations from a channel with a key, or from the one without.
    mutating func takeOut(_ removal: RegistrationList.Removal, of channel: KeyedChannel?) -> Garbage {
        defer { purges.countRemoval(leaving: count) }
        guard let channel else { return Garbage(buffer: withoutKey.apply(removal)) }
        let countBefore = channel.registrations.count
        let replaced = channel.registrations.apply(removal)
        if case .observer(let identity) = removal { removeFromIndex(channel, of: identity) }
        return finishChange(of: channel, from: countBefore, replacing: replaced)
    }

    /// Removes all registrations, with and without a key, and returns the channels that had some.
    mutating func takeOutAll() -> [ChannelSlots] {
        let removed = channels
        // The result retains what a change takes out.
        for channel in removed { _ = takeOut(.all, of: channel.keyed) }
        return removed
    }

    /// Follows a change of a channel with a key: updates the count and the index, and removes an empty channel.
    private mutating func finishChange(
        of channel: KeyedChannel, from countBefore: Int, replacing replaced: SlotBuffer?
    ) -> Garbage {
        let count = channel.registrations.count
        countWithKey += count - countBefore
        // Compacting removes the registrations that readers had found ended.
        replaced?.forEachEnded { registration in
            // The observer may have registered again, or a new one at its address.
            guard channel.registrations.positions[registration.identity] == nil else { return }
            removeFromIndex(channel, of: registration.identity)
        }
        // A channel that was empty before isn't in the table any more.
        guard count == 0, countBefore > 0 else { return Garbage(buffer: replaced) }
        removeEmptyChannel(channel)
        return Garbage(buffer: replaced, channel: channel)
    }

    /// Removes a channel that has lost its last registration.
    ///
    /// By identity, because its key may have become equal to that of another channel since, and find that one.
    private mutating func removeEmptyChannel(_ channel: KeyedChannel) {
        if let index = channelsByKey.index(forKey: channel.key), channelsByKey.values[index] === channel {
            channelsByKey.remove(at: index)
        } else if let index = channelsByKey.values.firstIndex(where: { $0 === channel }) {
            channelsByKey.remove(at: index)
        }
        channelsByKey.shrinkIfSparse()
    }

    private mutating func removeFromIndex(_ channel: KeyedChannel, of observer: ObjectIdentifier) {
        guard var channels = channelsByObserver.removeValue(forKey: observer) else { return }
        channels[ObjectIdentifier(channel)] = nil
        if channels.isEmpty {
            channelsByObserver.shrinkIfSparse()
        } else {
            channels.shrinkIfSparse()
            channelsByObserver[observer] = channels
        }
    }

    /// The registrations of an object, which the caller retains, that a reader of a key visits.
    func registrations(of identity: ObjectIdentifier, for key: ChannelKey?) -> [Registration] {
        let withKey = key.flatMap { channelsByKey[$0]?.registrations[identity] }
        return [withKey, withoutKey[identity]].compactMap { $0 }
    }

    /// The channels with a key that have a registration of an observer.
    func channels(of observer: ObjectIdentifier) -> [KeyedChannel] {
        guard let channels = channelsByObserver[observer] else { return [] }
        return Array(channels.values)
    }

    /// The registrations that a reader of a key visits: those for the key, and those without one.
    ///
    /// Inlined, because each broadcast calls it.
    @inline(__always)
    func snapshot(for key: ChannelKey?) -> Snapshot? {
        guard let key, let channel = channelsByKey[key] else { return Snapshot(withoutKey.slots) }
        return Snapshot(channel.registrations.slots, withoutKey: withoutKey.slots)
    }

    /// Compacts the channel of a key, or the one without, if readers have found many of its registrations ended.
    mutating func compactIfDue(for key: ChannelKey?) -> Garbage {
        let buffer = if let key { channelsByKey[key]?.registrations.buffer } else { withoutKey.buffer }
        return buffer?.isCompactionDue == true ? takeOut(.ended, for: key) : Garbage()
    }

    /// The channels that have registrations; first the one without a key.
    var channels: [ChannelSlots] {
        var channels: [ChannelSlots] = []
        if let slots = withoutKey.slots { channels.append(ChannelSlots(keyed: nil, slots: slots)) }
        for channel in channelsByKey.values {
            channels.append(ChannelSlots(keyed: channel, slots: channel.registrations.slots!))
        }
        return channels
    }

    /// The channels for a purge to visit, which begins now.
    mutating func beginPurge() -> [ChannelSlots] {
        purges.begin()
        return channels
    }
}

/// The registrations for one key.
///
/// A class, because a dictionary can't hold a value that isn't copyable. `@unchecked Sendable` and
/// `@exclusivity(unchecked)` because only the table uses the registrations, under its lock; the check would make a
/// broadcast a fifth slower.
final class KeyedChannel: @unchecked Sendable {
    let key: ChannelKey
    @exclusivity(unchecked) fileprivate(set) var registrations = RegistrationList()

    init(_ key: ChannelKey) { self.key = key }
}

/// What a channel had when it was looked at: the slots that were filled, outside the lock.
struct ChannelSlots {
    /// The channel with a key; `nil` for the one without.
    let keyed: KeyedChannel?
    let slots: FilledSlots
}

/// What a change took out, for the caller to release after the lock.
///
/// A buffer can be large, and the `deinit` of a key, or of what a closure captures, may use the broadcaster.
struct Garbage {
    var buffer: SlotBuffer?
    var channel: KeyedChannel?

    /// Releases what closures captured whose registrations have ended, and keeps the rest until then.
    ///
    /// It keeps everything until it is called: the optimizer releases a result that isn't used, even before the lock is
    /// unlocked.
    func release() { withExtendedLifetime(self) { buffer?.releaseEndedAdapters() } }
}

extension Dictionary {
    /// Gives back memory if most of it is unused, because a dictionary keeps its capacity when elements are removed.
    @inline(__always)
    fileprivate mutating func shrinkIfSparse() { if isSparse(for: count) { shrink() } }

    private mutating func shrink() { self = reduce(into: Dictionary(minimumCapacity: count)) { $0[$1.key] = $1.value } }
}
