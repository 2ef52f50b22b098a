import Foundation
import TestSupport
import Testing

@testable import Broadcaster

extension DeliveryContract {
    @Suite("1. Order: monitors")
    struct Rule01Monitors {
        @Test("a broadcast that is sent in answer to broadcastWillBeSent is delivered first")
        @MainActor
        func order() async {
            let broadcaster = Broadcaster()
            let log = Log<String>()
            let observer = WordLogger("observer", log)
            let answers = Counter()
            let answering = ClosureMonitor(onSent: { _ in
                answers.increment()
                if answers.value == 1 { broadcaster.notify(WordObserver.self) { $0.receive("second") } }
            })
            broadcaster.register(WordObserver.self, observer: observer)
            broadcaster.register(Broadcaster.Monitor.self, observer: answering)
            broadcaster.notify(WordObserver.self) { $0.receive("first") }
            await broadcaster.settled()
            #expect(log.entries == ["observer second", "observer first"])
            withExtendedLifetime((observer, answering)) {}
        }

        @Test("a broadcast isn't queued before broadcastWillBeSent returns")
        func slowAnnouncement() async {
            let broadcaster = Broadcaster()
            let mayReturn = DispatchSemaphore(value: 0)
            let events = Log<String>()
            let monitor = ClosureMonitor(
                onSent: { _ in
                    events.write("sent")
                    mayReturn.wait()
                },
                onDelivered: { events.write("delivered to \($1.observerCount)") })
            let counter = Counter(in: broadcaster)
            broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
            let queue = DispatchQueue(label: "test")
            let sending = Task {
                await onNewThread { broadcaster.notify(Incrementing.self, on: queue) { $0.increment() } }
            }
            await eventually { !events.entries.isEmpty }
            queue.sync {}
            #expect(counter.value == 0)
            mayReturn.signal()
            await sending.value
            await broadcaster.settled()
            #expect(counter.value == 1)
            #expect(events.entries == ["sent", "delivered to 1"])
            withExtendedLifetime((counter, monitor)) {}
        }
    }
}
