import Foundation
import TestSupport
import Testing

@testable import Broadcaster

/// What a thread knows of the call that a monitored delivery makes on it.
@Suite("Monitored calls", .timeLimit(.minutes(60)))
struct MonitoredCallTests {
    final class Object {}

    /// The cause of what a broadcast without monitors causes.
    private func cause(_ line: UInt) -> Broadcaster.Cause {
        let monitors = Snapshot(FilledSlots(buffer: .empty, end: 0))!
        let broadcast = Broadcaster.Broadcast(
            of: "P", hasKey: false, fileID: #fileID, line: line, cause: nil, monitoredBy: monitors)
        return Broadcaster.Cause(broadcast, observerClass: Object.self, callIndex: 0)
    }

    private func registration(of object: Object) -> Registration {
        withUnsafeBytes(of: object) { Registration.make(bits: $0) }
    }

    private func weak(_ registration: Registration) -> WeakRegistration {
        let weak = WeakRegistration()
        weak.registration = registration
        return weak
    }

    @Test("a thread knows the cause of the innermost of its monitored calls, and none outside of them")
    func causeOfThread() {
        let (outer, inner) = (cause(1), cause(2))
        #expect(MonitoredCall.cause == nil)
        MonitoredCall.make(of: nil, causing: outer) {
            #expect(MonitoredCall.cause === outer)
            MonitoredCall.make(of: nil, causing: inner) { #expect(MonitoredCall.cause === inner) }
            #expect(MonitoredCall.cause === outer)
        }
        #expect(MonitoredCall.cause == nil)
    }

    @Test("a monitored call counts what its own observer's buffer drops, and not what the buffers of others do")
    func drops() {
        let object = Object()
        let (outer, inner) = (registration(of: object), registration(of: object))
        let (ofOuter, ofInner) = (weak(outer), weak(inner))
        let cause = cause(1)
        var innerCount = 0
        let outerCount = MonitoredCall.make(of: outer, causing: cause) {
            MonitoredCall.countDrop(by: ofOuter)
            MonitoredCall.countDrop(by: ofInner)
            innerCount = MonitoredCall.make(of: inner, causing: cause) {
                MonitoredCall.countDrop(by: ofOuter)
                MonitoredCall.countDrop(by: ofInner)
                MonitoredCall.countDrop(by: ofInner)
            }
            MonitoredCall.make(of: nil, causing: cause) { MonitoredCall.countDrop(by: ofOuter) }
            MonitoredCall.countDrop(by: ofOuter)
        }
        #expect(innerCount == 2)
        #expect(outerCount == 2)
        MonitoredCall.countDrop(by: ofOuter)
        withExtendedLifetime((outer, inner)) {}
    }

    @Test("threads that deliver one after another have different numbers, and each keeps its number")
    func threads() {
        func numberOfNewThread() -> UInt? {
            let isDone = DispatchSemaphore(value: 0)
            let numbers = Log<UInt?>()
            Thread.detachNewThread {
                for _ in 0..<2 { numbers.write(MainQueue.threadNumber) }
                isDone.signal()
            }
            isDone.wait()
            return Set(numbers.entries).count == 1 ? numbers.entries[0] : nil
        }
        let numbers = (0..<20).map { _ in numberOfNewThread() }
        #expect(!numbers.contains(nil))
        #expect(Set(numbers).count == 20)
    }
}
