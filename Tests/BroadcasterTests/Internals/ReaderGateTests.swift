import Testing

@testable import Broadcaster

@Suite("ReaderGate", .timeLimit(.minutes(1)))
struct ReaderGateTests {
    @Test("visitors are let in again when those who may read superseded slots have left")
    func visitors() throws {
        let first = RegistrationBuffer.make(capacity: 8)
        let visitors = ReaderGate(first)
        defer { visitors.deallocate() }
        #expect(visitors.enter()?.toOpaque() == Unmanaged.passUnretained(first).toOpaque())

        let second = RegistrationBuffer.make(capacity: 8)
        visitors.publish( second)
        #expect(!visitors.reopenIfDrained())
        #expect(visitors.enter() == nil)
        #expect(!visitors.leave())
        #expect(visitors.leave())
        #expect(visitors.reopenIfDrained())
        #expect(visitors.enter()?.toOpaque() == Unmanaged.passUnretained(second).toOpaque())
        #expect(!visitors.leave())
    }

    @Test("a visitor that is turned away doesn't look at the slots, which may be gone")
    func turnedAway() {
        let visitors = ReaderGate(RegistrationBuffer.make(capacity: 8))
        defer { visitors.deallocate() }
        visitors.publish( RegistrationBuffer.make(capacity: 8))
        #expect(visitors.enter() == nil)
    }
}
