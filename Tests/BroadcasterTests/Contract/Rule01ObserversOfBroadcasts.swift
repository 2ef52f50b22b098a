import Foundation
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("1. Order: observers of broadcasts")
    struct ObserversOfBroadcasts {
        final class Answering: BroadcastObserver {
            let broadcaster: Broadcaster
            let log: Log<String>
            let sentMayReturn: DispatchSemaphore?

            init(_ broadcaster: Broadcaster, _ log: Log<String>, sentMayReturn: DispatchSemaphore? = nil) {
                (self.broadcaster, self.log, self.sentMayReturn) = (broadcaster, log, sentMayReturn)
            }

            func broadcastWasSent(_ broadcast: Broadcast) {
                sentMayReturn?.wait()
                log.write("sent")
                if log.entries == ["sent"], sentMayReturn == nil {
                    broadcaster.notify(Hearing.self) { $0.hear("second") }
                }
            }

            func broadcastWasDelivered(
                _ broadcast: Broadcast, observerCount: Int, queueTime: TimeInterval, duration: TimeInterval
            ) {
                log.write("delivered to \(observerCount)")
            }
        }

        @Test("what an observer of broadcasts notifies comes after the broadcast that it was told of")
        @MainActor
        func order() async {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let observer = Named("observer", log)
            let answering = Answering(broadcaster, Log())
            broadcaster.register(Hearing.self, observer: observer)
            broadcaster.register(BroadcastObserver.self, observer: answering)
            broadcaster.notify(Hearing.self) { $0.hear("first") }
            await broadcaster.settled()
            #expect(log.entries == ["observer first", "observer second"])
        }

        @Test("an observer of broadcasts is told of the delivery after the sending, also if that takes longer")
        func slowAnnouncement() async {
            let broadcaster = Broadcaster()
            let delivered = DispatchSemaphore(value: 0)
            let answering = Answering(broadcaster, Log(), sentMayReturn: delivered)
            let counter = Counter()
            broadcaster.register(Counting.self, observer: counter)
            broadcaster.register(BroadcastObserver.self, observer: answering)
            let queue = DispatchQueue(label: "test")
            let sending = Task { await onNewThread { broadcaster.notify(Counting.self, on: queue) { $0.count("") } } }
            while counter.value == 0 { await Task.yield() }
            queue.sync {}
            #expect(answering.log.entries.isEmpty)
            delivered.signal()
            await sending.value
            #expect(answering.log.entries == ["sent", "delivered to 1"])
        }
    }
}
