import Broadcaster
import Foundation
import TestSupport
import Testing

extension DeliveryContract {
    @Suite("3. Checked again before each call: off the main thread")
    struct Rule03OffTheMainThread {
        @Test("after unregister and settled(), no broadcast calls the observer")
        func settled() async {
            let broadcaster = Broadcaster()
            let queue = DispatchQueue(label: "test", attributes: .concurrent)
            let late = Counter()
            for _ in 0..<500 {
                let observer = Dismantled(late)
                broadcaster.register(Incrementing.self, observer: observer)
                for _ in 0..<3 {
                    broadcaster.notify(Incrementing.self) { $0.increment() }
                    broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
                }
                broadcaster.unregister(Incrementing.self, observer: observer)
                await broadcaster.settled()
                observer.dismantle()
            }
            #expect(late.value == 0)
        }

        @Test("on the serial queue that delivers, unregister is final at once")
        func onDeliveringQueue() async {
            let broadcaster = Broadcaster()
            let queue = DispatchQueue(label: "test")
            let late = Counter()
            for _ in 0..<500 {
                let observer = Dismantled(late)
                broadcaster.register(Incrementing.self, observer: observer)
                for _ in 0..<3 { broadcaster.notify(Incrementing.self, on: queue) { $0.increment() } }
                await withCheckedContinuation { done in
                    queue.async {
                        broadcaster.unregister(Incrementing.self, observer: observer)
                        observer.dismantle()
                        done.resume()
                    }
                }
                broadcaster.notify(Incrementing.self, on: queue) { $0.increment() }
            }
            await broadcaster.settled()
            #expect(late.value == 0)
        }

        @Test(
            "on another queue, membership is fixed when sent, and checked again before each call",
            arguments: QueueChannel.Form.allCases)
        func onAnotherQueue(form: QueueChannel.Form) async {
            let counters = (0..<4).map { _ in Counter() }
            let channel = QueueChannel(form, counters.dropLast())
            channel.queue.suspend()
            await onNewThread {
                channel.notify {
                    $0.increment()
                    channel.remove(counters[2])
                }
            }
            channel.remove(counters[0])
            channel.add(counters[3])
            channel.queue.resume()
            channel.queue.sync {}
            #expect(counters.map(\.value) == [0, 1, 0, 0])
        }

        @Test("settled() doesn't wait for an iteration on another thread, so a call of it may still run")
        func iterationElsewhere() async {
            let broadcaster = Broadcaster()
            let counter = Counter(in: broadcaster)
            let gate = DispatchSemaphore(value: 0)
            let end = AsyncStream.makeStream(of: Void.self)
            await withCheckedContinuation { start in
                Thread.detachNewThread {
                    for observer in broadcaster.observers(of: Incrementing.self) {
                        start.resume()
                        gate.wait()
                        observer.increment()
                    }
                    end.continuation.finish()
                }
            }
            broadcaster.unregister(Incrementing.self, observer: counter)
            await withTaskCancellationHandler {
                await broadcaster.settled()
            } onCancel: {
                // If settled() waits, the time limit of the suite ends the test.
                gate.signal()
            }
            #expect(counter.value == 0)
            gate.signal()
            for await _ in end.stream {}
            #expect(counter.value == 1)
        }

        final class Dismantled: Incrementing, @unchecked Sendable {
            private let lock = NSLock()
            private var isDismantled = false
            private let late: Counter

            init(_ late: Counter) { self.late = late }

            func dismantle() { lock.withLock { isDismantled = true } }

            func increment() {
                if lock.withLock({ isDismantled }) { late.increment() }
            }
        }
    }
}
