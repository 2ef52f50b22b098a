internal import BroadcasterAtomics
import Foundation

/// What a broadcaster stores: an entry for each protocol, and the deliveries that `settled()` waits for.
///
/// Types are told apart by identity, because different types can have the same printed name. The dictionary makes the
/// names unique and lists the protocols. A concurrent queue guards it: a protocol's first use is a barrier, and what
/// lists the protocols (`channels`, `description`, and `unregister(observer:)`) reads side by side. The entry of a
/// protocol is created once and never replaced, so the table by type identity needs no invalidation, and after a
/// protocol's first use, finding it takes neither name nor queue.
///
/// `@unchecked` because the queue guards the dictionary and insertions into the table.
final class Registry: Unreflected, @unchecked Sendable {
    static let shared = {
        #if DEBUG
            warnOfSecondCopy(Registry.self)
        #endif
        return Unmanaged.passRetained(Registry())
    }()

    private var entriesByName = [String: ProtocolEntry]()
    private let entriesByType = TypeTable()
    private let entryOfMonitors = BroadcasterWord.allocate()

    /// Shared by all registries, because a queue costs as much as a registry, and is needed only at a protocol's first
    /// use and to list the protocols.
    private static let queue = DispatchQueue(label: "Broadcaster.Registry", attributes: .concurrent)

    let deliveries = PendingDeliveries()

    deinit {
        for entry in entriesByName.values { entry.channels.finishLoops() }
        entryOfMonitors.deallocate()
    }

    /// The entry of a protocol; `nil` before its first use.
    func existingEntry(of type: Any.Type) -> ProtocolEntry? {
        entriesByType.object(for: ObjectIdentifier(type)).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The entry of the monitors; `nil` before its first use.
    ///
    /// Kept apart, because each broadcast asks for it.
    var monitors: ProtocolEntry? {
        // Acquire: a reader that finds the entry also finds what it has.
        UnsafeRawPointer(bitPattern: BroadcasterLoadAcquire(entryOfMonitors)).map {
            Unmanaged.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// The entry of a protocol, made at its first use.
    func entry<T>(of protocolType: T.Type) -> ProtocolEntry {
        // `T`, and not the value of the metatype, which may be that of a subclass: the static type is the channel.
        existingEntry(of: T.self) ?? makeEntry(of: T.self)
    }

    @inline(never)  // One body for all protocols.
    private func makeEntry(of type: Any.Type) -> ProtocolEntry {
        // Marked, because registering for a class instead of one of its protocols is usually a mistake.
        let printedName = (type is AnyObject.Type ? "class " : "") + typeName(type)
        return Self.queue.sync(flags: .barrier) {
            if let entry = existingEntry(of: type) { return entry }
            var name = printedName
            var number = 1
            while entriesByName[name] != nil {
                number += 1
                name = "\(printedName) (\(number))"
            }
            let entry = ProtocolEntry(of: type, name: name)
            entriesByName[name] = entry
            let address = Unmanaged.passUnretained(entry).toOpaque()
            entriesByType.insert(address, for: ObjectIdentifier(type))
            // Release: see `monitors`.
            if type == (any Broadcaster.Monitor).self {
                BroadcasterStoreRelease(entryOfMonitors, UInt(bitPattern: address))
            }
            return entry
        }
    }

    /// The entries of all protocols that were used, in no order.
    var allEntries: [ProtocolEntry] { Self.queue.sync { Array(entriesByName.values) } }
}
