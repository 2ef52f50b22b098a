@testable import Broadcaster

extension Broadcaster {
    /// How many messages closures handle now, all of them and those for which a call of `settled()` waits.
    var handledMessageCounts: (all: Int, awaited: Int) {
        var counts = (all: 0, awaited: 0)
        forEachHandledMessage { _, _, isAwaited in
            counts.all += 1
            if isAwaited { counts.awaited += 1 }
        }
        return counts
    }

    /// How many keys a protocol has, those included whose observers are deallocated.
    func keyCount<T>(of protocolType: T.Type) -> Int { channels(of: T.self).keys.count }

    /// Looks for deallocated observers, as happens on the main queue when a purge is due.
    func purge<T>(_ protocolType: T.Type) { channels(of: T.self).purge() }

    func channels<T>(of protocolType: T.Type) -> LockedRegistrations { entry(of: T.self).channels }

    /// How many registrations a key has, if it has a channel.
    func count<T, Key: Hashable & Sendable>(of protocolType: T.Type, for key: Key) -> Int? {
        channels(of: T.self).inspect { $0.channelsByKey[ChannelKey.make(key)]?.registrations.count }
    }

    /// How many registrations for a key there is room for, if it has a channel.
    func capacity<T, Key: Hashable & Sendable>(of protocolType: T.Type, for key: Key) -> Int? {
        channels(of: T.self).inspect {
            $0.channelsByKey[ChannelKey.make(key)]?.registrations.buffer.slotCount
        }
    }
}

extension LockedRegistrations {
    /// How many registrations without a key there are.
    var count: Int { inspect { $0.withoutKey.count } }

    /// How many registrations without a key there is room for.
    var capacity: Int { inspect { $0.withoutKey.buffer.slotCount } }

    var keys: [ChannelKey] { inspect { Array($0.channelsByKey.keys) } }

    func checkInvariants() { inspect { $0.checkInvariants() } }
}

extension SlotBuffer {
    var isFull: Bool { count == slotCount }
}

extension ChannelTable {
    /// The keys that an observer is registered for.
    func keys(of observer: ObjectIdentifier) -> [ChannelKey] { channels(of: observer).map(\.key) }

    /// Stops the program if an invariant doesn't hold.
    borrowing func checkInvariants() {
        withoutKey.checkInvariants()
        var indexed: Set<[ObjectIdentifier]> = []
        for (identity, channels) in channelsByObserver {
            precondition(!channels.isEmpty, "an observer without keys in the index")
            for channel in channels.values { indexed.insert([identity, ObjectIdentifier(channel.key)]) }
            channels.checkRoom()
        }
        for (key, channel) in channelsByKey {
            precondition(channel.key === key && channel.registrations.count > 0, "a key without registrations")
            channel.registrations.checkInvariants()
            for identity in channel.registrations.positions.keys {
                precondition(indexed.remove([identity, ObjectIdentifier(key)]) != nil, "not in the index")
            }
        }
        precondition(indexed.isEmpty, "what was removed is in the index")
        channelsByKey.checkRoom()
        channelsByObserver.checkRoom()
    }
}

extension Dictionary {
    func checkRoom() { precondition(capacity <= Swift.max(8 * count, 64), "room for \(capacity), not \(count)") }
}

extension RegistrationList {
    /// Stops the program if an invariant doesn't hold.
    borrowing func checkInvariants() {
        precondition(buffer.count <= buffer.slotCount)
        // Room for twice what was copied; and removing compacts before half of that is left.
        precondition(
            buffer.slotCount <= max(4 * count, 32), "\(count) registrations, room for \(buffer.slotCount)"
        )
        positions.checkRoom()
        for (identity, position) in positions {
            precondition(position < buffer.count, "a position behind the end")
            precondition(buffer.withSlot(position) { $0.identity } == identity, "a registration not found")
        }
        for position in 0..<buffer.count where buffer.withSlot(position, { !$0.hasEnded }) {
            let identity = buffer.withSlot(position) { $0.identity }
            precondition(positions[identity] == position, "a registration that isn't indexed, or two of one identity")
        }
    }
}
