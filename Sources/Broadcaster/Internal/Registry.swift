import Foundation

/// Maps each protocol to its channels.
///
/// Types are told apart by identity, because different types can have the same printed name. The dictionary makes the
/// names unique and lists the protocols. A concurrent queue guards it: reads run side by side, and writes are barriers.
/// The channels of a protocol are created once and never replaced, so the table by type identity needs no invalidation,
/// and after a protocol's first use, finding them takes neither name nor queue.
///
/// `@unchecked` because the queue guards the dictionary and insertions into the table.
final class Registry: Unreflected, @unchecked Sendable {
    static let shared = Unmanaged.passRetained(Registry())

    private var channelsByName: [String: ProtocolChannels] = [:]
    private let channelsByType = TypeTable()

    /// Shared by all registries, because a queue costs as much as a registry, and is needed only at a protocol's first
    /// use and to list the protocols.
    private static let queue = DispatchQueue(label: "Broadcaster.Registry", attributes: .concurrent)

    /// The broadcasts that are pending on queues other than the main one.
    let deliveries = PendingDeliveries()

    /// The channels of a protocol; `nil` before its first use.
    func existingChannels<T>(of protocolType: T.Type) -> ProtocolChannels? {
        // `T`, and not the value of the metatype, which may be that of a subclass: the casts use `T`.
        channelsByType.object(for: ObjectIdentifier(T.self)).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// The channels of a protocol, made at its first use.
    func channels<T>(of protocolType: T.Type) -> ProtocolChannels {
        if let channels = existingChannels(of: T.self) { return channels }
        // Marked, because registering for a class instead of one of its protocols is usually a mistake.
        let printedName = (T.self is AnyObject.Type ? "class " : "") + typeName(T.self)
        return Self.queue.sync(flags: .barrier) {
            if let channels = existingChannels(of: T.self) { return channels }
            var name = printedName
            var number = 1
            while channelsByName[name] != nil {
                number += 1
                name = "\(printedName) (\(number))"
            }
            let channels = ProtocolChannels(name: name)
            channelsByName[name] = channels
            channelsByType.insert(Unmanaged.passUnretained(channels).toOpaque(), for: ObjectIdentifier(T.self))
            return channels
        }
    }

    /// The channels of all protocols that were used, in no order.
    var allChannels: [ProtocolChannels] { Self.queue.sync { Array(channelsByName.values) } }
}
