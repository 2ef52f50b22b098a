extension Broadcaster: CustomStringConvertible {
    /// A protocol, or a protocol and a key, and the observers that are registered for it.
    public struct Channel: Sendable, Hashable {
        /// The full name of the protocol; for a second type that prints the same name, followed by ` (2)`.
        public let name: String
        /// What the key describes itself as, if the channel has one.
        public let key: String?
        /// The full names of the living observers' classes, in registration order.
        public let observers: [String]
    }

    /// The channels that have a living observer, by name and key.
    ///
    /// ```swift
    /// for channel in Broadcaster.shared.channels {
    ///     print(channel.name, channel.observers.count)
    /// }
    /// ```
    ///
    /// Call it from any thread. It runs no code of an observer, and of a key only its description, under no lock. It
    /// retains each observer briefly, because only that shows whether the observer is alive. Off the main queue, it leaves
    /// the release to the main queue, so that it never deinitializes an observer elsewhere.
    ///
    /// - Complexity: O(n log n) in the channels and the observers of all of them.
    public var channels: [Channel] {
        withRegistry { $0.allEntries }.flatMap { entry in
            entry.lists.compactMap { key, list in
                let classes = list.classes()
                guard !classes.isEmpty else { return nil }
                return Channel(name: entry.name, key: key?.description, observers: classes.map { typeName($0) })
            }
            .sorted { $0.key ?? "" < $1.key ?? "" }
        }
    }

    /// The channels as text, for `print` and the debugger's `po`.
    ///
    /// A line reads `App.UpdateTitle: 2 observers: App.Title, App.Window`, or with a key
    /// `App.RoomObserver for lobby: 1 observer: App.Window`. Call it from any thread. It never asks an observer for its own
    /// description.
    public var description: String {
        let lines = channels.map { channel in
            let count = channel.observers.count
            let key = channel.key.map { " for \($0)" } ?? ""
            return "\(channel.name)\(key): \(count) \(count == 1 ? "observer" : "observers"): "
                + channel.observers.joined(separator: ", ")
        }
        return lines.isEmpty ? "no observers" : lines.joined(separator: "\n")
    }
}
