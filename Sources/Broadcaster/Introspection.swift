import Foundation

#if canImport(os)
    import os
#endif

extension Broadcaster: CustomStringConvertible {
    /// A protocol, and who is registered for it.
    ///
    /// ```swift
    /// for channel in Broadcaster.shared.channels {
    ///     print(channel.name, channel.observers.count)
    /// }
    /// ```
    public struct Channel: Sendable, Hashable {
        /// The full name of the protocol.
        public let name: String
        /// The full names of the living observers' classes, in the order in which the observers registered.
        public let observers: [String]
    }

    /// Who is registered, for which protocol: the protocols that have a living observer, by name.
    ///
    /// ```swift
    /// for channel in Broadcaster.shared.channels {
    ///     print(channel.name, channel.observers.count)
    /// }
    /// ```
    ///
    /// From any thread. No code of an observer runs. To know that they are alive, it holds them for a moment; off the
    /// main thread it hands what it held to the main queue, so that nobody is released elsewhere because of a look.
    ///
    /// - Complexity: O(n) in the observers of all protocols.
    public var channels: [Channel] {
        withParts { $0.registry.channels }.compactMap { name, members in
            let classes = members.classes()
            return classes.isEmpty ? nil : Channel(name: name, observers: classes.map { String(reflecting: $0) })
        }
    }

    /// The channels in words, for `print` and the debugger's `po`.
    ///
    /// ```swift
    /// print(Broadcaster.shared)
    /// ```
    ///
    /// A line reads `App.UpdateTitle: 2 observers: App.Title, App.Window`. From any thread. It never asks an observer for its own description.
    public var description: String {
        let lines = channels.map { channel in
            let count = channel.observers.count
            return "\(channel.name): \(count) \(count == 1 ? "observer" : "observers"): "
                + channel.observers.joined(separator: ", ")
        }
        return lines.isEmpty ? "nobody is registered" : lines.joined(separator: "\n")
    }
}

/// One who watches all broadcasts of a broadcaster as they are sent and delivered.
///
/// It is an observer like any other, of a channel that the broadcaster itself sends on, here and now:
///
/// ```swift
/// Broadcaster.register(BroadcastObserver.self, observer: watcher)
/// ```
///
/// Both methods are called by the thread that sends or delivers, which waits: be brief. For each broadcast whose sending
/// it was told, a watcher is told once that it is delivered, if it still is registered then. What a watcher notifies is
/// watched as well, so one that notifies at every broadcast never ends.
///
/// While nobody watches, watching costs a broadcaster one look at a flag for each broadcast.
public protocol BroadcastObserver: AnyObject, Sendable {
    /// A broadcast is sent: called by the sender, before `notify` returns.
    func sent(_ broadcast: Broadcast)

    /// A broadcast is delivered: called on the queue that delivered it, after the last observer; if nobody was
    /// registered, by the sender, for nothing is put in the queue then.
    ///
    /// - Parameters:
    ///   - broadcast: The same instance that was sent.
    ///   - heard: How many observers were called.
    ///   - waited: How many seconds passed between the sending and the first call.
    ///   - took: How many seconds the calls took together.
    func delivered(_ broadcast: Broadcast, heard: Int, waited: TimeInterval, took: TimeInterval)
}

/// One broadcast, as it is seen by a ``BroadcastObserver``; its identity connects the sending with the delivery.
///
/// ```swift
/// func sent(_ broadcast: Broadcast) {
///     write("sent to \(broadcast.channel)")
/// }
/// ```
public final class Broadcast: Sendable {
    /// The full name of the protocol that is notified.
    public let channel: String

    private let sent = DispatchTime.now()
    private let watchers: LockedMembers
    private let walk: Walk

    init(of protocolType: Any.Type, seenBy watchers: LockedMembers) {
        channel = String(reflecting: protocolType)
        self.watchers = watchers
        walk = watchers.walk()
        walk.forEach { (watcher: any BroadcastObserver) in watcher.sent(self) }
    }

    /// Does what the walk alone would do, and tells the watchers about it.
    @usableFromInline @inline(never)
    func deliver<T>(_ calls: Walk, _ block: (T) -> Void) {
        let start = DispatchTime.now()
        var heard = 0
        calls.forEach { (observer: T) in
            heard += 1
            block(observer)
        }
        report(heard: heard, waited: start - sent, took: DispatchTime.now() - start)
    }

    @usableFromInline
    func reachedNobody() {
        report(heard: 0, waited: 0, took: 0)
    }

    private func report(heard: Int, waited: TimeInterval, took: TimeInterval) {
        walk.forEach { (watcher: any BroadcastObserver) in
            watcher.delivered(self, heard: heard, waited: waited, took: took)
        }
    }
}

private func - (end: DispatchTime, start: DispatchTime) -> TimeInterval {
    Double(end.uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000_000
}

#if canImport(os)
    /// A watcher that writes to the system's log, and shows each broadcast as an interval in Instruments.
    ///
    /// Register it once: `Broadcaster.register(BroadcastObserver.self, observer: BroadcastLog.shared)`. Its subsystem is
    /// `Broadcaster`; what it logs is of the level `debug`.
    public final class BroadcastLog: BroadcastObserver, @unchecked Sendable {
        /// The one instance, which stays alive.
        public static let shared = BroadcastLog()

        // Why `@unchecked` is right: this is all it has, and the system's log may be written to from any thread.
        private let log = OSLog(subsystem: "Broadcaster", category: "Broadcasts")

        private init() {}

        /// Begins an interval.
        public func sent(_ broadcast: Broadcast) {
            let interval = OSSignpostID(log: log, object: broadcast)
            let channel = broadcast.channel as NSString
            os_signpost(.begin, log: log, name: "Broadcast", signpostID: interval, "%{public}@", channel)
        }

        /// Ends the interval, and logs the delivery.
        public func delivered(_ broadcast: Broadcast, heard: Int, waited: TimeInterval, took: TimeInterval) {
            let interval = OSSignpostID(log: log, object: broadcast)
            let channel = broadcast.channel as NSString
            os_signpost(.end, log: log, name: "Broadcast", signpostID: interval, "heard by %ld", heard)
            let report: StaticString = "%{public}@ was heard by %ld, waited %.6f s, took %.6f s"
            os_log(report, log: log, type: .debug, channel, heard, waited, took)
        }
    }
#endif
