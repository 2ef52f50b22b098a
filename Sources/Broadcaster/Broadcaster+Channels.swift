extension Broadcaster: CustomStringConvertible {
    /// A protocol, or a protocol and a key, and the observers that are registered for it.
    public struct ChannelDescription: Sendable, Hashable {
        /// The full name of the protocol, followed by ` (2)` for a second type that prints the same name.
        ///
        /// The name of a class or an actor starts with `class`, because such a channel is usually a mistake.
        public let protocolName: String
        /// The key as code, such as `"lobby"`, `1`, or `UInt(1)`, or `nil` if the channel has no key.
        public let key: String?
        /// The living observers, in registration order: the full names of their classes, such as `App.Window`.
        ///
        /// A closure with an owner is a `closure of App.Window`, and another one a `closure`. A sequence of messages is
        /// a `loop`. If messages wait for a closure that awaits, their number follows: `closure of App.Window, 12
        /// waiting`.
        public let observers: [String]
    }

    /// The channels that have a living observer, by name and key.
    ///
    /// ```swift
    /// for channel in Broadcaster.shared.channels {
    ///     print(channel.protocolName, channel.observers.count)
    /// }
    /// ```
    ///
    /// Call it from any thread. It calls no method of an observer, and asks a key for its description outside any lock.
    /// It retains each observer, because only that shows whether the observer is alive. Off the main queue, the
    /// observers are released when the main queue next runs, so that listing an observer never deinitializes it on
    /// another thread.
    ///
    /// - Complexity: O(n log n) in the channels and the observers of all of them.
    public var channels: [ChannelDescription] {
        let waiting = withRegistry { $0.deliveries.waitingCounts }
        let entries = withRegistry { $0.allEntries }
        let channels = entries.flatMap { Self.describe($0, waiting: waiting) }
        // Breaks ties between equal descriptions by the observers, because a dictionary's order varies.
        return Self.sorted(channels) {
            ($0.protocolName, $0.key ?? "", $0.observers.joined())
                < ($1.protocolName, $1.key ?? "", $1.observers.joined())
        }
    }

    /// Describes the channels of a protocol that have a living observer, in no order.
    ///
    /// `waiting` says how many messages wait for the closure of each registration.
    private static func describe(_ entry: ProtocolEntry, waiting: [ObjectIdentifier: Int]) -> [ChannelDescription] {
        entry.channels.inspect { $0.channels }.compactMap { channel in
            var observers: [String] = []
            channel.slots.forEachLiving {
                observers.append($0.description(waitingCount: waiting[$0.registration] ?? 0))
            }
            if observers.isEmpty { return nil }
            return ChannelDescription(
                protocolName: entry.name, key: channel.keyed?.key.description, observers: observers)
        }
    }

    /// The channels as text, for `print` and the debugger's `po`.
    ///
    /// A line reads `App.UpdateTitle: 2 observers: App.Title, App.Window`, or with a key `App.RoomObserver for "lobby":
    /// 1 observer: App.Window`. Call it from any thread. It never asks an observer for its own description.
    public var description: String {
        let lines = channels.map { channel in
            let count = channel.observers.count
            let key = channel.key.map { " for \($0)" } ?? ""
            return "\(channel.protocolName)\(key): \(count) \(count == 1 ? "observer" : "observers"): "
                + channel.observers.joined(separator: ", ")
        }
        return lines.isEmpty ? "no observers" : lines.joined(separator: "\n")
    }

    /// Sorts with the standard library's own code, because a copy for one type weighs 8 KB in every app.
    @_semantics("optimize.sil.specialize.generic.never")
    private static func sorted<T>(_ elements: [T], by areInOrder: (T, T) -> Bool) -> [T] {
        elements.sorted(by: areInOrder)
    }
}
