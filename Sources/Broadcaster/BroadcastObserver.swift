import Foundation

#if canImport(os)
    import os
#endif

/// An observer of all broadcasts of a broadcaster, for logs and metrics.
///
/// Register it like any other observer, without a key. The broadcaster calls it synchronously:
///
/// ```swift
/// Broadcaster.register(BroadcastObserver.self, observer: statistics)
/// ```
///
/// Both methods are called on the thread that sends or delivers, and that thread waits, so keep them short. For each
/// broadcast, an observer receives the first call before the second, and the second only if it is still registered. A
/// broadcast that such an observer sends is observed as well, so never notify unconditionally from either method: from
/// the first, this recurses until the stack overflows.
///
/// Without broadcast observers, the cost is one more lookup per broadcast.
public protocol BroadcastObserver: AnyObject, Sendable {
    /// Tells the observer that a broadcast will be sent.
    ///
    /// The sender calls it before `notify` returns, after the membership is fixed and before the broadcast is queued.
    /// Therefore, a broadcast that is sent from here is delivered first.
    func broadcastWillBeSent(_ broadcast: Broadcast)

    /// Tells the observer that a broadcast was delivered.
    ///
    /// It is called on the queue that delivered, after the last observer. If there were no observers, nothing is
    /// queued, and the sender calls it.
    ///
    /// - Parameters:
    ///   - broadcast: The instance that was passed to ``broadcastWillBeSent(_:)``.
    ///   - observerCount: The number of observers that were called.
    ///   - queueTime: The time in seconds between the call to `notify` and the start of delivery.
    ///   - duration: The time in seconds that all calls took together.
    func broadcastWasDelivered(
        _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval)
}

/// One broadcast, as a ``BroadcastObserver`` sees it; its identity connects the sending with the delivery.
public final class Broadcast: Sendable {
    /// The name of the protocol that is notified, as in ``Broadcaster/Broadcaster/channels``.
    ///
    /// A key isn't part of it, because a log or a metric must not be labeled with data that identifies a customer.
    public let channel: String

    private let sent = DispatchTime.now()
    private let broadcastObservers: Snapshot

    init(on channel: String, observedBy observers: Snapshot) {
        self.channel = channel
        broadcastObservers = observers
    }

    /// Reports the broadcast, and its end as well if there is no observer to deliver it to.
    func willBeSent(toAny hasObservers: Bool) {
        broadcastObservers.forEach { (observer: any BroadcastObserver) in observer.broadcastWillBeSent(self) }
        if !hasObservers { wasDelivered() }
    }

    /// Calls `block` with each observer of the broadcast, and reports to the observers of broadcasts.
    @usableFromInline
    func deliver<T>(to observers: Snapshot, _ block: (T) -> Void) {
        let start = DispatchTime.now()
        var observerCount = 0
        observers.forEach { (observer: T) in
            observerCount += 1
            block(observer)
        }
        wasDelivered(observerCount: observerCount, queueTime: start - sent, duration: DispatchTime.now() - start)
    }

    func wasDelivered(observerCount: Int = 0, queueTime: TimeInterval = 0, duration: TimeInterval = 0) {
        broadcastObservers.forEach { (observer: any BroadcastObserver) in
            observer.broadcastWasDelivered(self, observerCount: observerCount, queueTime: queueTime, duration: duration)
        }
    }
}

private func - (later: DispatchTime, earlier: DispatchTime) -> TimeInterval {
    Double(later.uptimeNanoseconds - earlier.uptimeNanoseconds) / 1_000_000_000
}

#if canImport(os)
    /// An observer that writes broadcasts to the system's log, and shows each as an interval in Instruments.
    ///
    /// Register it once: `Broadcaster.register(BroadcastObserver.self, observer: BroadcastLog.shared)`. Its subsystem
    /// is `Broadcaster`, and it logs at the level `debug`.
    public final class BroadcastLog: BroadcastObserver, @unchecked Sendable {
        /// The only instance, which is never deallocated.
        public static let shared = BroadcastLog()

        // `@unchecked` because this is the only stored property, and any thread may use a log.
        private let log = OSLog(subsystem: "Broadcaster", category: "Broadcasts")

        private init() {}

        /// Begins an interval.
        public func broadcastWillBeSent(_ broadcast: Broadcast) {
            let interval = OSSignpostID(log: log, object: broadcast)
            let channel = broadcast.channel as NSString
            os_signpost(.begin, log: log, name: "Broadcast", signpostID: interval, "%{public}@", channel)
        }

        /// Ends the interval and logs the delivery.
        public func broadcastWasDelivered(
            _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
        ) {
            let interval = OSSignpostID(log: log, object: broadcast)
            let channel = broadcast.channel as NSString
            os_signpost(.end, log: log, name: "Broadcast", signpostID: interval, "%ld observers", observerCount)
            let report: StaticString = "%{public}@ reached %ld observers, queued for %.6f s, delivered in %.6f s"
            os_log(report, log: log, type: .debug, channel, observerCount, queueTime, duration)
        }
    }
#endif
