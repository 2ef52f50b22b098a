internal import BroadcasterAtomics
import Foundation

extension Broadcaster {
    /// Sees every broadcast of a broadcaster, for logs and metrics.
    ///
    /// Register it like an observer. The broadcaster calls it synchronously:
    ///
    /// ```swift
    /// Broadcaster.register(Broadcaster.Monitor.self, observer: statistics)
    /// ```
    ///
    /// The methods are called on the thread that sends or delivers, and that thread waits, so keep them short. For
    /// each broadcast, a monitor receives the first call before the second, and the second only if it is still
    /// registered. A broadcast that a monitor sends is monitored as well, so never notify unconditionally from one
    /// of the methods: from the first, this recurses until the stack overflows.
    ///
    /// A monitor sees the broadcasts of every key, so registering one with a key traps: "A monitor sees the broadcasts
    /// of every key …".
    ///
    /// Calls through `observers(of:)` aren't broadcasts, so a monitor doesn't see them. Without monitors, the cost is
    /// one more lookup per broadcast.
    public protocol Monitor: AnyObject, Sendable {
        /// Tells the monitor that a broadcast will be sent.
        ///
        /// The sender calls it before `notify` returns, after the membership is fixed and before the broadcast is
        /// queued. Therefore, a broadcast that is sent from here is delivered first.
        func broadcastWillBeSent(_ broadcast: Broadcast)

        /// Tells the monitor that a broadcast was delivered.
        ///
        /// It is called on the queue that delivered, after the last observer. If there were no observers, nothing is
        /// queued, and the sender calls it.
        ///
        /// - Parameters:
        ///   - broadcast: The instance that was passed to ``broadcastWillBeSent(_:)``.
        ///   - delivery: How many observers were called, and how long it took.
        func broadcastWasDelivered(_ broadcast: Broadcast, as delivery: Delivery)

        /// Tells the monitor that bounded buffers dropped messages while a broadcast was delivered.
        ///
        /// The broadcast itself was delivered. A buffer is bounded if you pass a `bufferingPolicy` to `observe` or
        /// `messages`. With `bufferingOldest`, what is dropped is the message of this broadcast; with
        /// `bufferingNewest`, an earlier one, which this one replaces. It is called on the queue that delivered, before
        /// ``broadcastWasDelivered(_:as:)``, and not if nothing was dropped. The default implementation does nothing.
        ///
        /// - Parameters:
        ///   - count: How many messages were dropped, at most one for each observer.
        ///   - broadcast: The instance that was passed to ``broadcastWillBeSent(_:)``.
        func messagesWereDropped(_ count: Int, by broadcast: Broadcast)
    }

    /// One broadcast, as a ``Monitor`` sees it; its identity connects the sending with the delivery.
    public final class Broadcast: Sendable {
        /// The name of the protocol that is notified, as in ``Broadcaster/Broadcaster/channels``.
        ///
        /// A key isn't part of it, because a log or a metric must not be labeled with data that identifies a customer.
        public let protocolName: String
        /// The module and the file of the call to `notify`, such as `Mail/Inbox.swift`.
        public let fileID: StaticString
        /// The line of the call to `notify`.
        public let line: UInt
        /// The number of the broadcast among those that monitors of the process see, from 1, in the order sent.
        ///
        /// Broadcasts that two threads send at the same time have no order.
        public let number = Int(bitPattern: BroadcasterNextNumber())
        /// The call of an observer from which this broadcast was sent; `nil` if it wasn't sent from one, or if that
        /// isn't known.
        public let cause: Cause?

        /// Whether it has a key.
        package let hasKey: Bool
        /// When it was sent.
        package let sent = DispatchTime.now()
        private let monitors: Snapshot

        init(
            of protocolName: String, hasKey: Bool, fileID: StaticString, line: UInt, cause: Cause?,
            monitoredBy monitors: Snapshot
        ) {
            self.protocolName = protocolName
            self.hasKey = hasKey
            self.fileID = fileID
            self.line = line
            self.cause = cause
            self.monitors = monitors
        }

        func reportSending() { monitors.forEach { (monitor: any Monitor) in monitor.broadcastWillBeSent(self) } }

        func reportDrops(_ count: Int) {
            monitors.forEach { (monitor: any Monitor) in monitor.messagesWereDropped(count, by: self) }
        }

        func reportDelivery(_ delivery: Delivery) {
            monitors.forEach { (monitor: any Monitor) in monitor.broadcastWasDelivered(self, as: delivery) }
        }
    }

    /// How a broadcast was delivered, as a ``Monitor`` sees it.
    public struct Delivery: Sendable {
        /// The calls, in the order in which they were made.
        public let calls: [Call]
        /// The time in seconds between the call to `notify` and the start of delivery; 0 if nothing was queued, because
        /// nothing was registered.
        public let queueTime: TimeInterval
        /// The time in seconds that all calls took together.
        public let duration: TimeInterval

        /// The number of observers that were called.
        public var observerCount: Int { calls.count }
        /// The call that took longest; `nil` if no observer was called.
        public var slowestCall: Call? { calls.max { $0.duration < $1.duration } }

        /// How many messages bounded buffers dropped.
        package let droppedCount: Int
        /// The number of the thread where the calls were made, among those that have delivered; `nil` on the main actor.
        package let thread: UInt?

        /// The delivery of a broadcast without observers.
        static var withoutObservers: Delivery {
            Delivery(calls: [], queueTime: 0, duration: 0, droppedCount: 0, thread: MainQueue.threadNumber)
        }
    }

    /// The call of one observer, as a ``Monitor`` sees it.
    public struct Call: Sendable {
        /// The class of the observer.
        ///
        /// For a closure with an owner, it is the class of the owner; for another closure, or a loop, the class of the
        /// observer that the message type made.
        public let observerClass: AnyClass
        /// The time in seconds that the call took.
        ///
        /// For a closure that awaits, and for a loop, it is the time to put the message into a buffer, and not the time
        /// to handle it.
        public let duration: TimeInterval

        /// What the observer is.
        package let kind: ObserverKind
    }
}

extension Broadcaster.Monitor {
    /// Does nothing.
    public func messagesWereDropped(_ count: Int, by broadcast: Broadcaster.Broadcast) {}
}
