internal import BroadcasterAtomics
import Foundation

/// What a broadcaster consists of: from a protocol to the set of its observers.
///
/// A channel is a type: its identity decides, because types that differ can print alike. The names are the keys of a
/// dictionary, each made unique, which a concurrent queue guards: reads run side by side, writes are barriers. What the
/// dictionary says of a type is written once and never changes, so a table by type identity stands in front of it and
/// never needs to be invalidated. After a protocol's first use, finding its set takes neither name nor queue.
///
/// `@unchecked` because the queue guards the dictionary and insertions into the table.
final class Registry: @unchecked Sendable {
    static let shared = Unmanaged.passRetained(Registry())

    private var entries: [String: RegistryEntry] = [:]
    private let entriesByType = TypeTable()

    /// Shared by all registries: it is needed at a protocol's first use, and a queue costs as much as a registry.
    private static let queue = DispatchQueue(label: "Broadcaster.Registry", attributes: .concurrent)

    /// The broadcasts that are pending on queues other than the main one.
    let deliveries = PendingDeliveries()

    /// The entry of a protocol, unretained because the registry keeps it, unless the protocol was never used.
    func existingEntry(for protocolType: Any.Type) -> Unmanaged<RegistryEntry>? {
        entriesByType.object(for: ObjectIdentifier(protocolType)).map { .fromOpaque($0) }
    }

    /// The entry of a protocol, made at its first use.
    func entry<T>(for protocolType: T.Type) -> Unmanaged<RegistryEntry> {
        if let entry = existingEntry(for: protocolType) { return entry }
        // Module, context and type arguments included, and even the place of a private protocol.
        let printedName = typeName(protocolType)
        return Self.queue.sync(flags: .barrier) {
            if let entry = existingEntry(for: protocolType) { return entry }
            var name = printedName
            var number = 1
            while entries[name] != nil {
                number += 1
                name = "\(printedName) (\(number))"
            }
            let entry = RegistryEntry(protocolType, name: name)
            entries[name] = entry
            let unretained = Unmanaged.passUnretained(entry)
            entriesByType.insert(unretained.toOpaque(), for: ObjectIdentifier(protocolType))
            return unretained
        }
    }

    /// The observers of broadcasts, if there are any.
    var broadcastObservers: Snapshot? {
        existingEntry(for: (any BroadcastObserver).self)?._withUnsafeGuaranteedRef { $0.snapshot(for: nil) }
    }

    /// All entries, by name.
    var allEntries: [RegistryEntry] {
        Self.queue.sync { Array(entries.values) }.sorted { $0.name < $1.name }
    }
}

/// What a registry keeps for one protocol: the set of the observers without a key, and those of each key.
///
/// `@unchecked` because locks guard what changes. The sets need not be `Sendable`: the signatures of `Broadcaster` say who
/// may use the observers of which protocol, and from where.
final class RegistryEntry: @unchecked Sendable {
    /// The full name of the protocol, with a number if another type has that name.
    let name: String

    private let unkeyed: AnyWeakObjectSet
    private let keyed: KeyedSets

    /// How the channel was used so far, as bits of ``ChannelUse``.
    private let uses = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init<T>(_ protocolType: T.Type, name: String) {
        self.name = name
        unkeyed = AnyWeakObjectSet(of: protocolType)
        keyed = KeyedSets(of: protocolType)
        uses.initialize(to: BroadcasterWord())
    }

    deinit { uses.deallocate() }

    /// The set of a channel, made at its first use.
    func set(for key: ChannelKey?) -> AnyObject {
        (key.map(keyed.set) ?? unkeyed).set
    }

    /// What to deliver to, if there is anything.
    func snapshot(for key: ChannelKey?) -> Snapshot? {
        guard let key else { return unkeyed.list.snapshot() }
        return keyed.snapshot(for: key)
    }

    func add<T>(_ observer: T, for key: ChannelKey?) {
        let set = key.map(keyed.set) ?? unkeyed
        withExtendedLifetime(set) { set.list.add(observer) }
    }

    func remove(_ identity: ObjectIdentifier, for key: ChannelKey?) {
        guard let key else { return unkeyed.list.remove(identity) }
        keyed.change([key]) { $0.remove(identity) }
    }

    /// Removes all registrations of one key, or of all keys and those without.
    func removeAll(for key: ChannelKey?) {
        if let key { return keyed.change([key]) { $0.removeAll() } }
        unkeyed.list.removeAll()
        keyed.change(keyed.keys) { $0.removeAll() }
    }

    /// Removes an object from the sets of all keys, and from the one without.
    func remove(_ identity: ObjectIdentifier) {
        unkeyed.list.remove(identity)
        keyed.change(keyed.keys) { $0.remove(identity) }
    }

    /// The lists of all channels, the one without a key first.
    var lists: [(key: ChannelKey?, list: ObserverList)] {
        [(nil, unkeyed.list)] + keyed.lists.map { ($0.key, $0.list) }
    }

    /// Stops the program if the observers are bound to the main actor, and also used off it.
    ///
    /// At run time `any P & Sendable` is `any P`, so naming it reaches observers that aren't `Sendable`. The overload that
    /// the compiler chose shows whether it knew the type to be `Sendable`.
    func use(_ use: ChannelUse) {
        // Relaxed: all threads agree on the order of the changes of this one word. So of two threads at once, the second
        // finds what the first has noted.
        guard BroadcasterLoadRelaxed(uses) & use.rawValue == 0 else { return }
        guard BroadcasterOrRelaxed(uses, use.rawValue) & ~use.rawValue == 0 else {
            fatalError(
                """
                The observers of '\(name)' are bound to the main actor, because they were registered or handed out as a \
                type that isn't known to be Sendable; but now they are also called, or handed out, off it. If they may be \
                used on any thread, declare the protocol itself ': Sendable', and constrain generic functions that pass it \
                on: '<T: Sendable>'. If not, notify without 'on:', and don't write '& Sendable'.
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
