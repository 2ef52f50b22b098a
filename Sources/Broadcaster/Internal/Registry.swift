internal import BroadcasterAtomics
import Foundation

/// What a broadcaster consists of: from a protocol to the set of its observers.
///
/// A channel is a type: its identity decides, because types that differ can print alike. The names are the keys of a
/// dictionary, each made unique, which a concurrent queue guards: reads run side by side, writes are barriers. What the
/// dictionary says of a type is written once and never changes, so a table by type identity stands in front of it and
/// never needs to be invalidated. After a protocol's first use, finding its set takes neither name, nor queue, nor lock.
final class Registry {
    static let shared = Unmanaged.passRetained(Registry())

    private var entries: [String: RegistryEntry] = [:]
    private let entriesByType: TypeTable

    /// Shared by all registries: it is needed at a protocol's first use, and a queue costs as much as a registry.
    private static let queue = DispatchQueue(label: "Broadcaster.Registry", attributes: .concurrent)

    /// The entry of ``BroadcastObserver`` and the pending deliveries, each zero until it is needed, and two of the table.
    private let words: UnsafeMutablePointer<BroadcasterWord>
    private static let lock = NSLock()

    init() {
        words = .allocate(capacity: 4)
        words.initialize(repeating: BroadcasterWord(), count: 4)
        entriesByType = TypeTable(words: words + 2)
    }

    deinit {
        if let deliveries = pointer(1) { Unmanaged<PendingDeliveries>.fromOpaque(deliveries).release() }
        entriesByType.deallocate()
        words.deallocate()
    }

    /// The entry of a protocol, which the registry keeps, unless the protocol was never used.
    @inline(__always)
    func existingEntry(for protocolType: Any.Type) -> Unmanaged<RegistryEntry>? {
        entriesByType.object(for: ObjectIdentifier(protocolType)).map { .fromOpaque($0.toOpaque()) }
    }

    /// Makes the entry of a protocol, unless another thread just did.
    func makeEntry<T>(for protocolType: T.Type) -> Unmanaged<RegistryEntry> {
        // Module, context and type arguments included, and even the place of a private protocol.
        let printedName = typeName(protocolType)
        let set = WeakObjectSet<T>()
        return Self.queue.sync(flags: .barrier) {
            if let known = existingEntry(for: protocolType) { return known }
            var name = printedName
            var number = 1
            while entries[name] != nil {
                number += 1
                name = "\(printedName) (\(number))"
            }
            let entry = RegistryEntry(name: name, set: set, list: set.list)
            entries[name] = entry
            entriesByType.insert(entry, for: ObjectIdentifier(protocolType))
            if T.self == (any BroadcastObserver).self {
                BroadcasterWordStore(words, UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()))
            }
            return .passUnretained(entry)
        }
    }

    /// Removes an object from the sets of all protocols.
    func remove(_ object: ObjectIdentifier) {
        for entry in Self.queue.sync(execute: { Array(entries.values) }) { entry.list.remove(identity: object) }
    }

    /// All entries, by name.
    var allEntries: [RegistryEntry] {
        Self.queue.sync { Array(entries.values) }.sorted { $0.name < $1.name }
    }

    /// The observers of broadcasts, if there are any.
    var broadcastObservers: ObserverList? {
        guard let entry = pointer(0) else { return nil }
        let list = Unmanaged<RegistryEntry>.fromOpaque(entry)._withUnsafeGuaranteedRef { $0.list }
        return list.hasRegistrations ? list : nil
    }

    /// The broadcasts that are pending on other queues than the main one, if there ever were any.
    var existingDeliveries: PendingDeliveries? {
        pointer(1).map { Unmanaged<PendingDeliveries>.fromOpaque($0).takeUnretainedValue() }
    }

    var deliveries: PendingDeliveries {
        if let existingDeliveries { return existingDeliveries }
        return Self.lock.withLock {
            if let existingDeliveries { return existingDeliveries }
            let new = PendingDeliveries()
            BroadcasterWordStore(words + 1, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
            return new
        }
    }

    private func pointer(_ index: Int) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: BroadcasterWordLoad(words + index))
    }
}

// Because the queue guards `entries`, and what is written to the table. The sets that it returns need not be `Sendable`:
// the signatures of `Broadcaster` say who may use the observers of which protocol, and from where.
extension Registry: @unchecked Sendable {}

/// What a registry keeps for one protocol.
final class RegistryEntry: Sendable {
    /// The full name of the protocol, with a number if another type has that name.
    let name: String
    let list: ObserverList

    /// The `WeakObjectSet<T>` around the list.
    ///
    /// The caller, who knows `T`, gives it its type: here, `T` would be looked up in a table that all threads write to.
    nonisolated(unsafe) let set: AnyObject
    private var isolation: ChannelIsolation { ChannelIsolation(words: list.ownersWords) }

    init(name: String, set: AnyObject, list: ObserverList) {
        (self.name, self.set, self.list) = (name, set, list)
    }

    @inline(__always)
    func set(usedBy use: ChannelIsolation.Use, at callSite: CallSite) -> AnyObject {
        self.use(use, at: callSite)
        return set
    }

    /// Stops the program if the observers are used on the main actor only, and also off it.
    func use(_ use: ChannelIsolation.Use, at callSite: CallSite) {
        isolation.note(use, channel: name, at: callSite)
    }
}
