import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("1. Order: monitors")
    struct Rule01Monitors {
        final class Answering: Broadcaster.Monitor {
            let broadcaster: Broadcaster
            let log: Log<String>
            let sentMayReturn: DispatchSemaphore?

            init(_ broadcaster: Broadcaster, _ log: Log<String>, sentMayReturn: DispatchSemaphore? = nil) {
                self.broadcaster = broadcaster
                self.log = log
                self.sentMayReturn = sentMayReturn
            }

            func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) {
                log.write("sent")
                sentMayReturn?.wait()
                if log.entries == ["sent"], sentMayReturn == nil {
                    broadcaster.notify(WordObserver.self) { $0.receive("second") }
                }
            }

            func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {
                log.write("delivered to \(delivery.observerCount)")
            }
        }

        @Test("a broadcast that is sent in answer to broadcastWillBeSent is delivered first")
        @MainActor
        func order() async {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let observer = WordLogger("observer", log)
            let answering = Answering(broadcaster, Log())
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.register(Broadcaster.Monitor.self, observer: answering)
            broadcaster.notify(WordObserver.self) { $0.receive("first") }
            await broadcaster.settled()
            #expect(log.entries == ["observer second", "observer first"])
            withExtendedLifetime(answering) {}
        }

        @Test("a broadcast isn't queued before broadcastWillBeSent returns")
        func slowAnnouncement() async {
            let broadcaster = Broadcaster()
            let mayReturn = DispatchSemaphore(value: 0)
            let answering = Answering(broadcaster, Log(), sentMayReturn: mayReturn)
            let counter = Counter()
            broadcaster.register(Incrementing.self, observer: counter)
            broadcaster.register(Broadcaster.Monitor.self, observer: answering)
            let queue = DispatchQueue(label: "test")
            let sending = Task {
                await onNewThread { broadcaster.notify(Incrementing.self, on: queue) { $0.increment() } }
            }
            await eventually { !answering.log.entries.isEmpty }
            queue.sync {}
            #expect(counter.value == 0)
            mayReturn.signal()
            await sending.value
            await broadcaster.settled()
            #expect(counter.value == 1)
            #expect(answering.log.entries == ["sent", "delivered to 1"])
        }
    }
}
