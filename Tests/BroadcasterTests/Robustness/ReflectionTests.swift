import Broadcaster
import Foundation
import Testing

/// Reflection reads stored properties without their locks, and a failing expectation reflects its operands.
@Suite("Reflection", .timeLimit(.minutes(10)))
struct ReflectionTests {
    @Test("a mirror of a public type that holds state has no children")
    @MainActor
    func mirrors() async throws {
        let broadcaster = Broadcaster()
        let monitor = Monitor()
        let set = WeakObjectSet<any Incrementing>(Counter())
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        broadcaster.notify(Incrementing.self) { $0.increment() }
        let instances: [Any] = [
            broadcaster, broadcaster.observers(of: Incrementing.self),
            broadcaster.observers(of: Incrementing.self, for: 1),
            broadcaster.observers(of: Incrementing.self).makeIterator(), set, set.makeIterator(),
            broadcaster.observe(OrderObserverMessage.self) { _ in }, try #require(monitor.broadcasts.entries.first),
        ]
        for instance in instances {
            let mirror = Mirror(reflecting: instance)
            #expect(mirror.children.isEmpty && mirror.superclassMirror == nil, "\(type(of: instance))")
        }
        await broadcaster.settled()
    }

    final class Monitor: Broadcaster.Monitor {
        let broadcasts = Log<Broadcaster.Broadcast>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { broadcasts.write(broadcast) }
        func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, _ delivery: Broadcaster.Delivery) {}
    }

    @Test("a broadcaster, its observers and a set may be dumped while other threads register")
    func whileThreadsRegister() async {
        let broadcaster = Broadcaster()
        let set = WeakObjectSet<any Incrementing>()
        let isDone = Counter()
        await onThreads(3) { thread in
            if thread == 0 {
                for _ in 0..<100 {
                    var text = ""
                    dump(broadcaster, to: &text)
                    dump(broadcaster.observers(of: Incrementing.self, for: 1), to: &text)
                    dump(set, to: &text)
                }
                isDone.increment()
            } else {
                let counters = (0..<20).map { _ in Counter() }
                while isDone.value == 0 {
                    for (key, counter) in counters.enumerated() {
                        broadcaster.register(Incrementing.self, for: key, observer: counter)
                        set.add(counter)
                    }
                    for counter in counters { broadcaster.unregister(observer: counter) }
                    set.removeAll()
                }
            }
        }
        #expect(broadcaster.channels.isEmpty)
    }
}
