extension Broadcaster: CustomStringConvertible {
    /// A protocol and the observers that are registered for it.
    public struct Channel: Sendable, Hashable {
        /// The full name of the protocol; for a second type that prints the same name, followed by ` (2)`.
        public let name: String
        /// The full names of the living observers' classes, in registration order.
        public let observers: [String]
    }

    /// The protocols that have a living observer, by name.
    ///
    /// ```swift
    /// for channel in Broadcaster.shared.channels {
    ///     print(channel.name, channel.observers.count)
    /// }
    /// ```
    ///
    /// Call it from any thread. It runs no code of an observer. It retains each observer for a moment, because only that
    /// tells whether the observer is alive. Off the main queue, it leaves the release to the main queue, so that it never
    /// deinitializes an observer elsewhere.
    ///
    /// - Complexity: O(n) in the observers of all protocols.
    public var channels: [Channel] {
        withRegistry { $0.allEntries }.compactMap { entry in
            let classes = entry.list.classes()
            return classes.isEmpty ? nil : Channel(name: entry.name, observers: classes.map { typeName($0) })
        }
    }

    /// The channels as text, for `print` and the debugger's `po`.
    ///
    /// A line reads `App.UpdateTitle: 2 observers: App.Title, App.Window`. Call it from any thread. It never asks an
    /// observer for its own description.
    public var description: String {
        let lines = channels.map { channel in
            let count = channel.observers.count
            return "\(channel.name): \(count) \(count == 1 ? "observer" : "observers"): "
                + channel.observers.joined(separator: ", ")
        }
        return lines.isEmpty ? "no observers" : lines.joined(separator: "\n")
    }
}
