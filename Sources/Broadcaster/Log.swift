#if canImport(os)
    import Foundation
    import os

    extension Broadcaster {
        /// A monitor that writes broadcasts to the system's log, and shows each as an interval in Instruments.
        ///
        /// Each broadcast has its number, its channel, and its sender's source location, and if it was sent from the
        /// call of an observer, the broadcast that was delivered then and the class of the observer.
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
            public func broadcastWasDelivered(_ broadcast: Broadcast, as delivery: Delivery) {
                let interval = OSSignpostID(log: log, object: broadcast)
                os_signpost(
                    .end, log: log, name: "Broadcast", signpostID: interval, "%ld observers", delivery.observerCount)
                os_log(
                    "%{public}@ reached %ld observers, queued for %.6f s, delivered in %.6f s", log: log, type: .debug,
                    description(broadcast), delivery.observerCount, delivery.queueTime, delivery.duration)
            }

            /// Logs how many messages were dropped.
            public func messagesWereDropped(_ count: Int, by broadcast: Broadcast) {
                os_log(
                    "%ld messages were dropped when %{public}@ was delivered", log: log, type: .debug, count,
                    description(broadcast))
            }

            private func description(_ broadcast: Broadcast) -> NSString {
                let sent = "\(broadcast.protocolName) (\(broadcast.number)) from \(broadcast.fileID):\(broadcast.line)"
                guard let cause = broadcast.cause else { return sent as NSString }
                return "\(sent), caused by \(cause.protocolName) (\(cause.broadcastNumber)) in \(cause.observerClass)"
                    as NSString
            }
        }
    }
#endif
