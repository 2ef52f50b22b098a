internal import BroadcasterAtomics
import Foundation

/// Maps each protocol to its entry, which holds the sets of its observers.
///
/// A type's identity decides, because different types can print alike. The dictionary makes the names unique and lists the
/// entries. A concurrent queue guards it: reads run side by side, and writes are barriers. An entry is created once and
/// never replaced, so the table by type identity needs no invalidation, and after a protocol's first use, finding its entry
/// takes neither name nor queue.
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

    /// The entry of a protocol, unretained because the registry keeps it.
    func existingEntry(for protocolType: Any.Type) -> Unmanaged<RegistryEntry>? {
        entriesByType.object(for: ObjectIdentifier(protocolType)).map { .fromOpaque($0) }
    }

    /// The entry of a protocol, made at its first use.
    func entry<T>(for protocolType: T.Type) -> Unmanaged<RegistryEntry> {
        if let entry = existingEntry(for: protocolType) { return entry }
        // Marked, because whoever registers for a class usually meant a protocol of it.
        let printedName = (protocolType is AnyObject.Type ? "class " : "") + typeName(protocolType)
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

    let list = ObserverList(isPurgedOnMainQueue: true)
    private let set: AnyObject
    let keyed: KeyedSets

    /// How the channel was used so far, as bits of ``ChannelUse``.
    private let uses = UnsafeMutablePointer<BroadcasterWord>.allocate(capacity: 1)

    init<T>(_ protocolType: T.Type, name: String) {
        self.name = name
        set = WeakObjectSet<T>(list)
        keyed = KeyedSets(of: protocolType)
        uses.initialize(to: BroadcasterWord())
    }

    deinit { uses.deallocate() }

    /// The set of a channel, made at its first use.
    func set(for key: ChannelKey?) -> AnyObject {
        key.map(keyed.set) ?? set
    }

    /// What to deliver to, if there is anything.
    func snapshot(for key: ChannelKey?) -> Snapshot? {
        if let key { keyed.withList(of: key) { $0.snapshot() } } else { list.snapshot() }
    }

    func add<T>(_ observer: T, for key: ChannelKey?) {
        if let key { keyed.add(observer, for: key) } else { list.add(observer) }
    }

    /// Ends registrations for one channel.
    func endRegistrations(for key: ChannelKey?, _ end: (ObserverList) -> Void) {
        if let key { keyed.endRegistrations(of: key, end) } else { end(list) }
    }

    /// Ends registrations for one key, or for the channel without a key and all keys.
    func endAllRegistrations(for key: ChannelKey? = nil, _ end: (ObserverList) -> Void) {
        if key == nil { end(list) }
        for key in key.map({ [$0] }) ?? keyed.keys { keyed.endRegistrations(of: key, end) }
    }

    /// The classes of the observers of each channel that has any.
    var classes: [(key: ChannelKey?, classes: [AnyClass])] {
        let keyedClasses = keyed.keys.map { key in (key, keyed.withList(of: key) { $0.classes() } ?? []) }
        return [(nil, list.classes())] + keyedClasses
    }

    /// Stops the program if the observers are bound to the main actor, and also used off it.
    ///
    /// At run time `any P & Sendable` is `any P`, so naming it reaches observers that aren't `Sendable`. The overload that
    /// the compiler chose shows whether it knew the type to be `Sendable`.
    func use(_ use: ChannelUse) {
        // Relaxed: all threads agree on the order of changes to a single word. If two threads set different bits at once, the
        // later change gets the earlier bit back.
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
