@testable import Broadcaster

extension Broadcaster {
    /// How many keys a protocol has, those included whose observers are gone.
    func keyCount<T>(of protocolType: T.Type) -> Int { lists(of: protocolType).count - 1 }

    /// Looks for keys whose observers are gone, as happens on the main queue when the keys have doubled.
    func purgeKeys<T>(of protocolType: T.Type) {
        channels(of: T.self).keyed.purge()
    }

    /// The list of a protocol's observers without a key.
    func list<T>(of protocolType: T.Type) -> ObserverList { channels(of: T.self).list }

    /// The list of a key's observers, if there is one.
    func list<T, Key: Hashable & Sendable>(of protocolType: T.Type, for key: Key) -> ObserverList? {
        channels(of: T.self).keyed.withList(of: ChannelKey.make(key)) { $0 }
    }

    /// The lists of a protocol's channels, which are known to be used.
    func lists<T>(of protocolType: T.Type) -> [(key: ChannelKey?, list: ObserverList)] {
        channels(of: T.self).lists
    }
}

extension ProtocolChannels {
    /// The lists of all channels, the one without a key first.
    var lists: [(key: ChannelKey?, list: ObserverList)] {
        var lists: [(key: ChannelKey?, list: ObserverList)] = [(nil, list)]
        for key in keyed.keys { keyed.withList(of: key) { lists.append((key, $0)) } }
        return lists
    }
}

extension ObserverList {
    /// How many registrations there is room for.
    var capacity: Int { inspect { $0.buffer.slotCount } }

    func checkInvariants() { inspect { $0.checkInvariants() } }
}

extension SlotBuffer {
    var isFull: Bool { count == slotCount }
}

extension Membership {
    /// Stops the program if an invariant doesn't hold.
    borrowing func checkInvariants() {
        precondition(buffer.count <= buffer.slotCount)
        // Room for twice what was copied; and removing compacts before half of that is left.
        precondition(
            buffer.slotCount <= max(4 * count, 32), "\(count) registrations, room for \(buffer.slotCount)"
        )
        precondition(positions.capacity <= max(8 * count, 64), "\(count) registrations, room for \(positions.capacity)")
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
