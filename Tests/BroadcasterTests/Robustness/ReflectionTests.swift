import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// Reflection reads stored properties without their locks, and a failing expectation reflects its operands.
@Suite("Reflection", .timeLimit(.minutes(60)), .watched)
struct ReflectionTests {
    @Test("a mirror shows nothing below the classes whose state a lock guards")
    @MainActor
    func mirrors() async throws {
        let broadcaster = Broadcaster()
        let monitor = Monitor()
        let set = WeakObjectSet<any Incrementing>(Counter())
        broadcaster.register(Broadcaster.Monitor.self, observer: monitor)
        broadcaster.register(Incrementing.self, for: 1, observer: monitor)
        broadcaster.notify(Incrementing.self) { $0.increment() }
        let instances: [(Any, guarded: Set<String>)] = [
            (broadcaster, ["Registry"]), (set, ["LockedRegistrations"]), (set.makeIterator(), ["SlotBuffer"]),
            (broadcaster.observers(of: Incrementing.self), ["LockedRegistrations"]),
            (broadcaster.observers(of: Incrementing.self, for: 1).makeIterator(), ["SlotBuffer"]),
            (broadcaster.observe(OrderObserverMessage.self) { _ in }, ["Locked<End>"]),
            (try #require(monitor.broadcasts.entries.first), ["SlotBuffer"]),
        ]
        for (instance, guarded) in instances {
            #expect(guardedClasses(below: instance) == guarded, "\(type(of: instance))")
        }
        await broadcaster.settled()
    }

    /// The names of the classes below a value whose state a lock guards, each of which must show nothing.
    private func guardedClasses(below value: Any) -> Set<String> {
        var names: Set<String> = []
        var mirror: Mirror? = Mirror(reflecting: value)
        if mirror?.displayStyle != .optional, value is any Unreflected {
            names.insert("\(type(of: value))")
            #expect(mirror!.children.isEmpty && mirror!.superclassMirror == nil, "\(type(of: value))")
        }
        while let present = mirror {
            for child in present.children { names.formUnion(guardedClasses(below: child.value)) }
            mirror = present.superclassMirror
        }
        return names
    }

    final class Monitor: Broadcaster.Monitor, Incrementing {
        let broadcasts = Log<Broadcaster.Broadcast>()

        func broadcastWillBeSent(_ broadcast: Broadcaster.Broadcast) { broadcasts.write(broadcast) }
        func broadcastWasDelivered(_ broadcast: Broadcaster.Broadcast, as delivery: Broadcaster.Delivery) {}
        func increment() {}
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
                    dump(broadcaster.observers(of: Incrementing.self).makeIterator(), to: &text)
                    dump(set, to: &text)
                    dump(set.makeIterator(), to: &text)
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
