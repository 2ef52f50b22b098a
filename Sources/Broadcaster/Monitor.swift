import Foundation

#if canImport(os)
    import os
#endif

extension Broadcaster {
    /// Sees every broadcast of a broadcaster, for logs and metrics.
    ///
    /// Register it like an observer, without a key. The broadcaster calls it synchronously:
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
        func broadcastWasDelivered(_ broadcast: Broadcast, _ delivery: Delivery)

        /// Tells the monitor that bounded buffers dropped messages while a broadcast was delivered.
        ///
        /// A buffer is bounded if you pass a `bufferingPolicy` to `observe` or `messages`. With `bufferingOldest`, what
        /// is dropped is the message of this broadcast; with `bufferingNewest`, an earlier one, which this one replaces.
        /// It is called on the queue that delivered, before ``broadcastWasDelivered(_:_:)``, and not if nothing was
        /// dropped. The default implementation does nothing.
        ///
        /// - Parameters:
        ///   - broadcast: The instance that was passed to ``broadcastWillBeSent(_:)``.
        ///   - count: How many messages were dropped, at most one for each observer.
        func broadcastWasDropped(_ broadcast: Broadcast, count: Int)
    }

    /// One broadcast, as a ``Monitor`` sees it; its identity connects the sending with the delivery.
    public final class Broadcast: Sendable {
        /// The name of the protocol that is notified, as in ``Broadcaster/Broadcaster/channels``.
        ///
        /// A key isn't part of it, because a log or a metric must not be labeled with data that identifies a customer.
        public let channel: String
        /// The module and the file of the call to `notify`, such as `Mail/Inbox.swift`.
        public let fileID: StaticString
        /// The line of the call to `notify`.
        public let line: UInt

        private let sent = DispatchTime.now()
        private let monitors: Snapshot

        init(on channel: String, fileID: StaticString, line: UInt, monitoredBy monitors: Snapshot) {
            self.channel = channel
            self.fileID = fileID
            self.line = line
            self.monitors = monitors
        }

        /// Reports that the broadcast is sent.
        func willBeSent() { monitors.forEach { (monitor: any Monitor) in monitor.broadcastWillBeSent(self) } }

        /// Calls `block` with each observer, and reports the delivery.
        @usableFromInline
        func deliver<T>(to observers: Snapshot, _ block: (T) -> Void) {
            let start = DispatchTime.now()
            var end = start
            var observerCount = 0
            var slowest: (type: AnyClass, duration: TimeInterval)?
            let droppedBefore = DroppedMessages.count
            observers.forEachRetained { observer in
                let callStart = end
                let type: AnyClass = observer.observerClass
                block(observer.takeValue(as: T.self))
                end = DispatchTime.now()
                observerCount += 1
                if end - callStart >= slowest?.duration ?? 0 { slowest = (type, end - callStart) }
            }
            let droppedCount = Int(DroppedMessages.count &- droppedBefore)
            if droppedCount > 0 { wasDropped(droppedCount) }
            let delivery = Delivery(
                observerCount: observerCount, queueTime: start - sent, duration: end - start, slowestObserver: slowest)
            wasDelivered(delivery)
        }

        private func wasDropped(_ count: Int) {
            monitors.forEach { (monitor: any Monitor) in monitor.broadcastWasDropped(self, count: count) }
        }

        func wasDelivered(_ delivery: Delivery) {
            monitors.forEach { (monitor: any Monitor) in monitor.broadcastWasDelivered(self, delivery) }
        }
    }

    /// How a broadcast was delivered, as a ``Monitor`` sees it.
    public struct Delivery: Sendable {
        /// The number of observers that were called.
        public let observerCount: Int
        /// The time in seconds between the call to `notify` and the start of delivery; 0 if nothing was queued, because
        /// nothing was registered.
        public let queueTime: TimeInterval
        /// The time in seconds that all calls took together.
        public let duration: TimeInterval
        /// The class of the observer whose call took longest, and the time in seconds; `nil` if none was called.
        ///
        /// For a closure with an owner, it is the class of the owner; for another closure, or a loop, the class of the
        /// observer that the message type made.
        public let slowestObserver: (type: AnyClass, duration: TimeInterval)?

        /// The delivery of a broadcast without observers.
        static let withoutObservers = Delivery(observerCount: 0, queueTime: 0, duration: 0, slowestObserver: nil)
    }
}

extension Broadcaster.Monitor {
    /// Does nothing.
    public func broadcastWasDropped(_ broadcast: Broadcaster.Broadcast, count: Int) {}
}

private func - (later: DispatchTime, earlier: DispatchTime) -> TimeInterval {
    Double(later.uptimeNanoseconds - earlier.uptimeNanoseconds) / 1_000_000_000
}

#if canImport(os)
    extension Broadcaster {
        /// A monitor that writes broadcasts to the system's log, and shows each as an interval in Instruments.
        ///
        /// Register it once: `Broadcaster.register(Broadcaster.Monitor.self, observer: Broadcaster.Log.shared)`. Its
        /// subsystem is `Broadcaster`, and it logs at the level `debug`.
        public final class Log: Monitor, @unchecked Sendable {
            /// The only instance, which is never deallocated.
            public static let shared = Log()

            // `@unchecked` because this is the only stored property, and any thread may use a log.
            private let log = OSLog(subsystem: "Broadcaster", category: "Broadcasts")

            private init() {}

            /// Begins an interval.
            public func broadcastWillBeSent(_ broadcast: Broadcast) {
                let interval = OSSignpostID(log: log, object: broadcast)
                os_signpost(
                    .begin, log: log, name: "Broadcast", signpostID: interval, "%{public}@", description(broadcast))
            }

            /// Ends the interval and logs the delivery.
            public func broadcastWasDelivered(_ broadcast: Broadcast, _ delivery: Delivery) {
                let interval = OSSignpostID(log: log, object: broadcast)
                os_signpost(
                    .end, log: log, name: "Broadcast", signpostID: interval, "%ld observers", delivery.observerCount)
                os_log(
                    "%{public}@ reached %ld observers, queued for %.6f s, delivered in %.6f s", log: log, type: .debug,
                    description(broadcast), delivery.observerCount, delivery.queueTime, delivery.duration)
            }

            /// Logs how many messages were dropped.
            public func broadcastWasDropped(_ broadcast: Broadcast, count: Int) {
                os_log(
                    "%ld messages were dropped when %{public}@ was delivered", log: log, type: .debug, count,
                    description(broadcast))
            }

            private func description(_ broadcast: Broadcast) -> NSString {
                "\(broadcast.channel) from \(broadcast.fileID):\(broadcast.line)" as NSString
            }
        }
    }
#endif
